import Foundation

/// How much of the error rate may be spent by a time (formula S4).
package enum ErrorSpending: Hashable, Sendable {
    /// α tᵏ; the square is what a planned experiment here spends.
    case power(Double)
    /// 2 − 2Φ(z_{α/2}/√t): nearly nothing early, nearly all at the end.
    case obrienFleming

    /// The error spent by a fraction of the planned information.
    func spent(_ alpha: Double, by time: Double) throws(Undefined) -> Double {
        switch self {
        case .power(let exponent):
            guard exponent > 0, exponent.isFinite else { throw .outOfRange }
            return alpha * pow(time, exponent)
        case .obrienFleming:
            return 2 * Normal.upperTail(try Normal.upperQuantile(alpha / 2) / time.squareRoot())
        }
    }
}

/// The bounds of a group sequential test: how far z must go at each look to decide.
///
/// Lan and DeMets (1983): the looks may fall at any times, as long as the error spent by each is what
/// the spending function says. Bounds stand on the z scale and are cut at 8, where spending is so
/// little that no data would reach it.
package struct GroupSequential: Hashable, Sendable {
    /// The largest bound.
    package static let highestBound = 8.0

    /// The most looks that are computed.
    package static let mostLooks = 1000

    /// The times of the looks, as fractions of the planned information.
    package let times: [Double]

    /// The bound of |z|, or of z where the test is one-sided, at each look.
    package let bounds: [Double]

    /// Whether a z below minus the bound decides too.
    package let isTwoSided: Bool

    /// The error rate over all looks.
    package let level: Level

    /// Computes the bounds of looks at rising times in 0…1.
    package init(
        times: [Double],
        spending: ErrorSpending = .power(2),
        level: Level = .fivePercent,
        isTwoSided: Bool = true
    ) throws(Undefined) {
        try Self.check(times)
        self.times = times
        self.level = level
        self.isTwoSided = isTwoSided
        var found: [Double] = []
        var paths = SubDensity(drift: 0)
        var spent = 0.0
        for (index, time) in times.enumerated() {
            let total = try spending.spent(level.alpha, by: time)
            let bound = Self.bound(paths, at: time, spending: max(0, total - spent), isTwoSided)
            found.append(bound)
            spent = total
            let edge = bound * time.squareRoot()
            let next = index + 1 < times.count ? times[index + 1] : nil
            paths.advance(to: time, between: isTwoSided ? -edge : -.infinity, and: edge, then: next)
        }
        bounds = found
    }

    /// Computes the bounds of so many equally spaced looks, the last at the planned end.
    package init(
        looks: Int,
        spending: ErrorSpending = .power(2),
        level: Level = .fivePercent,
        isTwoSided: Bool = true
    ) throws(Undefined) {
        guard looks >= 1, looks <= Self.mostLooks else { throw .outOfRange }
        let times = (1...looks).map { Double($0) / Double(looks) }
        try self.init(times: times, spending: spending, level: level, isTwoSided: isTwoSided)
    }

    /// Refuses times that do not rise within 0…1, or rise too little for the integration.
    private static func check(_ times: [Double]) throws(Undefined) {
        guard !times.isEmpty else { throw .mismatched }
        guard times.count <= mostLooks else { throw .outOfRange }
        var last = 0.0
        for time in times {
            guard time.isFinite else { throw .notFinite }
            guard time > last, time <= 1, time - last > 1e-6 * time else { throw .looksOutOfOrder }
            last = time
        }
    }

    /// The z at which so much error is spent; the chance falls as the bound rises.
    ///
    /// By Newton's steps on the logarithm of the chance, from the bound of a look that nobody looked before: it is
    /// never too low, and as the logarithm is concave, no step goes too far. Without drift, both sides of a
    /// two-sided test spend the same.
    private static func bound(
        _ paths: SubDensity,
        at time: Double,
        spending error: Double,
        _ isTwoSided: Bool
    ) -> Double {
        let sides: Double = isTwoSided ? 2 : 1
        let root = time.squareRoot()
        func spent(_ z: Double) -> Double { sides * paths.above(z * root, at: time) }
        guard error > 0, spent(highestBound) < error else { return highestBound }
        var (low, high) = (isTwoSided ? 0 : -highestBound, highestBound)
        var z = (try? Normal.upperQuantile(error / sides)).map { min($0, high) } ?? high
        for _ in 0..<60 {
            let chance = spent(z)
            if chance > error { low = z } else { high = z }
            let fall = sides * root * paths.density(z * root, at: time)
            let last = z
            let next = z + chance * log(chance / error) / fall
            z = next >= low && next <= high ? next : (low + high) / 2
            // The error squares with each step: this one left none.
            if abs(z - last) < 1e-8 { break }
        }
        return z
    }

    /// The probability that some look decides, in either direction, if z has this mean at full information.
    package func power(drift: Double) throws(Undefined) -> Double {
        guard drift.isFinite else { throw .notFinite }
        guard abs(drift) < 1000 else { return 1 }
        var paths = SubDensity(drift: drift)
        var power = 0.0
        for (index, time) in times.enumerated() {
            let edge = bounds[index] * time.squareRoot()
            power += paths.above(edge, at: time) + (isTwoSided ? paths.below(-edge, at: time) : 0)
            let next = index + 1 < times.count ? times[index + 1] : nil
            paths.advance(to: time, between: isTwoSided ? -edge : -.infinity, and: edge, then: next)
        }
        return min(1, power)
    }

    /// How many times more people the plan needs than a test with a single look, for the same power.
    package func inflation(power: Double) throws(Undefined) -> Double {
        guard power > level.alpha, power < 1 else { throw power.isNaN ? .notFinite : .outOfRange }
        let edge = try Normal.upperQuantile(isTwoSided ? level.alpha / 2 : level.alpha)
        let guess = try max(0.1, edge + Normal.quantile(power))
        let single = try risingRoot(of: power, from: 0, to: guess) { drift throws(Undefined) in
            Normal.upperTail(edge - drift) + (isTwoSided ? Normal.upperTail(edge + drift) : 0)
        }
        let drift = try risingRoot(of: power, from: 0, to: single * 1.05) { drift throws(Undefined) in
            try self.power(drift: drift)
        }
        return (drift / single) * (drift / single)
    }
}
