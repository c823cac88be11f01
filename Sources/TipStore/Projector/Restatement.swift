import Postgres
import TipCore

/// What a change of the project asks of what is folded already.
extension StreamFold {
    /// How many persons are written at once.
    private static let page = 2000

    /// Makes what is folded as the project is now, and moves the mark's place of stream 0.
    ///
    /// - Returns: Whether it was written; false where another projector moved the mark.
    @discardableResult
    func refoldAfterChange(from mark: Checkpoint) async throws -> Bool {
        guard try await forgetErased(from: mark), try await refoldExposures(from: mark),
            try await restate(from: mark)
        else { return false }
        var to = mark
        to.projectSeq = project.seq
        let exposures = try await exposures(of: [], StateFold.People(), batch: [], from: mark, to: to)
        var states = StateStep()
        states.defaults = compiled.schedules.defaults
        return try await write(exposures, states)
    }

    /// Takes away the rows of persons who were erased since the mark's place of stream 0.
    ///
    /// A fold that read them before has an older place of stream 0, so its write fails or comes before this. Joined
    /// persons are written from other streams too: the mark of joins moves, so that such a write fails as well.
    ///
    /// - Returns: Whether it was written; false where another projector moved a mark.
    private func forgetErased(from mark: Checkpoint) async throws -> Bool {
        guard mark.seq > 0 else { return true }
        let people = try await connection.run { [stream] connection in
            try connection.query(SQL.erasedSince(stream: stream, after: mark.projectSeq)).map {
                PersonKey(value: try $0.uuid(0))
            }
        }
        for start in stride(from: 0, to: people.count, by: Self.page) {
            let part = Array(people[start..<min(start + Self.page, people.count)])
            var step = StateStep()
            step.people[stream] = part
            step.tipPeople[stream] = part
            step.forgotten = part
            step.joins = try await JoinedFold(fold: states, own: mark, fresh: []).joinsMark()
            let exposures = ExposureStep(
                stream: stream,
                people: part,
                known: part,
                rows: [],
                from: mark,
                to: mark
            )
            guard try await write(exposures, step) else { return false }
        }
        return true
    }

    /// Folds anew the persons whose rows a decision about the project may change: where it holds from a time
    /// before the last event folded, those who saw the tips it is about since then; where it ends a phase whose
    /// conversions count until the end, those who saw them since that phase began.
    ///
    /// - Returns: Whether it was written; false where another projector moved the mark.
    private func refoldExposures(from mark: Checkpoint) async throws -> Bool {
        let changes = project.events.filter { $0.seq > mark.projectSeq && $0.at <= mark.through }
        let tips = Set(changes.compactMap { project.tip(of: $0.event) })
        guard let since = changes.map({ project.reach(of: $0) }).min(), mark.seq > 0, !tips.isEmpty else {
            return true
        }
        let templates = tips.compactMap { TipTemplate(id: $0) }
        let names = try await log.words.ids(of: .tip) { name in
            tips.contains(name) || templates.contains { $0.matches(name) }
        }
        let people = try await connection.run { [stream] connection in
            try connection.query(
                SQL.peopleWhoSaw(
                    stream: stream,
                    through: mark.seq,
                    tips: names,
                    since: since.microseconds
                )
            ).map { PersonKey(value: try $0.uuid(0)) }
        }
        for start in stride(from: 0, to: people.count, by: Self.page) {
            let part = Array(people[start..<min(start + Self.page, people.count)])
            let found = try await self.people(Set(part), before: mark)
            let exposures = try await exposures(of: part, found, batch: [], from: mark, to: mark)
            guard try await write(exposures, StateStep()) else { return false }
        }
        return true
    }

    // MARK: Eligibility

