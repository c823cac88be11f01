/// Folding events into a person's state.
extension PersonState {
    /// How many displays with an unknown end are kept; of more, the oldest counts as ended as presumed.
    static let viewLimit = 64
    /// How many displays are kept in mind at least, so that one that is said again counts once.
    static let displayLimit = 4096
    /// How many test overrides are kept; of more, the oldest is dropped.
    static let overrideLimit = 256

    /// Whether an event belongs after all that was folded, so that it can be applied.
    ///
    /// An event that arrives later and belongs earlier needs the history to be folded anew. At the instant of
    /// the last event, one that arrives now comes last unless its device's counter puts it before another.
    public func canApply(_ key: HistoryOrder.Key) -> Bool {
        guard let lastAt = last.at, key.at <= lastAt else { return true }
        guard key.at == lastAt, let sequence = key.sequence else { return key.at == lastAt }
        let counter = last.counters.first { $0.device == key.device }
        return counter.map { $0.sequence <= sequence } ?? true
    }

    /// Folds the next event of the history, for which `canApply` is true.
    public mutating func apply(_ event: FoldEvent, under catalog: CompiledCatalog) {
        if case .folded(let left) = event.body { return take(left) }
        note(event)
        if !views.isEmpty { keepAlive(event, catalog) }
        switch event.body {
        case .donation(let number, let info): donate(number, info, at: event.at, catalog)
        case .donationsDeleted(let number): donations.removeAll { $0.event == number }
        case .parameter(let number, let value): set(number, to: value, catalog)
        case .session: launch(on: event.device, at: event.at)
        case .timeZone(let name): if ZoneClock.named(name) != nil { timeZone = name }
        case .impression(let tip, let display): show(tip, display, event, catalog)
        case .impressionProgress(let tip, let display):
            mention(tip, catalog)
            revive(tip, display, at: event.at, catalog)
        case .impressionEnd(let tip, let display):
            mention(tip, catalog)
            end(tip, display, at: event.at, catalog)
        case .actionTap(let tip, let action, let display):
            mention(tip, catalog)
            revive(tip, display, on: event.device, at: event.at, catalog)
            countTap(on: tip, at: event.at, catalog)
            guard catalog.tip(tip)?.invalidatingActions.contains(action) ?? false else { return }
            invalidate(tip, .actionPerformed, at: event.at, catalog)
        case .invalidation(let tip, let reason):
            mention(tip, catalog)
            // Only a tip on screen can be closed.
            if reason == .tipClosed { revive(tip, nil, on: event.device, at: event.at, catalog) }
            invalidate(tip, reason, at: event.at, catalog)
        case .eligibilityReset(let tip):
            mention(tip, catalog)
            resetEligibility(of: tip, at: event.at, catalog)
        case .datastoreReset: resetDatastore()
        case .overrideSet(let kind, let tips, let until): setOverride(kind, tips, until, at: event.at)
        case .overrideCleared(let kind): overrides.removeAll { kind == nil || $0.kind == kind }
        case .optOut: isOptedOut = true
        case .optIn: isOptedOut = false
        case .sign(let tip): if let tip { mention(tip, catalog) }
        case .folded: break
        }
    }

    private mutating func note(_ event: FoldEvent) {
        if last.at != event.at {
            last.at = event.at
            if !last.counters.isEmpty { last.counters.removeAll(keepingCapacity: true) }
        }
        guard let sequence = event.sequence else { return }
        if let place = last.counters.firstIndex(where: { $0.device == event.device }) {
            last.counters[place].sequence = max(last.counters[place].sequence, sequence)
        } else {
            last.counters.append(LastInstant.Counter(device: event.device, sequence: sequence))
        }
    }

    // MARK: Donations and parameters

