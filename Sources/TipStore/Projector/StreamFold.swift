import Postgres
import TipCore

/// Folds one stream, step by step, under one state of the project.
struct StreamFold: Sendable {
    let stream: Int32
    let log: EventLog
    let index: PhaseIndex
    let project: ProjectLog.State
    let connection: Connection

    /// How many events one step reads at most.
    static let batch: Int64 = 20_000

    /// Folds one batch, or what a change of the project asks for.
    ///
    /// Where another projector moved the mark meanwhile, nothing is written and the next step begins from
    /// that mark: whoever loses a race has less left to do, and comes to the place all the same.
    ///
    /// - Parameter head: The place to which the caller wants to come.
    /// - Returns: How many events were folded; nil where there is nothing left to do.
    /// - Throws: `PostgresError`, and `StoreError` where a row cannot be read.
    func step(until head: Int64) async throws -> Int64? {
        let mark = try await checkpoint()
        // Another projector knows more of the project than we do: it is for the next round, which reads it.
        guard mark.projectSeq <= project.seq else { return nil }
        if mark.projectSeq < project.seq {
            try await refoldAfterChange(from: mark)
            return 0
        }
        guard mark.seq < head else { return nil }
        let rows = try await read(after: mark.seq, count: min(Self.batch, head - mark.seq))
        guard let last = rows.last else { return nil }
        let to = Checkpoint(seq: last.seq, projectSeq: mark.projectSeq, through: last.receivedAt)
        let touched = index.isEmpty ? [] : try await peopleTouched(by: rows)
        return try await rewrite(touched, batch: rows, from: mark, to: to) ? Int64(rows.count) : 0
    }

    private func checkpoint() async throws -> Checkpoint {
        try await connection.run { [stream] connection in
            for row in try connection.query(SQL.checkpoints(projection: Projector.projection))
            where try row.int32(0) == stream {
                return Checkpoint(
                    seq: try row.int64(1),
                    projectSeq: try row.int64(2),
                    through: Timestamp(microseconds: try row.timestamp(3))
                )
            }
            try connection.execute(SQL.makeCheckpoint(stream: stream, projection: Projector.projection))
            return Checkpoint(seq: 0, projectSeq: 0, through: .epoch)
        }
    }

    private func read(after seq: Int64, count: Int64) async throws -> [StoredRow] {
        try await connection.run { [stream] connection in
            try connection.query(SQL.streamEvents(stream: stream, after: seq, count: count)).map {
                try StoredRow($0)
            }
        }
    }

    /// Persons whose rows a batch may change: those who saw a tip of an experiment, and those who did
    /// something that may count and have taken part before.
    private func peopleTouched(by rows: [StoredRow]) async throws -> [PersonKey] {
        let words = try await log.words.words(Set(rows.compactMap(\.subject)))
        var relevant: [Int32: Bool] = [:]
        for (id, word) in words { relevant[id] = !index.entries(forTip: word.text).isEmpty }
        var saw: Set<PersonKey> = []
        var acted: Set<PersonKey> = []
        for row in rows {
            switch EventKind(rawValue: row.kind) {
            case .impression, .exposure:
                if let tip = row.subject, relevant[tip] ?? false { saw.insert(row.person) }
            case .actionTap, .invalidation, .donation, .optOut, .optIn, .identify, .identified:
                acted.insert(row.person)
            default: break
            }
        }
        let asked = acted.subtracting(saw).map(\.value)
        guard !asked.isEmpty else { return Array(saw) }
        let known = try await connection.run { [stream] connection in
            try connection.query(SQL.peopleInExperiments(stream: stream, people: asked)).map {
                PersonKey(value: try $0.uuid(0))
            }
        }
        return Array(saw.union(known))
    }

