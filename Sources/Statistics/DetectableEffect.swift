/// The smallest lift of a mean that two equal arms can find (formulas P2 and P3).
package struct DetectableEffect: Hashable, Sendable {
    /// The mean of the baseline.
    package let mean: Double

    /// The variance of the baseline's mean, s²/n.
    private let meanVariance: Double

    /// z_{1−α/2} + z_power.
    private let reach: Double

    /// Asks about arms of so many units each.
    package init(
        baseline: Summary,
        unitsPerArm: Double,
        power: Double,
        level: Level = .fivePercent
    ) throws(Undefined) {
        guard unitsPerArm > 0 else { throw unitsPerArm.isNaN ? .notFinite : .nothingCounted }
        guard power > 0, power < 1 else { throw power.isNaN ? .notFinite : .outOfRange }
        guard baseline.mean != 0 else { throw .zeroBaseline }
        mean = baseline.mean
        meanVariance = try settled(baseline.variance / unitsPerArm)
        reach = try level.twoSidedZ + Normal.quantile(power)
        guard reach > 0 else { throw .outOfRange }
    }

    /// The usual approximation: the baseline's mean taken as known where it is a divisor.
    package func simple() throws(Undefined) -> Double {
        try settled(reach * (2 * meanVariance).squareRoot() / abs(mean))
    }

    /// The lift whose own standard error it exceeds by the reach.
    ///
    /// There is none where the baseline's mean is within the reach of zero: with so few units no lift,
    /// however large, is told from none.
    package func relative() throws(Undefined) -> Double {
        // With g = k² s²/(n m²): lift = (1 + √(g(2 − g)))/(1 − g) − 1.
        let g = reach * reach * (meanVariance / (mean * mean))
        guard g < 1 else { throw .unreachable }
        return try settled(((g * (2 - g)).squareRoot() + g) / (1 - g))
    }
}