    private mutating func donate(
        _ number: UInt32,
        _ info: [FieldValue],
        at instant: Timestamp,
        _ catalog: CompiledCatalog
    ) {
        guard let place = catalog.place(ofEvent: number) else { return }
        let event = catalog.events[place]
        guard event.maximumCount > 0 else { return }
        let isAllRead = info.allSatisfy { event.fields.contains($0.field) }
        let donation = Donation(
            at: instant,
            info: isAllRead ? info : info.filter { event.fields.contains($0.field) }
        )
        guard let list = donations.firstIndex(where: { $0.event == number }) else {
            donations.append(DonationList(event: number, items: [donation]))
            return
        }
        donations[list].items.append(donation)
        // What no rule can see any more goes in batches, as removing from the front moves the rest.
        let surplus = donations[list].items.count - event.maximumCount
        if surplus > event.maximumCount + 16 { donations[list].items.removeFirst(surplus) }
    }

    private mutating func set(_ number: UInt32, to value: Scalar, _ catalog: CompiledCatalog) {
        guard catalog.place(ofParameter: number) != nil else { return }
        let slot = ParameterSlot(number: number, value: value)
        if let place = parameters.firstIndex(where: { $0.number == number }) {
            parameters[place] = slot
        } else {
            parameters.append(slot)
        }
    }

    /// A launch ends the device's displays and sets transient parameters back.
    private mutating func launch(on device: UInt64, at instant: Timestamp) {
        for place in parameters.indices { parameters[place].isOfEarlierLaunch = true }
        for place in views.indices where views[place].device == device && !views[place].isEndedByLaunch {
            views[place].end = min(views[place].end, instant)
            views[place].isEndedByLaunch = true
        }
    }

    // MARK: Tips

    /// The place of a tip's state, which is made where there is none.
    private mutating func slot(of tip: UInt32) -> Int {
        if let place = tipNumbers.firstIndex(of: tip) { return place }
        tipNumbers.append(tip)
        tips.append(TipState())
        return tips.count - 1
    }

    /// Keeps in mind that an item of a reusable tip exists.
    private mutating func mention(_ tip: UInt32, _ catalog: CompiledCatalog) {
        guard catalog.tip(tip)?.template != nil else { return }
        _ = slot(of: tip)
    }

    private mutating func show(
        _ tip: UInt32,
        _ display: UInt64,
        _ event: FoldEvent,
        _ catalog: CompiledCatalog
    ) {
        mention(tip, catalog)
        // What a tester forces to show leaves no trace (R13).
        guard !isForced(tip, at: event.at, catalog) else { return }
        let key = Self.display(display, of: tip)
        guard !displays.contains(key) else {
            revive(tip, display, at: event.at, catalog)
            return
        }
        guard !isInvalidated(tip, at: event.at, catalog) else { return }
        let place = slot(of: tip)
        if displays.count == 2 * Self.displayLimit { displays.removeFirst(Self.displayLimit) }
        displays.append(key)
        tips[place].count += 1
        if tips[place].firstDisplayed == nil || catalog.catalog.settings.redisplaysSetClock {
            startClock(tip, at: event.at, catalog)
        }
        tips[place].firstDisplayed = tips[place].firstDisplayed ?? event.at
        if views.count == Self.viewLimit { settle(0, at: min(views[0].end, event.at), catalog) }
        views.append(
            OpenView(
                tip: tip,
                display: display,
                device: event.device,
                start: event.at,
                end: event.at.adding(microseconds: catalog.silence)
            )
        )
    }

    /// Who has not seen a tip has not tapped it, whatever was sent; what a tester forces to show counts for nothing.
    private mutating func countTap(on tip: UInt32, at instant: Timestamp, _ catalog: CompiledCatalog) {
        guard let place = tipNumbers.firstIndex(of: tip), tips[place].count > 0,
            !isForced(tip, at: instant, catalog)
        else { return }
        tips[place].taps += 1
    }

    private mutating func startClock(_ tip: UInt32, at instant: Timestamp, _ catalog: CompiledCatalog) {
        let ignores = catalog.tip(tip)?.ignoresDisplayFrequency ?? false
        guard !ignores || catalog.catalog.settings.ignoringTipsSetClock else { return }
        clock = FrequencyClock(at: instant, tip: tip)
    }

    private mutating func end(
        _ tip: UInt32,
        _ display: UInt64,
        at instant: Timestamp,
        _ catalog: CompiledCatalog
    ) {
        guard let view = views.firstIndex(where: { $0.tip == tip && $0.display == display }) else { return }
        // After a launch of its device an end is a leftover of the process that is gone.
        let end = views[view].isEndedByLaunch ? views[view].end : instant
        settle(view, at: end, catalog)
    }

