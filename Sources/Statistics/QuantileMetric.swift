/// A quantile of an arm's values with the sample quantiles around it (formula F14).
package struct QuantileSample: Hashable, Sendable {
    /// The number of values.
    package let count: Double

    /// The number of values or, where they come in clusters, of the sample the ends were drawn for.
    package let effectiveCount: Double

    /// Which quantile, between zero and one.
    package let probability: Double

    /// The quantile itself.
    package let value: Double

    /// The sample quantiles that bracket it at 95 %.
    package let bracket: Interval

    /// Creates a sample, or says what about it cannot be.
    package init(
        count: Double,
        effectiveCount: Double,
        probability: Double,
        value: Double,
        lower: Double,
        upper: Double
    ) throws(Undefined) {
        try requireFinite(count, effectiveCount, probability, value)
        guard count > 0, effectiveCount > 0 else { throw .nothingCounted }
        guard probability > 0, probability < 1, lower <= upper else { throw .outOfRange }
        self.count = count
        self.effectiveCount = effectiveCount
        self.probability = probability
        self.value = value
        bracket = try Interval(lower: lower, upper: upper)
    }

    /// The quantile as a mean, with the unit variance that the bracket implies.
    ///
    /// Too few values on one side of the quantile leave it without a bracket: ``Undefined/tooFewUnits``.
    package var summary: Summary {
        get throws(Undefined) {
            let z = try Level.fivePercent.twoSidedZ
            let odds = probability / (1 - probability)
            guard count > z * z * max(odds, 1 / odds) else { throw .tooFewUnits }
            let spread = (bracket.upper - bracket.lower) / (2 * z)
            let variance = effectiveCount / count * (count - 1) * spread * spread
            // Many equal values make a bracket without width; their variance is small, not nothing.
            let floor = count >= 100 ? 1e-5 : 0
            return try Summary(count: count, mean: value, variance: max(floor, variance))
        }
    }
}
