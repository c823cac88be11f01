import Postgres
import Testing
import TipCore
import TipTestSupport

@testable import TipStore

@Suite("What is old is dropped, and everything that was folded from it stays as it was")
struct RetentionTests {
    /// Histories whose first half lies some weeks before this month, the rest in its first hours.
    private struct World {
        let old: [IncomingEvent]
        let new: [IncomingEvent]
        let names: [String]
        let month: Timestamp

        init(_ people: RandomPeople, month: Timestamp) {
            func moved(_ event: IncomingEvent, to start: Timestamp) -> IncomingEvent {
                let offset = event.event.at.microseconds - RandomHistory.minute(0).microseconds
                var event = event
                event.event.at = start.adding(microseconds: offset)
                event.statedMilliseconds = event.event.at.milliseconds
                return event
            }
            let half = people.events.count / 2
            old = people.events[..<half].map { moved($0, to: month.adding(seconds: -40 * 86_400)) }
            new = people.events[half...].map { moved($0, to: month) }
            names = people.names
            self.month = month
        }
    }

    /// A store with a catalog, and what is folded of it.
    private func withStore(_ body: (Store, StatusOracle) async throws -> Void) async throws {
        try await withDatabase(.migrated) { settings in
            let store = try await Store.open(settings, catalogs: { try RandomPeople.catalog($0) })
            let connection = try await Connection.open(settings)
            try await RandomPeople.apply(1, to: store)
            try await body(store, StatusOracle(store: store, connection: connection))
            await store.close()
            await connection.close()
        }
    }

    private func thisMonth(_ oracle: StatusOracle) async throws -> Timestamp {
        let row = try await oracle.connection.query("select date_trunc('month', now(), 'UTC')").one()
        return Timestamp(microseconds: try row.timestamp(0))
    }

    /// The state of each person as a question is answered from it: what is left, and the events after.
    private func states(_ world: World, _ store: Store) async throws -> [String: PersonState] {
        let project = try await store.compiler.project(try await store.project.refresh())
        // Under one numbering of all names, so that states can be compared.
        let ids = try await store.log.words.ids(of: .tip) { _ in true }
        let words = try await store.log.words.words(Set(ids)).mapValues(\.text)
        var catalog = store.compiler.catalog(of: project, knowing: words)
        var states: [String: PersonState] = [:]
        for name in world.names {
            let joined = try await store.log.joinedHistory(of: name)
            var state = joined.base(asOf: Timestamp(microseconds: .max))
            for stored in joined.events {
                if let event = stored.logged?.event { state.apply(catalog.foldEvent(event), under: catalog) }
            }
            states[name] = state
        }
        return states
    }

    private func count(_ query: Query, _ oracle: StatusOracle) async throws -> Int64 {
        try await oracle.connection.query(query).one().int64(0)
    }

