/// Sums of a numerator and a denominator per unit, such as taps per impression of a person.
package struct RatioSample: Hashable, Sendable {
    /// Numerator first, denominator second.
    let moments: JointMoments

    /// Takes moments of two values: numerator and denominator.
    package init(_ moments: JointMoments) throws(Undefined) {
        guard moments.dimensions == 2 else { throw .mismatched }
        self.moments = moments
    }

    /// The ratio of the sums as a mean, with its unit variance by the delta method (formula F8).
    package var summary: Summary {
        get throws(Undefined) {
            let denominator = moments.means[1]
            guard denominator != 0 else { throw .zeroBaseline }
            let ratio = moments.means[0] / denominator
            let variance = try moments.variance(along: [1 / denominator, -ratio / denominator])
            return try Summary(count: moments.count, mean: ratio, variance: variance)
        }
    }
}
