import Postgres
package import Reports
package import TipCore

/// Counts a phase anew from the events themselves.
///
/// The tallies answer what is always asked; this answers all else: what was known at an instant, other windows,
/// breakdowns, days in any zone, other definitions. It reads the histories of all who saw the tip, so its cost
/// grows with them. The log is only appended to, so reading each stream up to the place that it had at the start is
/// as good as one transaction, and holds nothing open.
package struct Recount: Sendable {
    private let store: Store

    /// Creates a recount of a store.
    package init(_ store: Store) {
        self.store = store
    }

    /// What is counted.
    package struct Request: Sendable {
        /// The experiment's name.
        package var experiment: String
        /// The phase; its metrics may be others than those it was frozen with.
        package var phase: FrozenPhase
        /// Only what happened by then is seen; nil sees everything.
        package var happenedBy: Timestamp?
        /// Only what was in the log by then is seen; nil sees everything.
        package var knownAt: Timestamp?

        /// Creates a request.
        package init(experiment: String, phase: FrozenPhase) {
            self.experiment = experiment
            self.phase = phase
        }

        /// Whether an event is seen.
        func sees(_ logged: LoggedEvent) -> Bool {
            (happenedBy.map { logged.event.at <= $0 } ?? true)
                && (knownAt.map { logged.receivedAt <= $0 } ?? true)
        }
    }

    /// What was counted.
    package struct Result: Sendable {
        /// Every unit that took part, in the same order whenever the log is the same.
        package let units: [CountedUnit]
        /// How many events of the log there were.
        package let events: Int64
    }

    /// How many persons are read at once.
    private static let batch = 2000

    /// Counts a phase.
    ///
    /// - Throws: `PostgresError`, and `StoreError` where a row cannot be read.
    package func count(_ request: Request) async throws -> Result {
        let tips = try await names(ofTip: request.phase.tip)
        let since = request.phase.startedAt
        return try await store.pool.withConnection { connection in
            try await count(request, tips: tips, since: since, on: connection)
        }
    }

    private func count(
        _ request: Request,
        tips: [Int32],
        since: Timestamp,
        on connection: Connection
    ) async throws -> Result {
        let marks = try await connection.run { connection in
            try connection.query(SQL.streamHeads()).map { (try $0.int32(0), try $0.int64(1)) }
        }.filter { $0.0 != StreamSet.projectStream }
        var places: [PersonPlace] = []
        for (stream, head) in marks {
            places += try await connection.run { connection in
                try connection.query(
                    SQL.peopleWhoSaw(
                        stream: stream,
                        through: head,
                        tips: tips,
                        since: since.microseconds
                    )
                ).map { PersonPlace(stream: stream, person: PersonKey(value: try $0.uuid(0))) }
            }
        }
        places.sort { ($0.stream, $0.person.value) < ($1.stream, $1.person.value) }
        let heads = Dictionary(marks) { first, _ in first }
        let fold = UnitCounter(request)
        var units: [CountedUnit] = []
        var seen: Set<PersonKey> = []
        for start in stride(from: 0, to: places.count, by: Self.batch) {
            let part = places[start..<min(start + Self.batch, places.count)].filter {
                !seen.contains($0.person)
            }
            let streams = store.log.streams
            let joined = try await connection.run { connection in
                try connection.joinedRows(of: part, through: heads, streams: streams)
            }
            for person in joined {
                seen.formUnion(person.names.keys)
                units += fold.units(of: try await store.log.events(of: person), person.identity)
            }
        }
        return Result(units: units, events: marks.reduce(0) { $0 + $1.1 })
    }

    private func names(ofTip tip: String) async throws -> [Int32] {
        let template = TipTemplate(id: tip)
        return try await store.log.words.ids(of: .tip) { $0 == tip || template?.matches($0) ?? false }
    }
}

/// Folds persons into the units of one phase.
struct UnitCounter: Sendable {
    private let request: Recount.Request
    private let assignment: PhaseAssignment
    private let template: TipTemplate?

    init(_ request: Recount.Request) {
        self.request = request
        assignment = PhaseAssignment(request.phase)
        template = TipTemplate(id: request.phase.tip)
    }

    /// The units of a person, from the history under all their names.
    func units(of history: [LoggedEvent], _ identity: Identity) -> [CountedUnit] {
        let history = history.filter(request.sees)
        let phase = request.phase
        let tip = phase.tip
        let isOfTip: @Sendable (String) -> Bool = { [template] in $0 == tip || template?.matches($0) ?? false
        }
        return phase.units(in: history).compactMap { unit in
            let fold = ParticipationFold(
                phase: phase,
                experiment: request.experiment,
                assigned: assignment.candidates(phase.unit, identity),
                isOfTip: isOfTip,
                audience: AudienceFold(phase)
            )
            var counter = UnitFold(phase, fold: fold)
            for logged in unit.history { counter.apply(logged) }
            return counter.unit(isOfTip: isOfTip)
        }
    }
}

extension FrozenPhase {
    /// The units of a history: the person, or each device alone.
    func units(in history: [LoggedEvent]) -> [(device: String, history: [LoggedEvent])] {
        switch unit {
        case .person: [("", history)]
        case .device:
            Set(history.map(\.event.device)).sorted().map { device in
                (device, history.filter { $0.event.device == device })
            }
        }
    }
}

extension PhaseAssignment {
    /// The variants that an event's unit may have: the one under the name it was sent with first, then those of
    /// the person's other names, as a decision may have known them by then.
    func candidates(
        _ unit: ExperimentDefinition.Unit,
        _ identity: Identity?
    ) -> @Sendable (Event) -> [String] {
        let others = unit == .person ? identity?.members ?? [] : []
        return { event in
            let name = unit == .person ? event.person : event.device
            let names = [name] + others.filter { $0 != name }
            return names.compactMap { self.variant(of: $0, at: event.at) }
        }
    }
}

extension EventLog {
    /// The events of a joined person in the order of the history.
    func events(of person: JoinedRows) async throws -> [LoggedEvent] {
        try await events(from: person.rows, names: person.names).orderedByHistory.compactMap(\.logged)
    }
}
