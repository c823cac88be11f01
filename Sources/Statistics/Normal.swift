import CBoostMath
import Foundation

/// The standard normal distribution.
///
/// Tails are computed as tails: an upper tail of 1e-300 is as exact as one of 0.3. A NaN given to a
/// tail comes back as a NaN; figures made from it end as a reason.
package enum Normal {
    /// The density φ(x).
    package static func density(_ x: Double) -> Double { exp(-x * x / 2) * 0.398_942_280_401_432_7 }

    /// P(Z ≤ x).
    package static func lowerTail(_ x: Double) -> Double { cbm_normal_lower(x) }

    /// P(Z > x).
    package static func upperTail(_ x: Double) -> Double { cbm_normal_lower(-x) }

    /// P(|Z| > |x|): the two-sided p-value of a z statistic.
    package static func twoSidedTail(_ x: Double) -> Double { min(1, 2 * cbm_normal_lower(-abs(x))) }

    /// The x with P(Z ≤ x) = p; minus and plus infinity at 0 and 1.
    package static func quantile(_ p: Double) throws(Undefined) -> Double {
        try probability(p)
        return cbm_normal_quantile(p)
    }

    /// The x with P(Z > x) = p, exact where p is too small for one minus it to differ from one.
    package static func upperQuantile(_ p: Double) throws(Undefined) -> Double {
        try probability(p)
        return -cbm_normal_quantile(p)
    }

    /// E[(Z − z)⁺]: what is lost on average where the loss begins at z.
    static func excess(_ z: Double) -> Double { cbm_normal_excess(z) }
}

/// Refuses what is not a probability.
func probability(_ p: Double) throws(Undefined) {
    guard p >= 0, p <= 1 else { throw p.isNaN ? .notFinite : .outOfRange }
}
