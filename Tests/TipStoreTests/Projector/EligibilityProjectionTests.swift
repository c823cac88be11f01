import Postgres
import Testing
import TipCore
import TipTestSupport

@testable import TipStore

@Suite("What is kept of eligibility is what deciding from the whole log would say")
struct EligibilityProjectionTests {
    /// Two stores on a database of its own, and what its views say.
    private func withWorld(_ body: (Store, Store, StatusOracle) async throws -> Void) async throws {
        try await withDatabase(.migrated) { settings in
            let store = try await Store.open(settings, catalogs: { try RandomPeople.catalog($0) })
            let other = try await Store.open(settings, catalogs: { try RandomPeople.catalog($0) })
            let connection = try await Connection.open(settings)
            try await body(store, other, StatusOracle(store: store, connection: connection))
            await store.close()
            await other.close()
            await connection.close()
        }
    }

    /// Instants after all events: at once, within every window and interval, and long after.
    private static func instants(_ random: inout SeededGenerator) -> [Timestamp] {
        let end = RandomHistory.minute(RandomHistory.minutes)
        let seconds = (0..<4).map { _ in Int64.random(in: 0..<12_000, using: &random) }
        return ([0, 60, 90_000] + seconds).map { end.adding(seconds: $0) }
    }

    @Test(
        "random histories in any order, in batches, by two processes, twice, with joins: as if asked",
        arguments: 1...6
    )
    func anyOrder(seed: Int) async throws {
        let world = RandomPeople(seed: UInt64(seed), count: 240, joining: seed % 3 == 0 ? 0 : 30)
        try await withWorld { store, other, oracle in
            var random = SeededGenerator(seed: UInt64(seed) &+ 7)
            // A third of the events come twice; half of the runs come in the order of time but for a few.
            var arrivals = world.events + world.events.prefix(80)
            if seed % 2 == 0 { arrivals.shuffle(using: &random) }
            try await RandomPeople.apply(1, to: store)
            for batch in 0..<8 {
                let (writer, folder) = Bool.random(using: &random) ? (store, other) : (other, store)
                if batch == 2 { try await RandomPeople.start(writer, at: 60) }
                if batch == 5 { try await RandomPeople.apply(2, to: writer, at: 300) }
                if batch == 6, seed > 3 { try await RandomPeople.reweight(writer, at: 240) }
                _ = try await writer.log.append(Array(arrivals[(batch * 40)..<(batch * 40 + 40)]))
                if Bool.random(using: &random) { try await folder.projector.catchUp() }
            }
            try await store.projector.catchUp()
            let catalog = try RandomPeople.catalog(2)
            for instant in Self.instants(&random) {
                let viewed = try await oracle.viewed(at: instant)
                #expect(viewed == (try await oracle.folded(world.names, under: catalog, at: instant)))
                #expect(try await oracle.counted(at: instant) == StatusOracle.counts(viewed))
            }
            #expect(try await other.projector.verify() == [])
            let live = try await oracle.rows()
            try await other.projector.rebuild()
            #expect(try await oracle.rows() == live)
            #expect(try await oracle.viewed(at: RandomHistory.minute(700)).count > 6, "nothing was seen")
        }
    }