    /// Adds a display whose end is now known to its tip; a tip that was over earlier ended it.
    private mutating func settle(_ view: Int, at end: Timestamp, _ catalog: CompiledCatalog) {
        views[view].end = end
        let tip = views[view].tip
        let limit = invalidation(of: tip, under: catalog)?.at ?? end
        let settled = max(views[view].start, min(end, limit))
        let place = slot(of: tip)
        let length = TipState.length(from: views[view].start, to: settled)
        tips[place].settled = TipState.sum(tips[place].settled, length)
        tips[place].lastEnd = max(tips[place].lastEnd ?? settled, settled)
        views.remove(at: view)
    }

    private mutating func invalidate(
        _ tip: UInt32,
        _ reason: InvalidationReason,
        at instant: Timestamp,
        _ catalog: CompiledCatalog
    ) {
        guard !isForced(tip, at: instant, catalog) else { return }
        let place = slot(of: tip)
        guard tips[place].explicit == nil else { return }
        tips[place].explicit = Invalidation(reason: reason, at: instant)
    }

    private mutating func resetEligibility(
        of tip: UInt32,
        at instant: Timestamp,
        _ catalog: CompiledCatalog
    ) {
        guard isInvalidated(tip, at: instant, catalog) else { return }
        tips[slot(of: tip)] = TipState()
        views.removeAll { $0.tip == tip }
    }

    /// Empties what TipKit's datastore holds: tips, donations, parameters and the clock.
    ///
    /// The zone, an opt-out and a tester's overrides are no records of it: they say where a person is, what
    /// they want and what a test session does.
    private mutating func resetDatastore() {
        tipNumbers = []
        tips = []
        displays = []
        views = []
        parameters = []
        donations = []
        clock = nil
    }

    private mutating func setOverride(
        _ kind: OverrideKind,
        _ tips: [UInt32],
        _ until: Timestamp,
        at instant: Timestamp
    ) {
        overrides.removeAll { $0.until <= instant }
        let named: [UInt32?] =
            switch kind {
            case .showTips, .hideTips: tips.map(Optional.some)
            case .showAllTips, .hideAllTips: [nil]
            }
        for tip in named {
            overrides.removeAll { $0.kind == kind && $0.tip == tip }
            guard until > instant else { continue }
            if overrides.count == Self.overrideLimit { overrides.removeFirst() }
            overrides.append(TestOverride(kind: kind, tip: tip, until: until))
        }
    }

    // MARK: Signs of life

    /// Any input of a device keeps its displays alive, as long as they are not presumed over yet (R9).
    private mutating func keepAlive(_ event: FoldEvent, _ catalog: CompiledCatalog) {
        if case .session = event.body { return }
        let end = event.at.adding(microseconds: catalog.silence)
        for place in views.indices
        where views[place].device == event.device && !views[place].isEndedByLaunch
            && event.at <= views[place].end
        {
            views[place].end = end
        }
    }

    /// Evidence of a display itself lifts any presumption that it is over.
    private mutating func revive(
        _ tip: UInt32,
        _ display: UInt64,
        at instant: Timestamp,
        _ catalog: CompiledCatalog
    ) {
        guard let view = views.firstIndex(where: { $0.tip == tip && $0.display == display }) else { return }
        views[view].end = instant.adding(microseconds: catalog.silence)
        views[view].isEndedByLaunch = false
    }

    /// Evidence of a display that may be named, and is else the device's latest of the tip in this launch.
    private mutating func revive(
        _ tip: UInt32,
        _ display: UInt64?,
        on device: UInt64,
        at instant: Timestamp,
        _ catalog: CompiledCatalog
    ) {
        if let display { return revive(tip, display, at: instant, catalog) }
        let latest = views.lastIndex { $0.tip == tip && $0.device == device && !$0.isEndedByLaunch }
        if let latest { views[latest].end = instant.adding(microseconds: catalog.silence) }
    }

    /// A display of a tip as one number.
    static func display(_ display: UInt64, of tip: UInt32) -> UInt64 {
        StableHash.pair(UInt64(tip), display)
    }
}
