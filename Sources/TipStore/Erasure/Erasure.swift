import Postgres
package import TipCore

/// Takes a person out of the log and of everything folded from it, and keeps a hash of their names.
///
/// A person is all names that were joined: each of them is erased. It is done in steps that can be repeated: the
/// names are noted, after which nothing new of them enters the log; their rows are taken out; an event in stream 0
/// says that it was done, which is what the folds wait for to leave the person out. Who is stopped half-way erases
/// once more, and the rest is done.
package struct Erasure: Sendable {
    let store: Store

    /// What was erased.
    package struct Result: Hashable, Sendable {
        /// How many names the person had; 0 where nothing was left to do.
        package var names = 0
        /// How many events were taken out of the log.
        package var events: Int64 = 0
        /// How many refused events were taken out of quarantine.
        package var quarantined: Int64 = 0
        /// Whether the person had been erased before.
        package var wasErased = false
    }

    /// Prepares to erase from a store.
    package init(_ store: Store) {
        self.store = store
    }

    /// Erases a person under all their names; one who is not in the log is refused from now on.
    ///
    /// - Parameters:
    ///   - person: One of the names.
    ///   - instant: The time of the event that says so.
    /// - Returns: What was erased.
    /// - Throws: `PostgresError`, and `StoreError` where a row cannot be read. Erasing again then does the rest.
    package func erase(_ person: String, at instant: Timestamp) async throws -> Result {
        let place = PersonPlace(PersonKey(of: person), in: store.log.streams)
        let known = try await erasure(of: place)
        let made = known ?? UUIDText.parse(UUIDv7.make(at: instant)) ?? 0
        try await note(one: place, made)
        // Another may have noted the name meanwhile: both then do one erasure.
        let erasure = try await self.erasure(of: place) ?? made
        try await note(place, erasure)
        let people = try await people(of: erasure)
        var result = Result(wasErased: known != nil && people.allSatisfy { $0.value.allSatisfy(\.isDone) })
        let phases = result.wasErased ? [] : try await phases(of: people)
        result.quarantined = try await removeQuarantined(people, name: person)
        result.events = try await removeEvents(people)
        guard !result.wasErased else { return result }
        result.names = people.values.reduce(0) { $0 + $1.count }
        // What was taken out before, where somebody was stopped half-way.
        result.events += people.values.joined().reduce(Int64(0)) { $0 + ($1.events ?? 0) }
        let event = LifecycleEvent.erasure(names: result.names, events: result.events, from: phases)
        try await store.project.decide(at: instant, id: UUIDText.format(erasure)) { _ in event }
        try await settle(erasure, people)
        try await store.projector.catchUp()
        return result
    }

    /// A name that shares an erasure.
    private struct Name: Sendable {
        let person: PersonKey
        /// How many of its events were taken out; nil while they are not.
        let events: Int64?
        /// Whether all is done for it.
        let isDone: Bool
    }

    // MARK: Names

    private func erasure(of place: PersonPlace) async throws -> UInt128? {
        let query = SQL.erasureOf(stream: place.stream, person: place.person.value)
        return try await store.pool.withConnection { try await $0.query(query) }.first?.uuid(0)
    }

    /// Notes a name and all that are joined with it, until there are no more.
    ///
    /// What names one of them is refused from then on, and what was written before is folded before it is asked who
    /// is joined: so nobody can be missed.
    private func note(_ first: PersonPlace, _ erasure: UInt128) async throws {
        var noted: Set<PersonPlace> = []
        var open: Set<PersonPlace> = [first]
        while !open.isEmpty {
            for place in open.sorted(by: { ($0.stream, $0.person.value) < ($1.stream, $1.person.value) }) {
                try await note(one: place, erasure)
            }
            noted.formUnion(open)
            try await store.projector.catchUp()
            open = try await joined(with: noted).subtracting(noted)
        }
    }

    private func note(one place: PersonPlace, _ erasure: UInt128) async throws {
        let note = SQL.noteErased(stream: place.stream, person: place.person.value, erasure: erasure)
        let hold = SQL.holdHeadForErasure(stream: place.stream)
        guard try await self.erasure(of: place) == nil else { return }
        try await store.pool.withConnection { connection in
            try await connection.transaction { connection in
                guard !(try connection.query(hold).isEmpty) else { throw StoreError(.streamMissing) }
                try connection.query(note)
            }
        }
    }

    /// Everyone whom a half of a join names beside one of some persons, from either side.
    private func joined(with people: Set<PersonPlace>) async throws -> Set<PersonPlace> {
        let streams = store.log.streams
        let keys = people.map(\.person.value)
        let byStream = Dictionary(grouping: people, by: \.stream).mapValues { $0.map(\.person.value) }
        return try await store.pool.withConnection { connection in
            try await connection.run { connection in
                var joined = Set(
                    try connection.query(SQL.linksTo(people: keys)).map {
                        PersonPlace(stream: try $0.int32(0), person: PersonKey(value: try $0.uuid(1)))
                    }
                )
                for (stream, people) in byStream {
                    for row in try connection.query(SQL.personLinks(stream: stream, people: people)) {
                        joined.insert(PersonPlace(PersonKey(value: try row.uuid(1)), in: streams))
                    }
                }
                return joined
            }
        }
    }

    /// The names that share an erasure, by stream.
    private func people(of erasure: UInt128) async throws -> [Int32: [Name]] {
        let queries = store.log.streams.ids.map { stream in
            (stream, SQL.peopleOfErasure(stream: stream, erasure: erasure))
        }
        return try await store.pool.withConnection { connection in
            try await connection.run { connection in
                var people: [Int32: [Name]] = [:]
                for (stream, query) in queries {
                    let rows = try connection.query(query)
                    guard !rows.isEmpty else { continue }
                    people[stream] = try rows.map { row in
                        Name(
                            person: PersonKey(value: try row.uuid(0)),
                            events: try row.int64(ifPresent: 1),
                            isDone: try row.int64(ifPresent: 2) != nil
                        )
                    }
                }
                return people
            }
        }
    }

    // MARK: Rows

    /// The phases in which any of the names take part.
    private func phases(of people: [Int32: [Name]]) async throws -> [LifecycleEvent.ErasedPhase] {
        var found: Set<PhasePlace> = []
        for (stream, names) in people {
            let query = SQL.phasesOfPeople(stream: stream, people: names.map(\.person.value))
            for row in try await store.pool.withConnection({ try await $0.query(query) }) {
                found.insert(PhasePlace(experiment: try row.int32(0), phase: try row.int32(1)))
            }
        }
        let words = try await store.log.words.words(Set(found.map(\.experiment)))
        return found.compactMap { place in
            words[place.experiment].map { .init(experiment: $0.text, phase: Int(place.phase)) }
        }.sorted { ($0.experiment, $0.phase) < ($1.experiment, $1.phase) }
    }

    private struct PhasePlace: Hashable, Sendable {
        let experiment: Int32
        let phase: Int32
    }

    /// Takes the events and the names out, each stream in a transaction of its own.
    private func removeEvents(_ people: [Int32: [Name]]) async throws -> Int64 {
        var total: Int64 = 0
        for (stream, names) in people.sorted(by: { $0.key < $1.key }) {
            let keys = names.map(\.person.value)
            total += try await store.pool.withConnection { connection in
                try await connection.transaction { connection -> Int64 in
                    // Persons first, as retention takes them: neither waits for the other in a circle.
                    try connection.execute(SQL.removePeople(stream: stream, people: keys))
                    var removed: [UInt128: Int64] = [:]
                    for row in try connection.query(SQL.removeEventsOfPeople(stream: stream, people: keys)) {
                        removed[try row.uuid(0)] = try row.int64(1)
                    }
                    try connection.execute(SQL.removeSnapshots(stream: stream, people: keys))
                    try connection.execute(
                        SQL.noteErasedEvents(
                            stream: stream,
                            people: keys,
                            events: keys.map { removed[$0] ?? 0 }
                        )
                    )
                    return removed.values.reduce(0, +)
                }
            }
        }
        return total
    }

    /// Takes refused events out of quarantine: those of the person, those that name them as somebody's other name,
    /// and those that hold a name where it could not be read whose they are.
    private func removeQuarantined(_ people: [Int32: [Name]], name: String) async throws -> Int64 {
        var names: Set<ExactText> = [ExactText(name)]
        for (stream, keys) in people {
            let query = SQL.people(stream: stream, people: keys.map(\.person.value))
            for row in try await store.pool.withConnection({ try await $0.query(query) }) {
                names.insert(ExactText(try row.string(2)))
            }
        }
        let quoted = names.map { JSON.string($0.text).text() }
        let named = quoted.flatMap { ["\"previous\":\($0)", "\"previous\": \($0)"] }.map { Array($0.utf8) }
        let anywhere = quoted.map { Array($0.utf8) }
        var total: Int64 = 0
        for stream in [StreamSet.projectStream] + store.log.streams.ids {
            let isUnknown = stream == StreamSet.projectStream
            let query = SQL.removeQuarantineOfPeople(
                stream: stream,
                people: (people[stream] ?? []).map(\.person.value),
                texts: isUnknown ? anywhere : named
            )
            total += try await store.pool.withConnection { try await $0.query(query) }.one().int64(0)
        }
        return total
    }

    /// Notes the place of the event, which the folds compare with their own.
    private func settle(_ erasure: UInt128, _ people: [Int32: [Name]]) async throws {
        let key = EventKey(id: UUIDText.format(erasure), person: .nobody, statedMilliseconds: nil)
        let event = SQL.projectEvent(eventId: key.value)
        let place = try await store.pool.withConnection { try await $0.query(event) }.one().int64(0)
        let notes = people.keys.sorted().map { stream in
            SQL.settleErasure(stream: stream, erasure: erasure, projectSeq: place)
        }
        try await store.pool.withConnection { connection in
            try await connection.run { connection in
                for note in notes { try connection.execute(note) }
            }
        }
    }
}
