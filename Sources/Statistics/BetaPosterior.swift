extension Proportion {
    /// What is believed about the rate after the counts (formula B1).
    package func posterior(prior: Beta = .uniform) throws(Undefined) -> Beta {
        try Beta(a: prior.a + x, b: prior.b + misses)
    }
}

/// What beliefs about the rates of two arms say about choosing one of them (formulas B2 and B3).
///
/// Beliefs with whole shapes, as counts under uniform priors leave them, are put into one order (``MergedOrder``).
/// For others, and for counts of a billion, integrals run over the narrower of the two beliefs, whose peak sets
/// the scale. Both stay exact relative to themselves down to 1e-300.
extension Pair where Sample == Beta {
    /// The probability that the treatment's rate is higher than the control's.
    package func chanceToBeat() throws(Undefined) -> Double {
        if let order = MergedOrder(control, treatment) { return try settled(order.chanceFirstIsLower) }
        let c = LogitBeta(control)
        let t = LogitBeta(treatment)
        guard t.width < c.width else { return try min(1, expectation(over: c) { t.logUpperTail($0) }) }
        let failing = c.mirrored
        return try min(1, expectation(over: t) { failing.logUpperTail($0.mirrored) })
    }

    /// The rate given away on average by shipping an arm, where it is the worse one: E[(other − shipped)⁺].
    package func expectedLoss(ofShipping arm: Arm = .variant) throws(Undefined) -> Double {
        let (lost, kept) = arm == .variant ? (control, treatment) : (treatment, control)
        if let order = MergedOrder(lost, kept) { return try settled(order.excessOfFirst) }
        let shipped = LogitBeta(arm == .variant ? treatment : control)
        let other = LogitBeta(arm == .variant ? control : treatment)
        guard shipped.width < other.width else {
            // (other − shipped)⁺ = ((1 − shipped) − (1 − other))⁺
            let failing = shipped.mirrored
            return try expectation(over: other) { failing.logExcess($0.mirrored) }
        }
        return try expectation(over: shipped) { other.logExcess($0) }
    }

    /// The mean of exp(g) over a belief, where g + ln density has one peak.
    private func expectation(
        over law: LogitBeta,
        _ logValue: @escaping (LogitRate) -> Double
    ) throws(Undefined) -> Double {
        let integral = BellIntegral { u in
            let rate = LogitRate(u)
            return law.logDensity(rate) + logValue(rate)
        }
        return try integral.value(near: law.mode, width: law.width)
    }
}
