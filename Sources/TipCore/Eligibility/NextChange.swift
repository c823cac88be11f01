/// When answers change by themselves.
extension Eligibility {
    /// The first instant after `now` at which the verdict on a tip is another one with no further event.
    public func nextChange(of tip: UInt32, after now: Timestamp) -> Timestamp? {
        guard let definition = catalog.place(ofTip: tip) else { return nil }
        let verdict = verdict(on: tip, definition, at: now)
        return nextChange(of: tip, definition, differingFrom: verdict, after: now)
    }

    /// The first instant after `now` at which the verdict is another one than `verdict`, which it is at `now`.
    func nextChange(
        of tip: UInt32,
        _ definition: Int,
        differingFrom verdict: Verdict,
        after now: Timestamp
    ) -> Timestamp? {
        var instant = now
        while let next = nextCandidate(of: tip, definition, verdict, after: instant) {
            if self.verdict(on: tip, definition, at: next) != verdict { return next }
            instant = next
        }
        return nil
    }

    /// The next instant at which anything that the verdict looks at may change, where it is `verdict` now.
    private func nextCandidate(
        of tip: UInt32,
        _ definition: Int,
        _ verdict: Verdict,
        after now: Timestamp
    ) -> Timestamp? {
        let compiled = catalog.tips[definition]
        var next: Timestamp?
        func consider(_ instant: Timestamp?) {
            guard let instant, instant > now, instant < next ?? Timestamp(microseconds: .max) else { return }
            next = instant
        }
        for experiment in compiled.experiments {
            consider(facts.nextChange(ofVariant: experiment, after: now))
        }
        for override in state.overrides { consider(override.until) }
        // Nothing but an override that ends takes a tip out of being over, or out of being forced to show.
        guard verdict.status != .invalidated else { return next }
        let override = state.override(of: tip, at: now, catalog)
        let isForced = override == .showTips || override == .showAllTips
        if isForced, verdict.status == .available { return next }
        consider(state.invalidation(of: tip, under: catalog)?.at)
        if isForced { return next }
        for rule in compiled.rules { consider(facts.nextChange(of: rule, after: now)) }
        consider(frequencyEnd(of: tip, compiled))
        return next
    }
}
