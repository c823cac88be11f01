/// Goes through a history from instant to instant and notes every change of a tip's status.
struct TimelineWalk {
    /// What was noted so far.
    private(set) var entries: [TimelineEntry] = []

    private let history: [FoldEvent]
    private let catalog: CompiledCatalog
    private let project: ProjectTimeline
    private let asker: Asker
    private var state = PersonState()
    private var conditions: ProjectConditions
    private var eligibility: Eligibility
    private var statuses: [UInt32: TipStatus] = [:]
    private var instant: Timestamp
    private var position = 0

    /// Folds what happened until the start, of which nothing is noted.
    init(
        _ events: [Event],
        from base: PersonState,
        under catalog: CompiledCatalog,
        project: ProjectTimeline,
        asker: Asker,
        start: Timestamp
    ) {
        var catalog = catalog
        history = events.map { catalog.foldEvent($0) }
        self.catalog = catalog
        self.project = project
        self.asker = asker
        state = base
        while position < history.count, history[position].at <= start {
            state.apply(history[position], under: catalog)
            position += 1
        }
        conditions = project.conditions(at: start, under: catalog)
        eligibility = Eligibility(state, under: catalog, conditions: conditions, asker: asker)
        instant = start
        for tip in eligibility.numbers() { statuses[tip] = eligibility.status(of: tip, at: start) }
    }

    /// How the tips stand where the walk is.
    var standings: [TipStanding] {
        eligibility.numbers().compactMap { tip in
            statuses[tip].map { TipStanding(tip: catalog.vocabulary.tips[tip], status: $0) }
        }
    }

    /// Walks on to an instant.
    mutating func run(through end: Timestamp) {
        let changes = project.changes(after: instant, through: end)
        var change = 0
        while true {
            let event = position < history.count && history[position].at <= end ? history[position].at : nil
            let decision = change < changes.count ? changes[change].at : nil
            guard let next = [event, decision].compactMap(\.self).min() else { break }
            passTime(before: next)
            instant = next
            let timed = timedStatuses(at: next)
            var isFirst = true
            while change < changes.count, changes[change].at == next {
                conditions = project.conditions(after: changes[change].count, under: catalog)
                note(.project(changes[change].change), timed: isFirst ? timed : [:])
                isFirst = false
                change += 1
            }
            while position < history.count, history[position].at == next {
                state.apply(history[position], under: catalog)
                note(.event(position), timed: isFirst ? timed : [:])
                isFirst = false
                position += 1
            }
        }
        passTime(before: end)
        let last = timedStatuses(at: end)
        if end > instant {
            instant = end
            noteTime(last)
        }
    }

    /// The tips there are an answer on, and then the items that a reset of the datastore made unknown.
    private var order: [UInt32] {
        let numbers = eligibility.numbers()
        guard statuses.count > numbers.count else { return numbers }
        return numbers + statuses.keys.filter { !numbers.contains($0) }.sorted()
    }

    // MARK: Time

    /// Notes what changes by itself after the instant of the walk and before another.
    private mutating func passTime(before next: Timestamp) {
        guard instant < next else { return }
        var due: [(tip: UInt32, at: Timestamp)] = []
        for tip in statuses.keys {
            guard let at = eligibility.nextChange(of: tip, after: instant), at < next else { continue }
            due.append((tip, at))
        }
        while let at = due.map(\.at).min() {
            var changed: [UInt32: TipStatus] = [:]
            for place in due.indices.reversed() where due[place].at == at {
                let tip = due[place].tip
                if let status = eligibility.status(of: tip, at: at), status != statuses[tip] {
                    changed[tip] = status
                }
                guard let later = eligibility.nextChange(of: tip, after: at), later < next else {
                    due.remove(at: place)
                    continue
                }
                due[place].at = later
            }
            instant = at
            noteTime(changed)
        }
    }

    /// The tips that time alone makes another at an instant.
    private func timedStatuses(at next: Timestamp) -> [UInt32: TipStatus] {
        var changed: [UInt32: TipStatus] = [:]
        for (tip, known) in statuses {
            if let status = eligibility.status(of: tip, at: next), status != known { changed[tip] = status }
        }
        return changed
    }

    private mutating func noteTime(_ changed: [UInt32: TipStatus]) {
        guard !changed.isEmpty else { return }
        let changes = tellings(of: changed, by: eligibility)
        for (tip, status) in changed { statuses[tip] = status }
        entries.append(TimelineEntry(at: instant, cause: .time, changes: changes))
    }

    // MARK: Causes

    /// Notes a cause with what it changed; `timed` is what time alone had changed at its instant, which is
    /// noted apart where the cause leaves it so.
    private mutating func note(_ cause: TimelineEntry.Cause, timed: [UInt32: TipStatus]) {
        let before = eligibility
        eligibility = Eligibility(state, under: catalog, conditions: conditions, asker: asker)
        var byTime: [UInt32: TipStatus] = [:]
        var byCause: [UInt32: TipStatus] = [:]
        for tip in order {
            guard let status = eligibility.status(of: tip, at: instant) else { continue }
            guard let known = statuses[tip] else {
                // An item that is named for the first time stood as one that nobody knew.
                statuses[tip] = before.status(of: tip, at: instant) ?? status
                if statuses[tip] != status { byCause[tip] = status }
                continue
            }
            if let expected = timed[tip], expected == status {
                byTime[tip] = status
            } else if known != status {
                byCause[tip] = status
            }
        }
        let (now, told) = (eligibility, tellings(of: byTime, by: before))
        if !told.isEmpty { entries.append(TimelineEntry(at: instant, cause: .time, changes: told)) }
        for (tip, status) in byTime { statuses[tip] = status }
        let changes = tellings(of: byCause, by: now)
        for (tip, status) in byCause { statuses[tip] = status }
        // What was decided for everybody is told where this person felt it.
        if case .project = cause, changes.isEmpty { return }
        entries.append(TimelineEntry(at: instant, cause: cause, changes: changes))
    }

    private func tellings(of changed: [UInt32: TipStatus], by eligibility: Eligibility) -> [TipChange] {
        guard !changed.isEmpty else { return [] }
        return order.compactMap { tip in
            guard let to = changed[tip], let from = statuses[tip] else { return nil }
            let verdict = eligibility.verdict(on: tip, at: instant)
            return TipChange(
                tip: catalog.vocabulary.tips[tip],
                from: from,
                to: to,
                reason: verdict?.invalidation?.reason,
                because: (verdict?.because ?? []).map(catalog.name(of:))
            )
        }
    }
}
