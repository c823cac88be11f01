import Postgres
import Testing
import TipCore
import TipTestSupport

@testable import TipStore

@Suite("Who is erased is in no table any more, and does not come back")
struct ErasureTests {
    /// A store with an experiment and events of several persons, some of them joined, all folded.
    private func withLog(
        _ body: (Store, Connection, RandomHistory) async throws -> Void
    ) async throws {
        try await withDatabase(.migrated) { settings in
            let store = try await Store.open(settings)
            let connection = try await Connection.open(settings)
            let history = RandomHistory(seed: 3, count: 240)
            try await RandomHistory.start(store, at: 60)
            _ = try await store.log.append(history.events)
            try await store.projector.catchUp()
            try await body(store, connection, history)
            await store.close()
            await connection.close()
        }
    }

    /// Where the database holds a person: by their key in any column, by their name in any text.
    private func traces(of person: String, _ connection: Connection) async throws -> [String] {
        let columns = try await connection.query(
            """
            select c.table_name::text, c.column_name::text
            from information_schema.columns c
            join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name
            where c.table_schema = 'public' and t.table_type = 'BASE TABLE'
            order by 1, 2
            """
        )
        var found: [String] = []
        let key = UUIDText.format(PersonKey(of: person).value)
        for row in columns {
            let (table, column) = (try row.string(0), try row.string(1))
            let query: Query = """
                select count(*) from "\(unescaped: table)" r
                where r."\(unescaped: column)"::text = \(key)
                  or r."\(unescaped: column)"::text = \(person)
                  or r."\(unescaped: column)"::text like '%"' || \(person) || '"%'
                """
            if try await connection.query(query).one().int64(0) > 0 { found.append("\(table).\(column)") }
        }
        return found
    }

    private func isEqual(_ store: Store) async throws -> Bool {
        try await store.projector.verify().isEmpty
    }

    @Test("of a person nothing is left but the hash, and what is folded equals a fold of the rest")
    func nothingLeft() async throws {
        try await withLog { store, connection, history in
            let tables = ProjectedTables(connection: connection)
            let person = try #require(history.events.first?.event.person)
            #expect(try await traces(of: person, connection).contains("event.person"), "the search must find")
            let result = try await Erasure(store).erase(person, at: second(9_000_000))
            #expect(result.names >= 1 && result.events > 0 && !result.wasErased)
            #expect(try await traces(of: person, connection) == ["erased.person"])
            #expect(try await store.log.history(of: person).isEmpty)
            #expect(try await tables.tallyErrors() == 0)
            #expect(try await isEqual(store))
            #expect(try await store.projector.lag() == 0, "the marks move over the holes")
            let live = try await tables.exposures(withLate: true)
            try await store.projector.rebuild()
            #expect(try await tables.exposures(withLate: true) == live)
            #expect(try await tables.tallyErrors() == 0)
        }
    }

    @Test("erased one after the other, everybody goes, and the counts end at nothing")
    func everybody() async throws {
        try await withLog { store, connection, history in
            let people = Set(history.events.map(\.event.person)).sorted()
            for person in people { _ = try await Erasure(store).erase(person, at: second(9_000_000)) }
            for table in [
                "exposure", "tally", "person_state", "tip_state", "person_link", "person", "quarantine",
            ] {
                let count = try await connection.query(
                    "select count(*) from \(unescaped: table)"
                ).one().int64(0)
                #expect(count == 0, "\(table)")
            }
            let rest = try await connection.query("select count(*) from event where stream > 0").one().int64(
                0
            )
            #expect(rest == 0)
            #expect(try await isEqual(store))
        }
    }

    @Test("a second time nothing is left to do, and one event says that it was done")
    func twice() async throws {
        try await withLog { store, connection, history in
            let person = try #require(history.events.first?.event.person)
            let first = try await Erasure(store).erase(person, at: second(9_000_000))
            let again = try await Erasure(store).erase(person, at: second(9_000_001))
            #expect(again == Erasure.Result(names: 0, events: 0, quarantined: 0, wasErased: true))
            let events = store.project.current.events.map(\.event).filter(\.isErasure)
            guard case .erasure(first.names, first.events, _)? = events.first else {
                Issue.record("\(events)")
                return
            }
            #expect(events.count == 1)
            let text = try await connection.query(
                "select extra::text from event where stream = 0 order by seq desc limit 1"
            ).one().string(0)
            #expect(text.contains("erasure") && !text.contains(person))
        }
    }

    @Test("somebody whom nobody knows is refused from then on")
    func unknown() async throws {
        try await withLog { store, _, _ in
            let result = try await Erasure(store).erase("nobody yet", at: second(9_000_000))
            #expect(result == Erasure.Result(names: 1, events: 0, quarantined: 0, wasErased: false))
            #expect(try await store.log.append([incoming("x", person: "nobody yet")]) == [.erased])
            #expect(try await isEqual(store))
        }
    }

