/// When a tip is over for a person.
extension PersonState {
    /// Whether a test override makes a tip show at an instant.
    func isForced(_ tip: UInt32, at instant: Timestamp, _ catalog: CompiledCatalog) -> Bool {
        guard !overrides.isEmpty else { return false }
        switch override(of: tip, at: instant, catalog) {
        case .showTips, .showAllTips: return true
        case .hideTips, .hideAllTips, nil: return false
        }
    }

    /// The test override that decides about a tip at an instant; a name beats all, and showing beats hiding.
    func override(of tip: UInt32, at instant: Timestamp, _ catalog: CompiledCatalog) -> OverrideKind? {
        guard !overrides.isEmpty else { return nil }
        let definition = catalog.tip(tip)?.number
        let kinds = overrides.compactMap { override in
            let isMeant = override.tip.map { $0 == tip || $0 == definition } ?? true
            return isMeant && override.until > instant ? override.kind : nil
        }
        return [.showTips, .hideTips, .showAllTips, .hideAllTips].first(where: kinds.contains)
    }

    /// Whether a tip is over at an instant.
    func isInvalidated(_ tip: UInt32, at instant: Timestamp, _ catalog: CompiledCatalog) -> Bool {
        guard let end = invalidation(of: tip, under: catalog) else { return false }
        return end.at <= instant
    }

    /// When and why a tip is or will be over, if nothing else happens: the earlier of what an event said and
    /// what its limits say; at one instant the event (R10).
    func invalidation(of tip: UInt32, under catalog: CompiledCatalog) -> Invalidation? {
        guard let place = tipNumbers.firstIndex(of: tip) else { return nil }
        let state = tips[place]
        guard let definition = catalog.tip(tip),
            definition.maxDisplayCount != nil || definition.maxDisplayDuration != nil,
            state.count > 0
        else { return state.explicit }
        let own = spans(of: tip, until: state.explicit?.at)
        var end = state.explicit
        // Duration before count at one instant, as a display's end adds its seconds first.
        let limits = [
            (
                InvalidationReason.displayDurationExceeded,
                durationEnd(of: state, own, definition, catalog.minimumView)
            ),
            (.displayCountExceeded, countEnd(of: state, own, definition)),
        ]
        for (reason, at) in limits {
            if let at, at < end?.at ?? Timestamp(microseconds: .max) {
                end = Invalidation(reason: reason, at: at)
            }
        }
        return end
    }

    /// A stretch of time in which a display is on screen as far as is known; its end is not included.
    struct Span: Hashable {
        let start: Timestamp
        let end: Timestamp
    }

    /// The displays of a tip whose end is not known, cut where the tip was invalidated.
    private func spans(of tip: UInt32, until cut: Timestamp?) -> [Span] {
        guard !views.isEmpty else { return [] }
        var spans: [Span] = []
        for view in views where view.tip == tip {
            let end = cut.map { min($0, view.end) } ?? view.end
            spans.append(Span(start: view.start, end: max(view.start, end)))
        }
        return spans
    }

    /// The count limit acts when enough displays were counted and none is on screen (R7).
    private func countEnd(of state: TipState, _ spans: [Span], _ tip: CompiledTip) -> Timestamp? {
        guard let limit = tip.maxDisplayCount, state.count >= limit else { return nil }
        return (spans.map(\.end) + [state.lastEnd].compactMap(\.self)).max()
    }

    /// The duration limit acts at the first instant at which the total is reached and no display is on
    /// screen that has not had its minute (R8).
    private func durationEnd(
        of state: TipState,
        _ spans: [Span],
        _ tip: CompiledTip,
        _ minimumView: Int64
    ) -> Timestamp? {
        guard let limit = tip.maxDisplayDuration,
            var instant = Self.instant(ofReaching: limit, from: state, spans)
        else { return nil }
        while true {
            let waits = spans.compactMap { span -> Timestamp? in
                let minute = span.start.adding(microseconds: minimumView)
                let isYoung = span.start <= instant && instant < span.end && instant < minute
                return isYoung ? min(span.end, minute) : nil
            }
            guard let wait = waits.min() else { return instant }
            instant = wait
        }
    }

    /// The instant at which all displays together have been on screen for so many microseconds.
    ///
    /// It is not before the last known end: had the limit acted earlier, that display would have ended there.
    private static func instant(
        ofReaching limit: Int64,
        from state: TipState,
        _ spans: [Span]
    ) -> Timestamp? {
        if state.settled >= limit { return state.lastEnd }
        let earliest = state.lastEnd ?? Timestamp(microseconds: .min)
        var total = state.settled
        let edges = Set(spans.flatMap { [$0.start, $0.end] }).sorted()
        for (from, to) in zip(edges, edges.dropFirst()) {
            let open = Int64(spans.count { $0.start <= from && to <= $0.end })
            let missing = limit - total
            let (gained, isMore) = open.multipliedReportingOverflow(by: TipState.length(from: from, to: to))
            if open > 0, isMore || gained >= missing {
                return max(earliest, from.adding(microseconds: (missing + open - 1) / open))
            }
            total = TipState.sum(total, gained)
        }
        return nil
    }

    // MARK: What was seen of a tip

    /// How often a tip was displayed.
    public func displayCount(of tip: UInt32) -> Int {
        tipNumbers.firstIndex(of: tip).map { tips[$0].count } ?? 0
    }

    /// How often a person who saw a tip tapped its actions.
    package func tapCount(of tip: UInt32) -> Int {
        tipNumbers.firstIndex(of: tip).map { tips[$0].taps } ?? 0
    }

    /// How long a tip has been on screen until an instant not before the last event, in microseconds.
    public func displayedMicroseconds(
        of tip: UInt32,
        at now: Timestamp,
        under catalog: CompiledCatalog
    ) -> Int64 {
        guard let place = tipNumbers.firstIndex(of: tip) else { return 0 }
        let cut = min(now, invalidation(of: tip, under: catalog)?.at ?? now)
        return spans(of: tip, until: cut).reduce(tips[place].settled) { total, span in
            TipState.sum(total, TipState.length(from: span.start, to: span.end))
        }
    }

    /// The stretch in which the latest display of a tip that is on screen at an instant stays there.
    func onScreen(_ tip: UInt32, at now: Timestamp) -> Span? {
        views.last { $0.tip == tip && $0.end > now }.map { Span(start: $0.start, end: $0.end) }
    }
}
