/// The error rate α a statement is allowed, strictly between zero and one.
package struct Level: Hashable, Sendable {
    /// The error rate itself: 0.05 for statements of 95 %.
    package let alpha: Double

    /// Creates a level, or says why α is none.
    package init(alpha: Double) throws(Undefined) {
        guard alpha > 0, alpha < 1 else { throw alpha.isNaN ? .notFinite : .outOfRange }
        self.alpha = alpha
    }

    private init(unchecked alpha: Double) { self.alpha = alpha }

    /// The usual level: 5 %.
    package static let fivePercent = Level(unchecked: 0.05)

    /// The level of each of several statements that together keep this one (Bonferroni).
    package func shared(among statements: Int) throws(Undefined) -> Level {
        guard statements >= 1 else { throw .outOfRange }
        return try Level(alpha: alpha / Double(statements))
    }

    /// The standard normal quantile z with P(|Z| > z) = α.
    var twoSidedZ: Double {
        get throws(Undefined) { try settled(Normal.upperQuantile(alpha / 2)) }
    }
}