    /// Writes the tips of all persons anew whose rows are not as the project makes them now.
    private func restate(from mark: Checkpoint) async throws -> Bool {
        guard mark.seq > 0 else { return true }
        let before = try await compiler.project(try project.asOf(seq: mark.projectSeq))
        guard before.basis != compiled.basis else { return true }
        var last = PersonKey.nobody
        while true {
            let after = last.value
            let rows = try await connection.run { [stream] connection in
                try connection.query(
                    SQL.nextPersonStates(stream: stream, after: after, count: Int64(Self.page))
                )
            }
            guard !rows.isEmpty else { return true }
            var stored: [PersonKey: StoredState] = [:]
            for row in rows {
                last = PersonKey(value: try row.uuid(0))
                stored[last] = StoredState(
                    key: UInt64(bitPattern: try row.int64(1)),
                    bytes: try row.bytes(2)
                )
            }
            guard let step = try await restated(stored, at: mark) else { return false }
            guard !step.isEmpty else { continue }
            let exposures = try await exposures(of: [], StateFold.People(), batch: [], from: mark, to: mark)
            guard try await write(exposures, step) else { return false }
        }
    }

    /// What persons' rows lack to be as the project makes them now; nil where another projector knows more.
    private func restated(_ stored: [PersonKey: StoredState], at mark: Checkpoint) async throws -> StateStep?
    {
        let linked = Set(try await states.links(of: Array(stored.keys), in: stream).map(\.person))
        let people = try await people(Set(stored.keys).subtracting(linked), before: mark)
        var states: [PersonKey: PersonState] = [:]
        for person in people.all { states[person] = stored[person]?.state(under: compiled.catalog) }
        let catalog = try await compiler.catalog(
            of: compiled,
            knowing: states.values.flatMap(\.tipsWithState)
        )
        let kept = try await self.states.variants(of: Set(states.keys))
        var made = StateStep()
        for (person, state) in states {
            let unit = StateFold.Unit(
                key: person,
                name: people.names[person] ?? "",
                kept: kept[person] ?? []
            )
            self.states.add(state, of: unit, under: catalog, isKnown: true, to: &made)
        }
        var step = try await differing(made)
        let late = people.all.subtracting(states.keys)
        step.add(try await self.states.refold(late, names: people.names, to: mark))
        if !linked.isEmpty {
            let joined = JoinedFold(fold: self.states, own: mark, fresh: [])
            guard let part = try await joined.step(for: linked) else { return nil }
            step.add(part)
        }
        return step
    }

    /// The tips of those persons whose rows are other ones; their states are the same.
    private func differing(_ made: StateStep) async throws -> StateStep {
        let people = made.tipPeople[stream] ?? []
        let keys = people.map(\.value)
        let rows = try await connection.run { [stream] connection in
            try connection.query(SQL.tipStates(stream: stream, people: keys)).map {
                try TipStateRow($0, stream: stream)
            }
        }
        let old = Dictionary(grouping: rows, by: \.person).mapValues(Set.init)
        let new = Dictionary(grouping: made.tips, by: \.person)
        var step = StateStep()
        for person in people where old[person] ?? [] != Set(new[person] ?? []) {
            step.tipPeople[stream, default: []].append(person)
            step.tips += new[person] ?? []
        }
        return step
    }
}

extension StateStep {
    /// Whether nothing is written.
    fileprivate var isEmpty: Bool {
        people.isEmpty && tipPeople.isEmpty && states.isEmpty && tips.isEmpty
    }
}

extension ProjectLog.State {
    /// The tip whose exposures a decision can change; nil where it changes none.
    fileprivate func tip(of event: LifecycleEvent) -> String? {
        switch event {
        case .experimentStarted(_, let phase), .phaseStarted(_, let phase): phase.tip
        case .experimentPaused(let id), .experimentResumed(let id), .experimentStopped(let id, _):
            lifecycle.experiments[id]?.currentPhase.tip
        case .catalogApplied, .experimentRamped, .tipOff, .tipOn, .erasure: nil
        }
    }

    /// The time from which on a person who saw the tip may be concerned by a decision.
    fileprivate func reach(of entry: ProjectLog.Entry) -> Timestamp {
        let ended: FrozenPhase? =
            switch entry.event {
            case .experimentStopped(let id, _): lifecycle.experiments[id]?.currentPhase
            case .phaseStarted(let id, let phase):
                lifecycle.experiments[id]?.phases.first { $0.number == phase.number - 1 }
            default: nil
            }
        guard let ended, ended.metrics.contains(where: { $0.within == nil }) else { return entry.at }
        return min(entry.at, ended.startedAt)
    }
}
