/// What a comparison of means has to know about one arm: how many units, their mean and variance.
///
/// Whatever is measured is brought to this form: a rate, a mean, a ratio of sums by the delta method,
/// a quantile, a mean adjusted by a covariate. The variance is that of one unit.
package struct Summary: Hashable, Sendable {
    /// The number of units.
    package let count: Double

    /// Their mean.
    package let mean: Double

    /// The variance of one unit.
    package let variance: Double

    /// Creates a summary, or says which of the numbers cannot be.
    package init(count: Double, mean: Double, variance: Double) throws(Undefined) {
        try requireFinite(count, mean, variance)
        guard count > 0 else { throw count < 0 ? .negativeCount : .nothingCounted }
        guard variance >= 0 else { throw .outOfRange }
        self.count = count
        self.mean = mean
        self.variance = variance
    }

    /// The variance of the mean.
    var meanVariance: Double { variance / count }

    /// The variance of one unit's logarithm, by the delta method: s²/m².
    var logVariance: Double { (variance / mean) / mean }
}
