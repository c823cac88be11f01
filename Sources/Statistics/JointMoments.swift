/// Count, means and centred cross-products of several values of the same unit.
///
/// A ratio metric has two (numerator and denominator), a covariate adds one or two more.
package struct JointMoments: Hashable, Sendable {
    /// How many units there were.
    package private(set) var count: Double

    /// The mean of each value.
    package private(set) var means: [Double]

    /// Σ(x_i − mean_i)(x_j − mean_j), row by row.
    private var products: [Double]

    /// How many values a unit has.
    package var dimensions: Int { means.count }

    /// Creates the moments of no units with this many values each.
    package init(dimensions: Int) {
        let size = max(0, min(dimensions, 64))
        count = 0
        means = Array(repeating: 0, count: size)
        products = Array(repeating: 0, count: size * size)
    }

    /// Creates moments from the raw sums that other systems keep.
    ///
    /// - Parameters:
    ///   - count: The number of units.
    ///   - sums: The sum of each value.
    ///   - crossSums: For each value the sums of its products with itself and the ones after it.
    /// - Throws: ``Undefined/mismatched`` where the lists do not fit each other, and what a bad number is.
    package init(count: Double, sums: [Double], crossSums: [[Double]]) throws(Undefined) {
        guard count.isFinite else { throw .notFinite }
        guard count > 0 else { throw count < 0 ? .negativeCount : .nothingCounted }
        guard crossSums.count == sums.count, !sums.isEmpty, sums.count <= 64 else { throw .mismatched }
        self.init(dimensions: sums.count)
        self.count = count
        means = sums.map { $0 / count }
        for (row, cross) in crossSums.enumerated() {
            guard cross.count == sums.count - row else { throw .mismatched }
            for (offset, sum) in cross.enumerated() {
                let column = row + offset
                let product = sum.addingProduct(-means[row], sums[column])
                guard product.isFinite else { throw .notFinite }
                products[row * dimensions + column] = row == column ? max(0, product) : product
                products[column * dimensions + row] = products[row * dimensions + column]
            }
        }
    }

    /// Adds the values of one unit.
    package mutating func add(_ values: [Double]) throws(Undefined) {
        guard values.count == dimensions else { throw .mismatched }
        var one = JointMoments(dimensions: dimensions)
        one.count = 1
        one.means = values
        try merge(one)
    }

    /// Adds all units of other moments.
    package mutating func merge(_ other: JointMoments) throws(Undefined) {
        guard other.dimensions == dimensions else { throw .mismatched }
        let total = count + other.count
        guard other.count > 0, total > 0 else { return }
        let share = other.count / total
        let distances = zip(other.means, means).map { $0 - $1 }
        for row in means.indices {
            for column in means.indices {
                let between = distances[row] * distances[column] * (count * share)
                products[row * dimensions + column] += other.products[row * dimensions + column] + between
            }
        }
        for index in means.indices { means[index] += distances[index] * share }
        count = total
    }

    /// How a covariance divides the centred products.
    package enum Denominator: Hashable, Sendable {
        /// By n − 1, as for measured values.
        case sample
        /// By n, which for zeros and ones gives p(1 − p).
        case population
    }

    /// The covariance of two of the values, counted from zero; the variance where both are the same.
    package func covariance(
        _ first: Int,
        _ second: Int,
        over denominator: Denominator = .sample
    ) throws(Undefined) -> Double {
        guard means.indices.contains(first), means.indices.contains(second) else { throw .mismatched }
        guard count >= 2 else { throw .tooFewUnits }
        let units = denominator == .sample ? count - 1 : count
        return try settled(products[first * dimensions + second] / units)
    }

    /// The covariance of two sums of the values, each with weights of its own: Σ g_i h_j cov(i, j).
    func covariance(along left: [Double], _ right: [Double]) throws(Undefined) -> Double {
        guard left.count == dimensions, right.count == dimensions else { throw .mismatched }
        var sum = 0.0
        for (row, g) in left.enumerated() {
            for (column, h) in right.enumerated() { sum += g * h * (try covariance(row, column)) }
        }
        return try settled(sum)
    }

    /// The variance of a sum of the values with these weights, by the delta method a gradient.
    func variance(along gradient: [Double]) throws(Undefined) -> Double {
        max(0, try covariance(along: gradient, gradient))
    }
}
