import Foundation

/// Asymptotic confidence sequences: intervals that hold at every look at once (formulas S1 and S1b).
///
/// Waudby-Smith, Arbour, Sinha, Kennedy, Ramdas, "Time-uniform central limit theory and asymptotic
/// confidence sequences" (arXiv 2103.06476). However often the data are looked at, and whenever it is
/// stopped, the intervals all cover the effect together with probability 1 − α. Under peeking the
/// p-value to report is the least one so far.
package struct ConfidenceSequence: Hashable, Sendable {
    /// The error rate over all looks together.
    package let level: Level

    /// The number of units, of both arms, at which the interval is tightest.
    package let tuning: Double

    /// ρ², the variance of the mixture in units of one over the number of units.
    private let rhoSquare: Double

    /// Creates a sequence; the tuning must be chosen before the data are seen.
    package init(level: Level = .fivePercent, tuning: Double) throws(Undefined) {
        guard tuning.isFinite else { throw .notFinite }
        guard tuning > 0 else { throw .outOfRange }
        self.level = level
        self.tuning = tuning
        rhoSquare = Self.rhoSquare(alpha: level.alpha, tuning: tuning)
    }

    private static func rhoSquare(alpha: Double, tuning: Double) -> Double {
        let evidence = -2 * log(alpha)
        return (evidence + log1p(evidence)) / tuning
    }

    /// Half the width of the two-sided interval of an effect of this standard error after so many units.
    package func halfWidth(standardError: Double, units: Double) throws(Undefined) -> Double {
        let information = try information(standardError, units)
        let evidence = log1p(information) - 2 * log(level.alpha)
        return try settled(standardError * ((information + 1) / information * evidence).squareRoot())
    }

    /// The values of the effect that are not ruled out at this look.
    package func interval(_ effect: Effect, units: Double) throws(Undefined) -> Interval {
        let halfWidth = try halfWidth(standardError: effect.standardError, units: units)
        return try Interval(around: effect.estimate, halfWidth: halfWidth)
    }

    /// The p-value of no effect, which under peeking is valid as the least one so far.
    package func p(_ effect: Effect, units: Double) throws(Undefined) -> Double {
        let information = try information(effect.standardError, units)
        let z = effect.estimate / effect.standardError
        let logEvidence = information / (2 * (information + 1)) * z * z - log1p(information) / 2
        return try settled(min(1, exp(-logEvidence)))
    }

    /// Half the width of the one-sided bound, above or below the estimate; for α under one half.
    package func oneSidedHalfWidth(standardError: Double, units: Double) throws(Undefined) -> Double {
        guard level.alpha < 0.5 else { throw .outOfRange }
        _ = try information(standardError, units)
        let information = units * Self.rhoSquare(alpha: 2 * level.alpha, tuning: tuning)
        let evidence = log1p((information + 1).squareRoot() / (2 * level.alpha))
        return try settled(standardError * (2 * (information + 1) / information * evidence).squareRoot())
    }

    /// How many times wider the interval is than the one for a single look (formula P4).
    package func inflation(units: Double) throws(Undefined) -> Double {
        try settled(halfWidth(standardError: 1, units: units) / level.twoSidedZ)
    }

    /// Nρ²: how much the data know, against what the mixture was made for.
    private func information(_ standardError: Double, _ units: Double) throws(Undefined) -> Double {
        try requireFinite(standardError, units)
        guard units > 0 else { throw .nothingCounted }
        guard standardError > 0 else { throw .zeroVariance }
        return units * rhoSquare
    }
}
