import Foundation

/// A belief about one arm, on an axis where its density has one smooth peak.
protocol Belief {
    /// ln of the density at a place of the axis.
    func logDensity(at place: Double) -> Double

    /// How likely the arm is at or below a place, and how likely above it.
    func tails(at place: Double) -> (lower: Double, upper: Double)

    /// The place of the peak.
    var mode: Double { get }

    /// About the width of the peak.
    var width: Double { get }
}

extension LogitBeta: Belief {
    func logDensity(at place: Double) -> Double { logDensity(LogitRate(place)) }

    func tails(at place: Double) -> (lower: Double, upper: Double) {
        let rate = LogitRate(place)
        return (lowerTail(rate), upperTail(rate))
    }
}

/// A normal belief about a mean: what the data say under a flat prior.
package struct NormalBelief: Hashable, Sendable, Belief {
    /// The expected mean.
    package let mean: Double

    /// The standard deviation of the belief.
    package let standardDeviation: Double

    /// Creates the belief that an arm's units leave under a flat prior.
    ///
    /// Where lower is better, the mean changes its sign, so that the best arm is the highest again.
    package init(_ summary: Summary, lowerIsBetter: Bool = false) throws(Undefined) {
        guard summary.meanVariance > 0 else { throw .zeroVariance }
        mean = lowerIsBetter ? -summary.mean : summary.mean
        standardDeviation = summary.meanVariance.squareRoot()
    }

    private init(mean: Double, standardDeviation: Double) {
        self.mean = mean
        self.standardDeviation = standardDeviation
    }

    /// The same belief on an axis with another origin.
    func shifted(by distance: Double) -> NormalBelief {
        NormalBelief(mean: mean + distance, standardDeviation: standardDeviation)
    }

    var mode: Double { mean }
    var width: Double { standardDeviation }

    func logDensity(at place: Double) -> Double {
        let z = (place - mean) / standardDeviation
        return -z * z / 2 - log(standardDeviation * (2 * Double.pi).squareRoot())
    }

    func tails(at place: Double) -> (lower: Double, upper: Double) {
        let z = (place - mean) / standardDeviation
        return (Normal.lowerTail(z), Normal.upperTail(z))
    }
}

/// How likely each of several arms is the best, and how likely the second best (formula B5).
package struct BestArm: Hashable, Sendable {
    /// The most arms that are compared at once.
    package static let mostArms = 200

    /// The probability of each arm to have the highest mean; they add up to one.
    package let best: [Double]

    /// The probability of each arm to have the second highest.
    package let second: [Double]

    /// Compares beliefs about means.
    package init(of beliefs: [NormalBelief]) throws(Undefined) {
        // Seen from its own mean an arm keeps its digits, however far from zero all of them are.
        try self.init(count: beliefs.count) { origin in
            beliefs.map { $0.shifted(by: -beliefs[origin].mean) }
        }
    }

    /// Compares beliefs about rates; where lower is better, about the rates of those who did not convert.
    package init(of beliefs: [Beta], lowerIsBetter: Bool = false) throws(Undefined) {
        let arms = beliefs.map { LogitBeta(lowerIsBetter ? $0.mirrored : $0) }
        try self.init(count: arms.count) { _ in arms }
    }

    private init<Arm: Belief>(count: Int, seenFrom arms: (Int) -> [Arm]) throws(Undefined) {
        guard count >= 2 else { throw .oneArm }
        guard count <= Self.mostArms else { throw .tooLarge }
        var best: [Double] = []
        var second: [Double] = []
        for index in 0..<count {
            var others = arms(index)
            let arm = others.remove(at: index)
            best.append(
                try expectation(over: arm, others) { place in
                    others.reduce(1) { $0 * $1.tails(at: place).lower }
                }
            )
            second.append(try expectation(over: arm, others) { oneAbove(others, $0) })
        }
        self.best = best
        self.second = second
    }
}

/// The mean of a function of the other arms' tails over the belief about one arm.
private func expectation<Arm: Belief>(
    over arm: Arm,
    _ others: [Arm],
    _ function: (Double) -> Double
) throws(Undefined) -> Double {
    let range = try BellIntegral(logIntegrand: arm.logDensity(at:)).range(near: arm.mode, width: arm.width)
    let finest = others.reduce(arm.width) { min($0, $1.width) }
    func integrand(_ place: Double) -> Double { exp(arm.logDensity(at: place)) * function(place) }
    if (range.upper - range.lower) / finest < 1000 {
        return try BellIntegral.trapezoid(over: range, finest: finest, negligible: 1e-16, integrand)
    }
    // An arm far better known than this one is a step in the integrand: cut finely there, and only there.
    let steps = (-10...10).map { Double($0) }
    let cuts = others.flatMap { other in steps.map { other.mode + $0 * other.width } }
    let own = stride(from: range.lower, through: range.upper, by: arm.width)
    let ends = (cuts + own + [range.upper]).filter { $0 >= range.lower && $0 <= range.upper }.sorted()
    var sum = 0.0
    for (lower, upper) in zip(ends, ends.dropFirst()) {
        for node in GaussLegendre.eight.composite(from: lower, to: upper, pieces: 1) {
            sum += node.weight * integrand(node.node)
        }
    }
    return try settled(sum)
}

/// The probability that exactly one of several arms is above a place.
private func oneAbove(_ arms: [some Belief], _ place: Double) -> Double {
    var (none, one) = (1.0, 0.0)
    for arm in arms {
        let tails = arm.tails(at: place)
        (none, one) = (none * tails.lower, one * tails.lower + none * tails.upper)
    }
    return one
}
