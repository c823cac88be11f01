import CBoostMath
import Foundation

/// The beta distribution: what is believed about a rate.
package struct Beta: Hashable, Sendable {
    /// The first shape: prior successes plus successes.
    package let a: Double

    /// The second shape: prior failures plus failures.
    package let b: Double

    /// Creates the distribution, or says that a shape is not a positive number.
    package init(a: Double, b: Double) throws(Undefined) {
        guard a.isFinite, b.isFinite else { throw .notFinite }
        guard a > 0, b > 0 else { throw .outOfRange }
        self.a = a
        self.b = b
    }

    /// The expected rate a/(a+b).
    package var mean: Double { a / (a + b) }

    private init(unchecked a: Double, _ b: Double) {
        self.a = a
        self.b = b
    }

    /// Every rate as likely as every other: the prior of someone who knows nothing.
    package static let uniform = Beta(unchecked: 1, 1)

    /// The distribution of 1 − X.
    package var mirrored: Beta { Beta(unchecked: b, a) }

    /// P(X ≤ x).
    package func lowerTail(_ x: Double) -> Double {
        x <= 0 ? 0 : x >= 1 ? 1 : cbm_beta_lower(a, b, x)
    }

    /// P(X > x).
    package func upperTail(_ x: Double) -> Double {
        x <= 0 ? 1 : x >= 1 ? 0 : cbm_beta_upper(a, b, x)
    }

    /// The x with P(X ≤ x) = p.
    package func quantile(_ p: Double) throws(Undefined) -> Double {
        try probability(p)
        return try settled(cbm_beta_quantile(a, b, p))
    }

    /// The x with P(X > x) = p.
    package func upperQuantile(_ p: Double) throws(Undefined) -> Double {
        try probability(p)
        return try settled(cbm_beta_upper_quantile(a, b, p))
    }

    /// The interval that leaves α/2 on either side.
    package func equalTailedInterval(_ level: Level = .fivePercent) throws(Undefined) -> Interval {
        try Interval(lower: quantile(level.alpha / 2), upper: upperQuantile(level.alpha / 2))
    }
}