    @Test("several projectors at once fold joined persons once, and all of them", arguments: [11, 12])
    func atOnce(seed: Int) async throws {
        let world = RandomPeople(seed: UInt64(seed), count: 300, people: 12, joining: 12)
        try await withWorld { store, other, oracle in
            try await RandomPeople.apply(1, to: store)
            for batch in 0..<6 {
                _ = try await store.log.append(Array(world.events[(batch * 50)..<(batch * 50 + 50)]))
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for projector in [store.projector, other.projector, store.projector] {
                        group.addTask { try await projector.catchUp() }
                    }
                    try await group.waitForAll()
                }
                #expect(try await store.projector.lag() == 0)
            }
            let instant = RandomHistory.minute(RandomHistory.minutes)
            let catalog = try RandomPeople.catalog(1)
            let folded = try await oracle.folded(world.names, under: catalog, at: instant)
            #expect(try await oracle.viewed(at: instant) == folded)
            #expect(try await store.projector.verify() == [])
        }
    }

    @Test("a comparison finds each row that was tampered with, by its table")
    func tampering() async throws {
        let world = RandomPeople(seed: 21, count: 160)
        try await withWorld { store, _, oracle in
            try await RandomPeople.apply(1, to: store)
            _ = try await store.log.append(world.events)
            try await store.projector.catchUp()
            #expect(try await store.projector.verify() == [])
            let statements: [(table: String, rows: Int64, text: Query)] = [
                (
                    "tip_state", 2,
                    "update tip_state set impressions = impressions + 1 where (person, tip) = (select person, tip from tip_state limit 1)"
                ),
                (
                    "tip_state", 1,
                    "delete from tip_state where (person, tip) = (select person, tip from tip_state limit 1)"
                ),
                (
                    "person_state", 2,
                    "update person_state set clock_at = now() where person = (select person from person_state limit 1)"
                ),
                (
                    "tip_default", 2,
                    "update tip_default set status = 2 where (stream, tip) = (select stream, tip from tip_default limit 1)"
                ),
                (
                    "person_link", 1,
                    "delete from person_link where (person, other) = (select person, other from person_link limit 1)"
                ),
            ]
            for (table, rows, text) in statements {
                _ = try await oracle.connection.execute(text)
                #expect(try await store.projector.verify() == [.init(table: table, rows: rows)])
                try await store.projector.rebuild()
                #expect(try await store.projector.verify() == [])
            }
        }
    }

    @Test("a person has rows of what they have seen and of what is otherwise, and of nothing else")
    func sparse() async throws {
        try await withWorld { store, _, oracle in
            try await RandomPeople.apply(1, to: store)
            let shown = EventBody.impression(.init(tip: "plain", display: "d"))
            let login = EventBody.parameter(name: "isLoggedIn", value: .boolean(true))
            _ = try await store.log.append([
                incoming("a", person: "saw", at: RandomHistory.minute(1), shown),
                incoming("a", person: "set", at: RandomHistory.minute(1), login),
                incoming("a", person: "came", at: RandomHistory.minute(1), .session),
                incoming("a", person: "left", at: RandomHistory.minute(1), .optOut),
            ])
            try await store.projector.catchUp()
            let rows = try await oracle.connection.query(
                """
                select concat_ws(' ', p.name, w.text) from tip_state r
                join person p on p.stream = r.stream and p.person = r.person join word w on w.id = r.tip
                """
            )
            #expect(try rows.map { try $0.string(0) }.sorted() == ["saw plain", "set logged-in"])
            let soon = try await oracle.viewed(at: RandomHistory.minute(30))
            #expect(soon.contains("saw T pending 0 0"), "held by the frequency, without a row")
            #expect(soon.contains("left plain pending 0 0"), "wants no tips, without a row")
            #expect(soon.contains("set logged-in available 0 0"))
            #expect(try await oracle.viewed(at: RandomHistory.minute(61)).contains("saw T available 0 0"))
        }
    }

    @Test("a switch changes the statuses of all, and writes only the rows that are others by it")
    func switches() async throws {
        try await withWorld { store, other, oracle in
            try await RandomPeople.apply(1, to: store)
            let seen = ["plain", "T"].flatMap { tip in
                (0..<6).map { number in
                    incoming(
                        tip,
                        person: "p\(number)",
                        at: RandomHistory.minute(tip == "T" ? 2 : 1),
                        .impression(.init(tip: tip, display: tip))
                    )
                }
            }
            _ = try await store.log.append(seen)
            try await store.projector.catchUp()
            let before = try await oracle.places()
            try await other.project.decide(at: RandomHistory.minute(3)) { _ in .tipOff(tip: "recent") }
            try await other.projector.catchUp()
            #expect(try await oracle.places() == before, "nobody has seen it, so no row is another")
            try await other.project.decide(at: RandomHistory.minute(3)) { _ in .tipOff(tip: "plain") }
            try await store.projector.catchUp()
            #expect(try await oracle.places() != before)
            let late = RandomHistory.minute(900)
            let off = try await oracle.viewed(at: late).filter { $0.contains(" plain ") }
            #expect(off.count == 6 && off.allSatisfy { $0.contains(" pending ") })
            #expect(try await store.projector.verify() == [])
        }
    }
}

extension StatusOracle {
    /// Where the rows of tips lie in their table: one that was written again lies elsewhere.
    fileprivate func places() async throws -> [String] {
        try await connection.query("select ctid::text from tip_state order by 1").map { try $0.string(0) }
    }
}
