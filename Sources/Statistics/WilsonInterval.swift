extension Proportion {
    /// Wilson's score interval of the rate (formula F3).
    ///
    /// Its lower end is exactly 0 where nobody converted, its upper end exactly 1 where everybody did.
    package func wilsonInterval(_ level: Level = .fivePercent) throws(Undefined) -> Interval {
        let rate = try rate
        let z = try level.twoSidedZ
        let spread = z * z / n
        let root = z * (unitVariance / n + spread / (4 * n)).squareRoot()
        // The ends are the roots of a quadratic; the smaller one comes from the product of the roots,
        // where centre minus half-width would cancel.
        let wide = rate + spread / 2 + root
        let lower = rate * rate / wide
        let upper = failures == 0 ? 1 : min(1, wide / (1 + spread))
        return try Interval(lower: lower, upper: upper)
    }

    /// The distances from the rate to the ends of Wilson's interval, neither by subtracting near equals.
    func wilsonReach(_ level: Level) throws(Undefined) -> (below: Double, above: Double) {
        let rate = try rate
        let interval = try wilsonInterval(level)
        return (rate - interval.lower, interval.upper - rate)
    }
}
