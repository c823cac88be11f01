/// A planned comparison of two means of known spread (formula P1).
package struct MeanPlan: Hashable, Sendable {
    /// The difference to be found, in standard deviations.
    package let effectSize: Double

    /// How many units the treatment gets for one of the control.
    package let ratio: Double

    /// The error rate of the test.
    package let level: Level

    /// The fewest units of an arm: with less there is no spread to test against.
    private static let fewestUnits = 2.0

    /// Plans to find a difference among values of a standard deviation.
    package init(
        difference: Double,
        standardDeviation: Double,
        ratio: Double = 1,
        level: Level = .fivePercent
    ) throws(Undefined) {
        try requireFinite(difference, standardDeviation, ratio)
        guard standardDeviation > 0 else { throw .zeroVariance }
        guard ratio > 0 else { throw .outOfRange }
        effectSize = try settled(abs(difference) / standardDeviation)
        self.ratio = ratio
        self.level = level
    }

    /// The noncentrality: the difference in standard errors.
    private func noncentrality(_ controlUnits: Double) -> Double {
        effectSize * (controlUnits * (ratio / (1 + ratio))).squareRoot()
    }

    /// The power of the z-test with so many units in the control.
    package func normalPower(controlUnits: Double) throws(Undefined) -> Double {
        try check(controlUnits)
        let z = try level.twoSidedZ
        let shift = noncentrality(controlUnits)
        return Normal.upperTail(z - shift) + Normal.upperTail(z + shift)
    }

    /// The power of the t-test with so many units in the control.
    package func studentPower(controlUnits: Double) throws(Undefined) -> Double {
        try check(controlUnits)
        let law = try StudentT(degreesOfFreedom: controlUnits * (1 + ratio) - 2)
        let edge = try law.upperQuantile(level.alpha / 2)
        let shift = noncentrality(controlUnits)
        let above = law.upperTail(edge, noncentrality: shift)
        return try settled(min(1, above + law.lowerTail(-edge, noncentrality: shift)))
    }

    /// The units of the control with which the z-test has a power, not rounded.
    package func normalControlUnits(power: Double) throws(Undefined) -> Double {
        try controlUnits(power) { units throws(Undefined) in try normalPower(controlUnits: units) }
    }

    /// The units of the control with which the t-test has a power, not rounded.
    package func studentControlUnits(power: Double) throws(Undefined) -> Double {
        try controlUnits(power) { units throws(Undefined) in try studentPower(controlUnits: units) }
    }

    private func controlUnits(
        _ power: Double,
        _ function: (Double) throws(Undefined) -> Double
    ) throws(Undefined) -> Double {
        guard power > level.alpha, power < 1 else { throw power.isNaN ? .notFinite : .outOfRange }
        guard effectSize > 0 else { throw .unreachable }
        let fewest = Self.fewestUnits * (1 + 1e-12) + max(0, 2 / (1 + ratio) - Self.fewestUnits)
        guard try function(fewest) < power else { throw .tooFewUnits }
        let single = try Normal.upperQuantile(level.alpha / 2) + Normal.quantile(power)
        let guess = (single / effectSize) * (single / effectSize) * (1 + 1 / ratio)
        return try risingRoot(of: power, from: fewest, to: max(guess, fewest * 2), function)
    }

    private func check(_ units: Double) throws(Undefined) {
        guard units.isFinite else { throw .notFinite }
        guard units > 0 else { throw units < 0 ? .negativeCount : .nothingCounted }
    }
}
