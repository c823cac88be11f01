/// Count, mean and centred sum of squares of a stream of values.
///
/// Moments are kept centred, so that values with a mean a million times their spread lose nothing,
/// and merge exactly as if their streams had been one: partial sums of a log can be added up.
package struct Moments: Hashable, Sendable {
    /// How many values there were.
    package private(set) var count: Double

    /// Their mean; zero while there are none.
    package private(set) var mean: Double

    /// Σ(x − mean)².
    package private(set) var squares: Double

    /// Creates the moments of no values.
    package init() { (count, mean, squares) = (0, 0, 0) }

    /// Creates moments from the raw sums that other systems keep.
    ///
    /// Where the mean is large against the spread, the sum of squares has already lost the digits that
    /// this form would have kept.
    package init(count: Double, sum: Double, sumOfSquares: Double) throws(Undefined) {
        try requireFinite(count, sum, sumOfSquares)
        guard count > 0 else { throw count < 0 ? .negativeCount : .nothingCounted }
        self.count = count
        mean = sum / count
        squares = max(0, try settled(sumOfSquares.addingProduct(-mean, sum)))
    }

    /// Adds a value (Welford).
    package mutating func add(_ value: Double) {
        count += 1
        let distance = value - mean
        mean += distance / count
        squares += distance * (value - mean)
    }

    /// Adds all values of other moments (Chan, Golub, LeVeque).
    package mutating func merge(_ other: Moments) {
        let total = count + other.count
        guard other.count > 0, total > 0 else { return }
        let distance = other.mean - mean
        mean += distance * (other.count / total)
        squares += other.squares + distance * distance * (count * (other.count / total))
        count = total
    }

    /// The sample variance, with n − 1.
    package var variance: Double {
        get throws(Undefined) {
            guard count >= 2 else { throw .tooFewUnits }
            return try settled(squares / (count - 1))
        }
    }

    /// What a comparison of means needs.
    package var summary: Summary {
        get throws(Undefined) { try Summary(count: count, mean: mean, variance: variance) }
    }
}
