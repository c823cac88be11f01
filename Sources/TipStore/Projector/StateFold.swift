import Postgres
import TipCore

/// Folds the states of persons of one stream, under one state of the project.
///
/// A person's state follows from their whole history. Events that belong after all that was folded are
/// folded on from the stored state; where one does not, or the catalog keeps other things now, the history is
/// read and folded anew, which comes to the same.
struct StateFold: Sendable {
    let stream: Int32
    let log: EventLog
    let project: CompiledProject
    let compiler: ProjectCompiler
    let connection: Connection
    /// The exposures that the same step writes, which stand for those of these persons in the database.
    var exposures: ExposureStep?

    /// The persons of a batch.
    struct People: Sendable {
        /// All of them.
        var all: Set<PersonKey> = []
        /// Those with events before the batch.
        var known: Set<PersonKey> = []
        /// Their names.
        var names: [PersonKey: String] = [:]
    }

    /// What a batch changes.
    ///
    /// - Parameters:
    ///   - batch: The rows after the mark, in the order of arrival.
    ///   - people: Whose rows they are.
    ///   - to: Where the mark will stand.
    /// - Returns: What is to be written; nil where another projector knows more of the project.
    /// - Throws: `PostgresError`.
    func fold(_ batch: [StoredRow], of people: People, to: Checkpoint) async throws -> StateStep? {
        guard !batch.isEmpty else { return StateStep() }
        let fresh = try await newLinks(in: batch)
        var linked = Set(fresh.map(\.person))
        linked.formUnion(try await links(of: Array(people.known), in: stream).map(\.person))
        let reader = try await reader(batch)
        let stored = try await states(of: people.known.subtracting(linked))
        var step = StateStep()
        var late: Set<PersonKey> = []
        // Who is new has no exposures but those of this step.
        let asked = people.known.union(exposures?.people ?? []).subtracting(linked)
        let kept = try await variants(of: asked)
        for (person, rows) in Dictionary(grouping: batch, by: \.person) where !linked.contains(person) {
            let isKnown = people.known.contains(person)
            guard var state = isKnown ? stored[person] : PersonState() else {
                late.insert(person)
                continue
            }
            let isFolded = Self.fold(reader.history(rows), into: &state, under: reader.catalog)
            guard isFolded else {
                late.insert(person)
                continue
            }
            let unit = Unit(key: person, name: people.names[person] ?? "", kept: kept[person] ?? [])
            add(state, of: unit, under: reader.catalog, isKnown: isKnown, to: &step)
        }
        step.add(try await refold(late, names: people.names, to: to))
        if !linked.isEmpty {
            let joined = JoinedFold(fold: self, own: to, fresh: fresh)
            guard let part = try await joined.step(for: linked) else { return nil }
            step.add(part)
            step.links = fresh
        }
        return step
    }

    /// What folding the whole histories of persons, none of them joined with another, changes.
    func refold(_ people: Set<PersonKey>, names: [PersonKey: String], to: Checkpoint) async throws
        -> StateStep
    {
        var step = StateStep()
        guard !people.isEmpty else { return step }
        let rows = try await history(of: people, in: stream, through: to.seq)
        let reader = try await reader(rows)
        let byPerson = Dictionary(grouping: rows, by: \.person)
        let kept = try await variants(of: people)
        for person in people {
            var state = PersonState()
            let arrived = (byPerson[person] ?? []).sorted { $0.seq < $1.seq }
            for event in reader.history(arrived) { state.apply(event, under: reader.catalog) }
            let unit = Unit(key: person, name: names[person] ?? "", kept: kept[person] ?? [])
            add(state, of: unit, under: reader.catalog, isKnown: true, to: &step)
        }
        return step
    }

    /// Folds events into a state as long as they belong after what was folded; says whether all did.
    private static func fold(
        _ events: [FoldEvent],
        into state: inout PersonState,
        under catalog: CompiledCatalog
    ) -> Bool {
        for event in events {
            guard state.canApply(event.historyKey) else { return false }
            state.apply(event, under: catalog)
        }
        return true
    }

    /// Whose state it is.
    struct Unit {
        /// The person.
        let key: PersonKey
        /// The name that stands for all their names.
        let name: String
        /// The variants that stay with them.
        let kept: [KeptVariant]
    }