    /// Folds anew the persons whose rows a decision about the project may change: where it holds from a time
    /// before the last event folded, those who saw the tips it is about since then; where it ends a phase whose
    /// conversions count until the end, those who saw them since that phase began.
    ///
    /// - Returns: Whether it was written; false where another projector moved the mark.
    @discardableResult
    private func refoldAfterChange(from mark: Checkpoint) async throws -> Bool {
        var to = mark
        to.projectSeq = project.seq
        let changes = project.events.filter { $0.seq > mark.projectSeq && $0.at <= mark.through }
        let tips = Set(changes.compactMap { project.tip(of: $0.event) })
        guard let since = changes.map({ project.reach(of: $0) }).min(), mark.seq > 0, !tips.isEmpty else {
            return try await rewrite([], batch: [], from: mark, to: to)
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
        for start in stride(from: 0, to: people.count, by: 2000) {
            let part = Array(people[start..<min(start + 2000, people.count)])
            guard try await rewrite(part, batch: [], from: mark, to: mark) else { return false }
        }
        return try await rewrite([], batch: [], from: mark, to: to)
    }

    /// Writes the rows of persons anew, from their whole history up to the new mark.
    private func rewrite(
        _ people: [PersonKey],
        batch: [StoredRow],
        from mark: Checkpoint,
        to: Checkpoint
    ) async throws -> Bool {
        var names: [PersonKey: String] = [:]
        var known: [PersonKey] = []
        if !people.isEmpty {
            let rows = try await connection.run { [stream] connection in
                try connection.query(SQL.people(stream: stream, people: people.map(\.value)))
            }
            for row in rows {
                let person = PersonKey(value: try row.uuid(0))
                names[person] = try row.string(2)
                if try row.int64(1) <= mark.seq { known.append(person) }
            }
        }
        let histories = try await histories(of: Set(people), known: known, batch: batch, names: names, to: to)
        let rows = try await exposures(histories)
        let step = ExposureStep(
            stream: stream,
            people: people,
            known: known,
            rows: rows,
            from: mark,
            to: to
        )
        return try await connection.run { try $0.write(step, projection: Projector.projection) }
    }

    /// The histories of persons in order: those who first came in this batch have all of it in memory.
    private func histories(
        of people: Set<PersonKey>,
        known: [PersonKey],
        batch: [StoredRow],
        names: [PersonKey: String],
        to: Checkpoint
    ) async throws -> [[StoredEvent]] {
        guard !people.isEmpty else { return [] }
        let knownSet = Set(known)
        var rows = batch.filter { people.contains($0.person) && !knownSet.contains($0.person) }
        if !known.isEmpty {
            rows += try await connection.run { [stream] connection in
                try connection.query(
                    SQL.peopleHistory(stream: stream, people: known.map(\.value), through: to.seq)
                ).map { try StoredRow($0) }
            }
        }
        let events = try await log.events(from: rows, names: names)
        return Dictionary(grouping: events, by: \.person).values.map { $0.inHistoryOrder }
    }

    private func exposures(_ histories: [[StoredEvent]]) async throws -> [ExposureRow] {
        let fold = PersonFold(index: index)
        var found: [(person: PersonKey, result: PersonFold.Result)] = []
        for history in histories {
            guard let person = history.first?.person else { continue }
            let isJoined = history.contains { $0.kind == .identify || $0.kind == .identified }
            let results = fold.results(of: history.compactMap(\.logged), isJoined: isJoined)
            found += results.map { (person, $0) }
        }
        var words: Set<Word> = []
        for (_, result) in found {
            words.insert(Word(.experiment, result.experiment))
            words.insert(Word(.variant, result.participation.variant))
        }
        let ids = try await log.words.ids(of: words)
        return found.compactMap { person, result in
            guard let experiment = ids[Word(.experiment, result.experiment)],
                let variant = ids[Word(.variant, result.participation.variant)]
            else { return nil }
            return ExposureRow(
                result.participation,
                person: person,
                device: result.device,
                experiment: experiment,
                phase: result.phase,
                variant: variant
            )
        }
    }
}

extension ProjectLog.State {
    /// The tip whose exposures a decision can change; nil where it changes none.
    fileprivate func tip(of event: LifecycleEvent) -> String? {
        switch event {
        case .experimentStarted(_, let phase), .phaseStarted(_, let phase): phase.tip
        case .experimentPaused(let id), .experimentResumed(let id), .experimentStopped(let id, _):
            lifecycle.experiments[id]?.currentPhase.tip
        case .catalogApplied, .experimentRamped, .tipOff, .tipOn: nil
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
