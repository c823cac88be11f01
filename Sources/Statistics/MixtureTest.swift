import Foundation

/// The mixture sequential probability ratio test of a difference of means (formula S2).
///
/// Johari, Pekelis, Walsh, "Always valid inference". The effect sizes that count are mixed with a normal
/// of variance τ², which must be fixed before the data are seen; it is ``ConfidenceSequence`` with
/// τ² = V N ρ², stated in units of effect instead of units of people.
package struct MixtureTest: Hashable, Sendable {
    /// ln of the likelihood ratio Λ of an effect against none.
    package let logRatio: Double

    /// min(1, 1/Λ); under peeking valid as the least one so far.
    package let p: Double

    /// Half the width of the interval around the difference.
    package let halfWidth: Double

    /// Tests a difference.
    package init(_ effect: Effect, mixingVariance: Double, level: Level = .fivePercent) throws(Undefined) {
        guard mixingVariance.isFinite else { throw .notFinite }
        guard mixingVariance > 0 else { throw .outOfRange }
        let variance = effect.variance
        guard variance > 0 else { throw .zeroVariance }
        // V/(V + τ²) and its logarithm, by the ratio that cannot cancel.
        let logShrinkage = -log1p(mixingVariance / variance)
        let z = effect.estimate / variance.squareRoot()
        logRatio = try settled(logShrinkage / 2 + z * z * (mixingVariance / (variance + mixingVariance)) / 2)
        p = min(1, exp(-logRatio))
        let spread = variance / mixingVariance * (variance + mixingVariance)
        halfWidth = try settled((spread * (-2 * log(level.alpha) - logShrinkage)).squareRoot())
    }

    /// Statsig's choice of τ²: z²(s_T² + s_C²)/(n_T + n_C).
    ///
    /// It moves with the data, which the martingale argument does not cover; for comparison only.
    package static func statsigMixingVariance(
        _ pair: Pair<Summary>,
        level: Level = .fivePercent
    ) throws(Undefined) -> Double {
        let z = try level.twoSidedZ
        let variance = pair.treatment.variance + pair.control.variance
        return try settled(z * z * variance / (pair.treatment.count + pair.control.count))
    }
}