    /// Adds the rows of a person, of this stream if none other is given.
    func add(
        _ state: PersonState,
        of unit: Unit,
        in owner: Int32? = nil,
        under catalog: CompiledCatalog,
        isKnown: Bool,
        to step: inout StateStep
    ) {
        let stream = owner ?? self.stream
        if isKnown {
            step.people[stream, default: []].append(unit.key)
            step.tipPeople[stream, default: []].append(unit.key)
        }
        guard let row = PersonStateRow(state, stream: stream, person: unit.key, under: catalog) else {
            return
        }
        step.states.append(row)
        let records = project.schedules.records(
            of: state,
            person: unit.name,
            variants: unit.kept,
            under: catalog
        )
        step.tips += records.map { TipStateRow($0, stream: stream, person: unit.key) }
    }

    // MARK: Reading

    /// A reader of rows, which may be of any stream.
    func reader(_ rows: [StoredRow]) async throws -> FoldReader {
        try await FoldReader(rows, words: log.words, project: project, compiler: compiler)
    }

    /// The rows of persons of a stream up to a place that can be read.
    func history(of people: Set<PersonKey>, in stream: Int32, through seq: Int64) async throws -> [StoredRow]
    {
        let keys = people.map(\.value)
        let rows = try await connection.run { connection in
            try connection.query(SQL.peopleHistory(stream: stream, people: keys, through: seq)).map {
                try StoredRow($0)
            }
        }
        return try await log.legible(rows)
    }

    /// The halves of joins that persons of a stream have.
    func links(of people: [PersonKey], in stream: Int32) async throws -> [PersonLink] {
        guard !people.isEmpty else { return [] }
        let keys = people.map(\.value)
        return try await connection.run { connection in
            try connection.query(SQL.personLinks(stream: stream, people: keys)).map {
                PersonLink(person: PersonKey(value: try $0.uuid(0)), other: PersonKey(value: try $0.uuid(1)))
            }
        }
    }

    /// The states of persons that can be folded on.
    private func states(of people: Set<PersonKey>) async throws -> [PersonKey: PersonState] {
        guard !people.isEmpty else { return [:] }
        let keys = people.map(\.value)
        let rows = try await connection.run { [stream] connection in
            try connection.query(SQL.personStates(stream: stream, people: keys))
        }
        var states: [PersonKey: PersonState] = [:]
        for row in rows {
            let stored = StoredState(key: UInt64(bitPattern: try row.int64(1)), bytes: try row.bytes(2))
            states[PersonKey(value: try row.uuid(0))] = stored.state(under: project.catalog)
        }
        return states
    }

    /// Whether the variants that stay with a person matter to what is kept of their tips.
    var readsVariants: Bool { project.schedules.readsVariants && !project.firstExposures.isEmpty }

    /// The variants that stay with persons who are joined with nobody, where any matter.
    func variants(of people: Set<PersonKey>) async throws -> [PersonKey: [KeptVariant]] {
        guard readsVariants, !people.isEmpty else { return [:] }
        let stated = Set(exposures?.people ?? [])
        var rows = exposures?.rows.filter { people.contains($0.person) } ?? []
        let asked = people.subtracting(stated).map(\.value)
        if !asked.isEmpty {
            rows += try await connection.run { [stream] connection in
                try connection.query(SQL.exposuresOfPeople(stream: stream, people: asked)).map { row in
                    let person = PersonKey(value: try row.uuid(0))
                    return try ExposureRow(row, person: person, device: try row.string(1), from: 2)
                }
            }
        }
        rows = rows.filter { $0.device.isEmpty && $0.standing.isExposure }
        let words = try await log.words.words(Set(rows.flatMap { [$0.experiment, $0.variant] }))
        return Dictionary(grouping: rows, by: \.person).mapValues { rows in
            rows.compactMap { row in
                guard let experiment = words[row.experiment], let variant = words[row.variant] else {
                    return nil
                }
                return KeptVariant(
                    experiment: experiment.text,
                    phase: Int(row.phase),
                    variant: variant.text
                )
            }
        }
    }

    /// The halves of joins that a batch tells of.
    func newLinks(in batch: [StoredRow]) async throws -> [PersonLink] {
        let rows = batch.filter(\.isJoin)
        return try await log.events(from: rows, names: [:]).compactMap { stored in
            stored.otherName.map { PersonLink(person: stored.person, other: PersonKey(of: $0)) }
        }
    }
}

/// The bytes of a state with the key of the catalog they were folded under.
struct StoredState: Sendable {
    let key: UInt64
    let bytes: [UInt8]

    /// The state, where folding can go on from it under a catalog; nil where the history must be folded anew.
    func state(under catalog: CompiledCatalog) -> PersonState? {
        guard key == catalog.foldKey, let read = try? PersonState.decode(bytes), read.foldKey == key else {
            return nil
        }
        return read.state
    }
}
