import Postgres
import Testing
import TipCore
import TipStore
import TipTestSupport

@Suite("The log's months are made ahead, and an event of any time has its place")
struct PartitionTests {
    private static let months: Query = """
        select string_agg(substr(c.relname, 7), ' ' order by c.relname)
        from pg_inherits i join pg_class c on c.oid = i.inhrelid
        where i.inhparent = 'event'::regclass and c.relname ~ '^event_[0-9]{4}_[0-9]{2}$'
        """

    private func withConnection(
        _ store: Store,
        _ settings: ConnectionSettings,
        _ body: (Connection) async throws -> Void
    ) async throws {
        let connection = try await Connection.open(settings)
        try await body(connection)
        await connection.close()
        await store.close()
    }

    private func withLog(_ body: (Store, Connection) async throws -> Void) async throws {
        try await withDatabase(.migrated) { settings in
            let store = try await Store.open(settings)
            try await withConnection(store, settings) { try await body(store, $0) }
        }
    }

    static let times: [(why: String, at: String)] = [
        ("the first instant the contract takes", "1970-01-01T00:00:00Z"),
        ("a moment later", "1970-01-01T00:00:00.001Z"),
        ("where past tests are put", "2000-01-01T00:00:00Z"),
        ("last year", "2025-06-15T12:00:00Z"),
        ("the last millisecond of a month", "2026-11-30T23:59:59.999Z"),
        ("the first instant of a month", "2026-12-01T00:00:00Z"),
        ("long after the last month that was made", "2099-01-01T00:00:00Z"),
    ]

    @Test("an event of any time lands and is found by its id, stated or made on the device", arguments: times)
    func lands(why: String, at: String) async throws {
        let instant = try #require(Timestamp(rfc3339: at))
        try await withLog { store, _ in
            let uuid = UUIDv7.make(at: instant)
            let events = [incoming("a", at: instant), incoming(uuid, at: instant)]
            let fresh = try await store.log.append(events)
            #expect(fresh == [.accepted, .accepted])
            #expect(try await store.log.append(events) == [.duplicate, .duplicate])
            #expect(
                try await store.log.event(id: "a", person: "p1", statedAt: instant)?.logged?.event.at
                    == instant
            )
            #expect(
                try await store.log.event(id: uuid, person: "p1", statedAt: nil)?.logged?.event.at == instant
            )
            #expect(try await store.log.history(of: "p1").count == 2)
        }
    }

    @Test("an id of any other form stands without a stated time as well")
    func undated() async throws {
        try await withLog { store, connection in
            let event = IncomingEvent(
                Event(id: "a", person: "p1", at: second(0), body: .session),
                statedMilliseconds: nil
            )
            #expect(try await store.log.append([event]) == [.accepted])
            #expect(try await store.log.event(id: "a", person: "p1", statedAt: nil)?.logged?.event.id == "a")
            let place = try await connection.query("select tableoid::regclass::text from event").one().string(
                0
            )
            #expect(place == "event_undated")
        }
    }

    @Test("months are made up to so many ahead, once, and never backwards")
    func extends() async throws {
        try await withLog { _, connection in
            let before = try await connection.query(Self.months).one().string(0)
            let now = "select event_months_ahead(now(), 3)" as Query
            #expect(try await connection.query(now).one().int32(0) == 0, "migrate has made them")
            let later = "select event_months_ahead(now() + interval '2 months', 3)" as Query
            #expect(try await connection.query(later).one().int32(0) == 2)
            let after = try await connection.query(Self.months).one().string(0)
            #expect(
                after.hasPrefix(before)
                    && after.split(separator: " ").count == before.split(separator: " ").count + 2
            )
            let past = "select event_months_ahead('2001-02-03Z', 3)" as Query
            #expect(try await connection.query(past).one().int32(0) == 0)
            #expect(try await connection.query(Self.months).one().string(0) == after)
        }
    }

    @Test("rows that came before their month was made move into it and are the same events")
    func splits() async throws {
        try await withLog { store, connection in
            let row = try await connection.query(
                "select (extract(epoch from date_trunc('month', now()) + interval '5 months') * 1000000)::int8"
            ).one()
            let ahead = Timestamp(microseconds: try row.int64(0))
            let far = ahead.adding(seconds: 3 * 31 * 86_400)
            let events = (0..<20).map {
                incoming("e\($0)", at: $0 < 10 ? ahead.adding(seconds: $0 * 86_400) : far)
            }
            _ = try await store.log.append(events)
            let places: Query = """
                select string_agg(p || ' ' || n, ', ' order by p)
                from (select tableoid::regclass::text p, count(*) n from event group by 1) d
                """
            #expect(try await connection.query(places).one().string(0) == "event_after 20")
            let made = try await connection.query("select event_months_ahead(now(), 5)").one().int32(0)
            #expect(made == 2)
            let after = try await connection.query(places).one().string(0)
            let months = after.split(separator: ", ")
            #expect(
                months.count == 2 && months.last == "event_after 10" && months[0].hasSuffix(" 10"),
                "\(after)"
            )
            #expect(try await store.log.append(events) == Array(repeating: .duplicate, count: 20))
            #expect(try await store.log.history(of: "p1").count == 20)
        }
    }
}
