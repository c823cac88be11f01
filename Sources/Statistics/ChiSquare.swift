import CBoostMath

/// The chi-square distribution.
package struct ChiSquare: Hashable, Sendable {
    /// The degrees of freedom.
    package let degreesOfFreedom: Double

    /// Creates the distribution, or says that the degrees of freedom are not a positive number.
    package init(degreesOfFreedom: Double) throws(Undefined) {
        guard degreesOfFreedom > 0, degreesOfFreedom.isFinite else {
            throw degreesOfFreedom.isFinite ? .outOfRange : .notFinite
        }
        self.degreesOfFreedom = degreesOfFreedom
    }

    /// P(X ≤ x).
    package func lowerTail(_ x: Double) -> Double {
        x <= 0 ? 0 : cbm_chi_square_lower(degreesOfFreedom, x)
    }

    /// P(X > x).
    package func upperTail(_ x: Double) -> Double {
        x <= 0 ? 1 : cbm_chi_square_upper(degreesOfFreedom, x)
    }

    /// The x with P(X > x) = p; infinity at 0.
    package func upperQuantile(_ p: Double) throws(Undefined) -> Double {
        try probability(p)
        return cbm_chi_square_upper_quantile(degreesOfFreedom, p)
    }
}
