import Foundation

/// An estimate with its standard error and a normal interval and p-value.
package struct WaldEstimate: Hashable, Sendable {
    /// The estimate itself.
    package let estimate: Double

    /// Its standard error.
    package let standardError: Double

    /// The estimate plus and minus z standard errors.
    package let interval: Interval

    /// The two-sided p-value of no effect.
    package let p: Double
}

extension Pair where Sample == Proportion {
    /// The difference with its unpooled standard error (formula F2); for cells of five and more.
    package func waldDifference(_ level: Level = .fivePercent) throws(Undefined) -> WaldEstimate {
        let difference = try difference()
        let standardError = (control.rateVariance + treatment.rateVariance).squareRoot()
        guard standardError > 0 else { throw .zeroVariance }
        return WaldEstimate(
            estimate: difference,
            standardError: standardError,
            interval: try Interval(around: difference, halfWidth: level.twoSidedZ * standardError),
            p: Normal.twoSidedTail(difference / standardError)
        )
    }

    /// The interval of the lift, by the ratio's logarithm (formula F5): never below −100 %.
    package func logLiftInterval(_ level: Level = .fivePercent) throws(Undefined) -> Interval {
        let lift = try lift()
        guard treatment.conversions > 0 else { throw .noConversions(.variant) }
        let variance = treatment.misses / treatment.n / treatment.x + control.misses / control.n / control.x
        guard variance > 0 else { throw .zeroVariance }
        let reach = try level.twoSidedZ * variance.squareRoot()
        let centre = log1p(lift)
        return try Interval(lower: expm1(centre - reach), upper: expm1(centre + reach))
    }
}
