/// A person's history told in order: what happened, and what became of the tips by it, by time alone, and by
/// what was decided for everybody.
///
/// At every instant it says what a decision at that instant says: the newest catalog over the events that
/// were visible then, with the frequency, the zone, the switches and the experiments of that instant.
public struct PersonTimeline: Hashable, Sendable {
    /// The instant that the telling starts at; nothing of it is told yet.
    public let start: Timestamp
    /// How the tips stood at the start, in the order of answers.
    public let initial: [TipStanding]
    /// What happened, in order.
    public let entries: [TimelineEntry]
    /// How the tips stand at the end.
    public let final: [TipStanding]
}

/// How a tip stands.
public struct TipStanding: Hashable, Sendable {
    /// The tip.
    public let tip: String
    /// Its status.
    public let status: TipStatus
}

/// One thing that happened.
public struct TimelineEntry: Hashable, Sendable {
    /// When.
    public let at: Timestamp
    /// What.
    public let cause: Cause
    /// The tips whose status is another one from then on, by this.
    public let changes: [TipChange]

    /// What can happen.
    public enum Cause: Hashable, Sendable {
        /// An event of the person, by its place in the history that was given.
        case event(Int)
        /// Something was decided for everybody.
        case project(ProjectTimeline.Change)
        /// Time went by.
        case time
    }
}

/// A tip that changed its status.
public struct TipChange: Hashable, Sendable {
    /// The tip.
    public let tip: String
    /// What it was.
    public let from: TipStatus
    /// What it is.
    public let to: TipStatus
    /// Why it is over, where it is.
    public let reason: InvalidationReason?
    /// What holds it, where it is pending, as answers name it.
    public let because: [String]

    /// The change in words, such as `welcome became available`.
    public var words: Sentence {
        switch (to, reason) {
        case (.available, _): "\(tip) became available"
        case (.pending, _) where because.isEmpty: "\(tip) became pending"
        case (.pending, _): "\(tip) became pending: \(because.joined(separator: ", "))"
        case (.invalidated, let reason?): "\(tip) was over: \(reason.rawValue)"
        case (.invalidated, nil): "\(tip) was over"
        }
    }
}

extension ProjectTimeline.Change {
    /// What was decided, in words.
    public var words: Sentence {
        switch self {
        case .configuration(let frequency, let zone):
            let name = frequency.name ?? JSON.number(frequency.seconds).text() + " s"
            return "a catalog came in force: display frequency \(name), time zone \(zone)"
        case .tipOff(let tip): return "\(tip) was switched off for everybody"
        case .tipOn(let tip): return "\(tip) was switched on for everybody"
        case .experiment(let id, .draft): return "the experiment \(id) was a draft"
        case .experiment(let id, .running(let phase)): return "the experiment \(id) ran phase \(phase.number)"
        case .experiment(let id, .paused): return "the experiment \(id) was paused"
        case .experiment(let id, .stopped): return "the experiment \(id) was stopped"
        }
    }
}

extension PersonTimeline {
    /// Tells a history.
    ///
    /// - Parameters:
    ///   - history: The person's events in the order of the history; those after `end` are not told.
    ///   - base: What is known from before the first event.
    ///   - catalog: The catalog to fold and decide under.
    ///   - project: What was decided for everybody.
    ///   - asker: Who the person is.
    ///   - since: The first instant that is told; nil starts at the first event.
    ///   - end: The last instant that is told.
    public init(
        of history: [Event],
        from base: PersonState = PersonState(),
        under catalog: CompiledCatalog,
        project: ProjectTimeline,
        asker: Asker,
        since: Timestamp? = nil,
        through end: Timestamp
    ) {
        let first = since ?? history.first?.at ?? end
        let start = min(first.adding(microseconds: -1), end)
        var walk = TimelineWalk(
            history,
            from: base,
            under: catalog,
            project: project,
            asker: asker,
            start: start
        )
        initial = walk.standings
        walk.run(through: end)
        self.start = start
        entries = walk.entries
        final = walk.standings
    }

    /// The entries that have to do with a tip: it changed, the event is about it, or its rules read what
    /// happened.
    public func entries(
        about tip: String,
        in history: [Event],
        under catalog: CompiledCatalog
    ) -> [TimelineEntry] {
        let definition = catalog.place(ofTipNamed: tip).map { catalog.catalog.tips[$0] }
        let rules = definition?.rules ?? []
        let parameters = Set(rules.flatMap(\.parameters).map { ExactText($0.name) })
        let events = Set(rules.flatMap(\.events).map { ExactText($0.name) })
        return entries.filter { entry in
            if entry.changes.contains(where: { $0.tip.hasSameBytes(as: tip) }) { return true }
            guard case .event(let place) = entry.cause else { return false }
            switch history[place].body {
            case .donation(let event, _), .donationsDeleted(let event):
                return events.contains(ExactText(event))
            case .parameter(let name, _): return parameters.contains(ExactText(name))
            case .overrideSet(_, let tips, _):
                return tips.isEmpty || tips.contains { $0.hasSameBytes(as: tip) }
            case .datastoreReset, .overrideCleared, .optOut, .optIn, .identify: return true
            case let body: return body.tip?.hasSameBytes(as: tip) ?? false
            }
        }
    }
}
