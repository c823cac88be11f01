import Postgres
import TipCore

/// Folds one stream, step by step, under one state of the project.
struct StreamFold: Sendable {
    let stream: Int32
    let log: EventLog
    let index: PhaseIndex
    let project: ProjectLog.State
    let compiled: CompiledProject
    let compiler: ProjectCompiler
    let connection: Connection

    /// Folds one batch, or what a change of the project asks for.
    ///
    /// Where another projector moved the mark meanwhile, nothing is written and the next step begins from
    /// that mark: whoever loses a race has less left to do, and comes to the place all the same.
    ///
    /// - Parameters:
    ///   - head: The place to which the caller wants to come.
    ///   - count: How many events to read at most.
    /// - Returns: How many events were folded; nil where there is nothing left to do.
    /// - Throws: `PostgresError`.
    func step(until head: Int64, count: Int64) async throws -> Int64? {
        let mark = try await checkpoint()
        // Another projector knows more of the project than we do: it is for the next round, which reads it.
        guard mark.projectSeq <= project.seq else { return nil }
        if mark.projectSeq < project.seq {
            try await refoldAfterChange(from: mark)
            return 0
        }
        guard mark.seq < head else { return nil }
        let count = min(count, head - mark.seq)
        let rows = try await read(after: mark.seq, count: count)
        // The log has holes where somebody was erased: the mark moves over them too.
        let to = Checkpoint(
            seq: mark.seq + count,
            projectSeq: mark.projectSeq,
            through: max(mark.through, rows.map(\.receivedAt).max() ?? mark.through)
        )
        let (legible, aside) = try await sift(rows)
        let people = try await people(Set(legible.map(\.person)), before: mark)
        let touched = index.isEmpty ? [] : try await peopleTouched(by: legible, after: mark)
        let exposures = try await exposures(of: touched, people, batch: legible, from: mark, to: to)
        var fold = states
        fold.exposures = exposures
        guard let states = try await fold.fold(legible, of: people, to: to) else { return nil }
        return try await write(exposures, states, aside) ? count : 0
    }

    /// The fold of eligibility beside that of exposures.
    var states: StateFold {
        StateFold(stream: stream, log: log, project: compiled, compiler: compiler, connection: connection)
    }

    /// What is known of persons.
    func people(_ people: Set<PersonKey>, before mark: Checkpoint) async throws -> StateFold.People {
        var found = StateFold.People(all: people)
        guard !people.isEmpty else { return found }
        let keys = people.map(\.value)
        let rows = try await connection.run { [stream] connection in
            try connection.query(SQL.people(stream: stream, people: keys))
        }
        for row in rows {
            let person = PersonKey(value: try row.uuid(0))
            found.names[person] = try row.string(2)
            if try row.int64(1) <= mark.seq { found.known.insert(person) }
        }
        return found
    }

    /// Writes both folds of a step and what it set aside, and moves the mark.
    func write(
        _ exposures: ExposureStep,
        _ states: StateStep,
        _ aside: SetAside = SetAside()
    ) async throws -> Bool {
        do {
            try await connection.run { connection in
                try connection.transaction { connection in
                    guard try connection.write(exposures, projection: Projector.projection),
                        try connection.write(states, stream: exposures.stream)
                    else { throw LostRace() }
                    try connection.write(aside, stream: exposures.stream)
                }
            }
            return true
        } catch is LostRace {
            return false
        }
    }

    /// Another projector moved a mark since it was read.
    private struct LostRace: Error {}

    func checkpoint() async throws -> Checkpoint {
        try await connection.run { [stream] connection in
            if let mark = try connection.checkpoints(of: Projector.projection)[stream] { return mark }
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

    /// Persons whose rows a batch may change: those who saw a tip of an experiment, those who did something that
    /// may count and have taken part before, and those who were shown a tip at a time from which on they did
    /// something that an audience reads, as it may have come late and let them in, or out.
    private func peopleTouched(by rows: [StoredRow], after mark: Checkpoint) async throws -> [PersonKey] {
        let words = try await log.words.words(Set(rows.compactMap(\.subject)))
        var relevant: [Int32: Bool] = [:]
        for (id, word) in words { relevant[id] = !index.entries(forTip: word.text).isEmpty }
        let hasAudience = index.hasAudience
        var saw: Set<PersonKey> = []
        var acted: Set<PersonKey> = []
        var first: Timestamp?
        for row in rows {
            switch EventKind(rawValue: row.kind) {
            case .impression, .exposure:
                if let tip = row.subject, relevant[tip] ?? false { saw.insert(row.person) }
            case .actionTap, .invalidation, .optOut, .optIn, .identify, .identified, .overrideSet,
                .overrideCleared:
                acted.insert(row.person)
            case .donation:
                acted.insert(row.person)
                if hasAudience { first = min(first ?? row.at, row.at) }
            case .donationsDeleted, .parameter, .session, .timeZone, .datastoreReset:
                guard hasAudience else { continue }
                acted.insert(row.person)
                first = min(first ?? row.at, row.at)
            default: break
            }
        }
        let asked = acted.subtracting(saw).map(\.value)
        guard !asked.isEmpty else { return Array(saw) }
        var known = try await connection.run { [stream] connection in
            try connection.query(SQL.peopleInExperiments(stream: stream, people: asked)).map {
                PersonKey(value: try $0.uuid(0))
            }
        }
        if let first {
            let others = Set(asked).subtracting(known.map(\.value))
            known += try await peopleShown(Array(others), from: first, after: mark)
        }
        return Array(saw.union(known))
    }

    /// Those of some persons who were shown a tip whose phase has an audience, before the batch came and from a time
    /// on.
    private func peopleShown(_ people: [UInt128], from first: Timestamp, after mark: Checkpoint) async throws
        -> [PersonKey]
    {
        guard !people.isEmpty, mark.seq > 0 else { return [] }
        let tips = try await log.words.ids(of: .tip) { index.hasAudience(forTip: $0) }
        guard !tips.isEmpty else { return [] }
        let query = SQL.peopleShown(
            stream: stream,
            people: people,
            through: mark.seq,
            tips: tips,
            since: first.microseconds
        )
        return try await connection.run { connection in
            try connection.query(query).map { PersonKey(value: try $0.uuid(0)) }
        }
    }

    /// The exposures of persons, from their whole history up to the new mark.
    func exposures(
        of touched: [PersonKey],
        _ people: StateFold.People,
        batch: [StoredRow],
        from mark: Checkpoint,
        to: Checkpoint
    ) async throws -> ExposureStep {
        let known = touched.filter(people.known.contains)
        let histories = try await histories(
            of: Set(touched),
            known: known,
            batch: batch,
            names: people.names,
            to: to
        )
        return ExposureStep(
            stream: stream,
            people: touched,
            known: known,
            rows: try await exposures(histories),
            from: mark,
            to: to
        )
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