    @Test(
        "states are equal before and after, and after a rebuild; what comes again changes nothing",
        arguments: 1...4
    )
    func equal(seed: Int) async throws {
        let people = RandomPeople(seed: UInt64(seed), count: 240, joining: seed == 4 ? 30 : 0)
        try await withStore { store, oracle in
            let world = World(people, month: try await thisMonth(oracle))
            _ = try await store.log.append(world.old + world.new)
            try await store.projector.catchUp()
            let before = try await oracle.rows()
            let states = try await states(world, store)
            let log = "select count(*) from event where stream > 0" as Query
            let all = try await count(log, oracle)
            let dry = try await Retention(store).drop(before: world.month.adding(seconds: 9), isDry: true)
            #expect(dry.events > 0 && dry.months == 0 && dry.cut == world.month)
            #expect(try await count(log, oracle) == all, "a dry run drops nothing")

            let result = try await Retention(store).drop(before: world.month.adding(seconds: 9))
            #expect(result.events == dry.events && result.people == dry.people)
            #expect(try await count(log, oracle) == all - result.events)
            if seed < 4 {
                #expect(result.events == world.old.count && result.keptPeople == 0 && result.months > 0)
            } else {
                #expect(result.keptPeople > 0, "names of one person keep their events")
            }
            #expect(try await oracle.rows() == before)
            #expect(try await self.states(world, store) == states)
            #expect(try await store.projector.verify() == [])
            try await store.projector.rebuild()
            #expect(try await oracle.rows() == before)

            // A device that sends everything again: what was dropped is stored and changes nothing.
            let again = try await store.log.append(world.old + world.new)
            #expect(
                again.count { $0 == .duplicate } == world.new.count + world.old.count - Int(result.events)
            )
            #expect(!again.contains(.conflict))
            try await store.projector.catchUp()
            #expect(
                try await count("select count(*) from event where flags & 16 <> 0", oracle) == result.events
            )
            #expect(await store.log.tooOldCount == Int(result.events), "and is counted, once")
            #expect(try await oracle.rows() == before)
            #expect(try await self.states(world, store) == states)
            #expect(try await store.projector.verify() == [])
        }
    }

    @Test(
        "a log goes on as if nothing had been dropped: late events, a second cut, another catalog read from there"
    )
    func goesOn() async throws {
        let people = RandomPeople(seed: 11, count: 240, joining: 0)
        var expected = ""
        for drops in [false, true] {
            try await withStore { store, oracle in
                let world = World(people, month: try await thisMonth(oracle))
                _ = try await store.log.append(world.old)
                if drops {
                    // Two cuts, the second of which finds states of the first.
                    let first = world.month.adding(seconds: -20 * 86_400)
                    _ = try await Retention(store).drop(before: first)
                    _ = try await Retention(store).drop(before: world.month)
                }
                // The newest first, so that each later one belongs before what was folded.
                for event in world.new.reversed().prefix(40) { _ = try await store.log.append([event]) }
                try await store.projector.catchUp()
                _ = try await store.log.append(world.new)
                try await store.projector.catchUp()
                let rows = try await oracle.rows()
                if drops {
                    #expect(rows == expected)
                    #expect(try await store.projector.verify() == [])
                } else {
                    expected = rows
                }
            }
        }
    }

    @Test("reports are equal before and after, as who takes part in an experiment keeps their events")
    func reports() async throws {
        try await withStore { store, oracle in
            let tables = ProjectedTables(connection: oracle.connection)
            try await RandomPeople.start(store, at: 0)
            let world = World(
                RandomPeople(seed: 5, count: 240, joining: 0),
                month: try await thisMonth(oracle)
            )
            _ = try await store.log.append(world.old + world.new)
            try await store.projector.catchUp()
            let before = try await tables.exposures(withLate: true)
            #expect(!before.isEmpty)
            let result = try await Retention(store).drop(before: world.month)
            #expect(result.keptPeople > 0)
            #expect(try await tables.exposures(withLate: true) == before)
            #expect(try await tables.tallyErrors() == 0)
            #expect(try await store.projector.verify() == [])
            try await store.projector.rebuild()
            #expect(try await tables.exposures(withLate: true) == before)
        }
    }

    @Test("what is not folded is not dropped")
    func unfolded() async throws {
        try await withStore { store, oracle in
            let world = World(
                RandomPeople(seed: 6, count: 80, joining: 0),
                month: try await thisMonth(oracle)
            )
            _ = try await store.log.append(world.old)
            let all = try await count("select count(*) from event", oracle)
            try await oracle.connection.execute(
                "alter table person_state add constraint no check (false) not valid"
            )
            await #expect(throws: (any Error).self) { try await Retention(store).drop(before: world.month) }
            #expect(try await count("select count(*) from event", oracle) == all)
        }
    }

    @Test("who is erased leaves no state of dropped events either")
    func erased() async throws {
        try await withStore { store, oracle in
            let world = World(
                RandomPeople(seed: 8, count: 80, joining: 0),
                month: try await thisMonth(oracle)
            )
            _ = try await store.log.append(world.old)
            _ = try await Retention(store).drop(before: world.month)
            let name = try #require(world.old.first?.event.person)
            _ = try await Erasure(store).erase(name, at: world.month)
            let key = PersonKey(of: name).value
            #expect(
                try await count("select count(*) from person_snapshot where person = \(key)", oracle) == 0
            )
            #expect(try await store.projector.verify() == [])
            #expect(try await store.log.append(Array(world.old.prefix(1))) == [.erased])
        }
    }
}
