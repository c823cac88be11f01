import CBoostMath

/// Student's t distribution, with any positive number of degrees of freedom.
package struct StudentT: Hashable, Sendable {
    /// The degrees of freedom, not necessarily whole; Welch's formula gives fractions.
    package let degreesOfFreedom: Double

    /// Creates the distribution, or says that the degrees of freedom are not a positive number.
    package init(degreesOfFreedom: Double) throws(Undefined) {
        guard degreesOfFreedom > 0, degreesOfFreedom.isFinite else {
            throw degreesOfFreedom.isFinite ? .outOfRange : .notFinite
        }
        self.degreesOfFreedom = degreesOfFreedom
    }

    /// P(T ≤ x).
    package func lowerTail(_ x: Double) -> Double { cbm_student_lower(degreesOfFreedom, x) }

    /// P(T > x).
    package func upperTail(_ x: Double) -> Double { cbm_student_lower(degreesOfFreedom, -x) }

    /// P(|T| > |x|): the two-sided p-value of a t statistic.
    package func twoSidedTail(_ x: Double) -> Double { min(1, 2 * lowerTail(-abs(x))) }

    /// The x with P(T ≤ x) = p.
    package func quantile(_ p: Double) throws(Undefined) -> Double {
        try probability(p)
        return cbm_student_quantile(degreesOfFreedom, p)
    }

    /// The x with P(T > x) = p.
    package func upperQuantile(_ p: Double) throws(Undefined) -> Double { -(try quantile(p)) }

    /// P(T ≤ x) where the numerator of T has this mean instead of zero: the power of a t-test.
    func lowerTail(_ x: Double, noncentrality: Double) -> Double {
        cbm_noncentral_student_lower(degreesOfFreedom, noncentrality, x)
    }

    /// P(T > x) where the numerator of T has this mean instead of zero.
    func upperTail(_ x: Double, noncentrality: Double) -> Double {
        cbm_noncentral_student_upper(degreesOfFreedom, noncentrality, x)
    }
}
