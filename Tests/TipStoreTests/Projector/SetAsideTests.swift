import Postgres
import Testing
import TipCore
import TipTestSupport

@testable import TipStore

@Suite(
    "An event that cannot be read is set aside, stops nothing, and counts once it can be read",
    .timeLimit(.minutes(30))
)
struct SetAsideTests {
    /// A store on a database of its own, another one on the same as a newer program, and the tables.
    private func withWorld(_ body: (Store, Store, ProjectedTables) async throws -> Void) async throws {
        try await withDatabase(.migrated) { settings in
            let store = try await Store.open(settings)
            let newer = try await Store.open(settings)
            let tables = ProjectedTables(connection: try await Connection.open(settings))
            try await RandomHistory.start(store, at: 0)
            try await body(store, newer, tables)
            await store.close()
            await newer.close()
            await tables.connection.close()
        }
    }

    private func shown(_ id: String, person: String, at minute: Int) -> IncomingEvent {
        incoming(
            id,
            person: person,
            at: RandomHistory.minute(minute),
            .impression(.init(tip: "T", display: id))
        )
    }

    private func notes(_ tables: ProjectedTables) async throws -> String {
        try TextTable(
            await tables.connection.query(
                "select code, dialect, event_id, detail from quarantine order by event_id, detail"
            )
        ).description
    }

    /// Ways to break the row of an event, and to mend it, with what is said of it.
    static let ways: [(why: String, breaking: String, mending: String, detail: String)] = [
        ("a kind of a newer program", "kind = 999", "kind = 6", "of kind 999"),
        ("a word that is not there", "detail = 987654", "detail = null", "Word 987654"),
        (
            "a context that is no JSON", "context = -7", "context = (select max(context) from event)",
            "context"
        ),
        (
            "a payload of a newer program", #"extra = '{"version": 99}'"#, #"extra = '{"version": 1}'"#,
            "of a version that"
        ),
        ("a tip that is missing", "subject = null", "subject = (select max(subject) from event)", "lacks"),
    ]

    @Test(
        "its stream and its person go on without it, and come to what they would have been",
        arguments: ways
    )
    func poison(why: String, breaking: String, mending: String, detail: String) async throws {
        try await withWorld { store, newer, tables in
            let people = (0..<16).map { "person-\($0)" }
            _ = try await store.log.append(people.map { shown("a", person: $0, at: 5) })
            _ = try await store.log.append([shown("b", person: "person-0", at: 2)])
            try await tables.connection.execute(
                script:
                    "insert into word (id, kind, text) values (-7, \(unescaped: String(WordKind.context.rawValue)), '{')"
            )
            let set: Query =
                "update event set \(unescaped: breaking) where given_id = 'b'"
            #expect(try await tables.connection.execute(set) == 1)
            try await store.projector.catchUp()
            #expect(try await store.projector.lag() == 0, "nothing waits behind it")
            let without = try await tables.exposures()
            #expect(without.split(separator: "\n").count == people.count)
            let noted = try await notes(tables)
            #expect(
                noted.contains("unreadable_event | log     | b        | ") && noted.contains(detail),
                "\(noted)"
            )
            #expect(try await store.projector.verify() == [], "a rebuild leaves out the same event")
            try await store.projector.catchUp()
            #expect(try await notes(tables) == noted, "noted once")
            let mend: Query =
                "update event set \(unescaped: mending) where given_id = 'b'"
            try await tables.connection.execute(mend)
            try await newer.projector.catchUp()
            #expect(try await tables.exposures() != without)
            #expect(
                try await tables.exposures().contains(" \(RandomHistory.minute(2).microseconds / 1_000_000) ")
            )
            #expect(try await tables.tallyErrors() == 0)
            #expect(try await newer.projector.verify() == [])
            #expect(try await tables.connection.query("select 1 from quarantine").isEmpty, "the note is gone")
        }
    }

    @Test("a join that cannot be read joins nobody until it can be")
    func join() async throws {
        try await withWorld { store, newer, tables in
            _ = try await store.log.append([
                shown("a", person: "ann", at: 1), shown("b", person: "device-7", at: 2),
                incoming("j", person: "ann", at: RandomHistory.minute(3), .identify(previous: "device-7")),
            ])
            try await tables.connection.execute("update event set kind = 999 where kind = 19")
            try await store.projector.catchUp()
            let states = "select count(*) from person_state"
            #expect(try await tables.connection.query(Query(unescaped: states)).one().int64(0) == 2)
            #expect(try await store.projector.verify() == [])
            try await tables.connection.execute("update event set kind = 19 where kind = 999")
            try await newer.projector.catchUp()
            #expect(try await tables.connection.query(Query(unescaped: states)).one().int64(0) == 1)
            #expect(try await newer.projector.verify() == [])
        }
    }

    @Test("whoever asks for the event is told that it was set aside")
    func asked() async throws {
        try await withWorld { store, _, tables in
            _ = try await store.log.append([shown("a", person: "ann", at: 1)])
            try await tables.connection.execute("update event set kind = 999 where given_id = 'a'")
            try await store.projector.catchUp()
            let at = RandomHistory.minute(1)
            #expect(try await store.log.event(id: "a", person: "ann", statedAt: at) == nil)
            #expect(try await store.log.refusals(of: "a", person: "ann").map(\.code) == ["unreadable_event"])
            #expect(try await store.log.history(of: "ann").isEmpty)
        }
    }
}