    @Test(
        "all names of a person are erased, from whichever of them, and also one whose other half is missing"
    )
    func joined() async throws {
        for name in ["ann", "ann-phone", "ann-tablet", "ann-watch"] {
            try await withLog { store, connection, _ in
                _ = try await store.log.append([
                    incoming("1", person: "ann-phone", .optOut), incoming("2", person: "ann-tablet"),
                    incoming("3", person: "ann", .identify(previous: "ann-phone")),
                    incoming("4", person: "ann", .identify(previous: "ann-tablet")),
                    incoming("5", person: "ann-watch", .identify(previous: "ann")),
                    incoming("6", person: "bob"),
                ])
                // The server was killed between the two halves of the last one.
                try await connection.execute(
                    "delete from event where kind = 20 and extra ->> 'by' = 'ann-watch'"
                )
                let result = try await Erasure(store).erase(name, at: second(9_000_000))
                #expect(result.names == 4, "from \(name)")
                for gone in ["ann", "ann-phone", "ann-tablet", "ann-watch"] {
                    #expect(
                        try await traces(of: gone, connection) == ["erased.person"],
                        "\(gone) from \(name)"
                    )
                }
                #expect(try await store.log.history(of: "bob").count == 1)
                #expect(try await isEqual(store))
            }
        }
    }

    @Test("what comes later is refused: events, joins from both sides, by a process that knew the person")
    func later() async throws {
        try await withLog { store, connection, _ in
            let other = try await Store.open(connection.settings)
            #expect(try await other.log.append([incoming("1", person: "ann")]) == [.accepted])
            _ = try await Erasure(store).erase("ann", at: second(9_000_000))
            let late = [
                incoming("1", person: "ann"), incoming("2", person: "bob"),
                incoming("3", person: "ann", .optOut),
                incoming("4", person: "eve", .identify(previous: "ann")),
                incoming("5", person: "ann", .identify(previous: "eve")),
            ]
            let expected: [AppendOutcome] = [.erased, .accepted, .erased, .erased, .erased]
            #expect(try await other.log.append(late) == expected)
            let again: [AppendOutcome] = [.erased, .duplicate, .erased, .erased, .erased]
            #expect(try await store.log.append(late) == again)
            #expect(try await traces(of: "ann", connection) == ["erased.person"])
            #expect(try await store.log.history(of: "eve").isEmpty)
            #expect(try await isEqual(store))
            await other.close()
        }
    }

    @Test("appends and folds at the same time leave nothing behind either", arguments: 1...4)
    func meanwhile(round: Int) async throws {
        try await withLog { store, connection, history in
            let other = try await Store.open(connection.settings)
            let names = (0..<4).map { "m\($0)" }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for writer in [store, other] {
                    group.addTask {
                        for step in 0..<20 {
                            let events = names.map { name in
                                incoming("\(step)", person: name, at: second(Int64(step)))
                            }
                            _ = try await writer.log.append(events)
                            if step % 4 == round % 4 { try await writer.projector.catchUp() }
                        }
                    }
                }
                group.addTask {
                    for name in names.prefix(2) {
                        _ = try await Erasure(other).erase(name, at: second(9_000_000))
                    }
                }
                try await group.waitForAll()
            }
            try await store.projector.catchUp()
            for name in names.prefix(2) {
                #expect(try await traces(of: name, connection) == ["erased.person"])
            }
            #expect(try await store.log.history(of: "m2").count == 20)
            #expect(try await isEqual(store))
            await other.close()
        }
    }

    @Test("who is stopped half-way erases again and all is done")
    func resumed() async throws {
        try await withLog { store, connection, _ in
            _ = try await store.log.append([
                incoming("1", person: "ann-phone"),
                incoming("2", person: "ann", .identify(previous: "ann-phone")),
            ])
            try await store.projector.catchUp()
            let first = try await Erasure(store).erase("ann", at: second(9_000_000))
            // As after a stop: the events are gone, and nobody has said so.
            try await connection.execute("update erased set project_seq = null")
            let again = try await Erasure(store).erase("ann-phone", at: second(9_000_001))
            #expect(again.names == 2 && again.events == first.events && !again.wasErased)
            #expect(store.project.current.events.count { $0.event.isErasure } == 1)
            #expect(try await isEqual(store))
        }
    }

    @Test("refused events go where they are of the person, name them, or cannot be told whose they are")
    func quarantine() async throws {
        try await withLog { store, connection, _ in
            func refused(_ person: String?, _ body: String) -> RefusedEvent {
                RefusedEvent(code: "malformed", detail: "x", person: person, body: Array(body.utf8))
            }
            try await store.log.quarantine([
                refused("ann", "1"), refused(nil, #"{"person":"ann""#),
                refused("bob", #"{"previous":"ann"}"#),
                refused("bob", #"{"tip":"ann"}"#), refused(nil, #"{"person":"annette""#),
            ])
            let result = try await Erasure(store).erase("ann", at: second(9_000_000))
            #expect(result.quarantined == 3)
            try await store.log.quarantine([refused("ann", "2"), refused("bob", "3")])
            let left = try await connection.query("select count(*) from quarantine").one().int64(0)
            #expect(left == 3, "what comes later of the person is not kept")
        }
    }
}
