import Testing
import TipTestSupport

@testable import Postgres

@Suite("A statement that is seen again is planned once")
struct StatementCacheTests {
    private func key(_ text: String, _ types: [DataType] = [.int4]) -> StatementCache.Key {
        StatementCache.Key(text: text, types: types)
    }

    @Test("first direct, then planned, then by its plan")
    func life() {
        var cache = StatementCache(capacity: 10)

        #expect(cache.plan(for: key("a")) == .direct)
        #expect(cache.plan(for: key("a")) == .prepare(name: "tl_2"))
        #expect(cache.plan(for: key("a")) == .prepared(name: "tl_2"))
        #expect(cache.plan(for: key("a", [.text])) == .direct, "other types are another statement")
    }

    @Test("a statement that was forgotten starts anew, and its name may go")
    func forgetting() {
        var cache = StatementCache(capacity: 10)
        _ = cache.plan(for: key("a"))
        _ = cache.plan(for: key("a"))
        cache.forget(key("a"))

        #expect(cache.takeAbandoned() == ["tl_2"])
        #expect(cache.takeAbandoned() == [])
        #expect(cache.plan(for: key("a")) == .direct)
    }

    @Test("the least recently used makes room")
    func room() {
        var cache = StatementCache(capacity: 2)
        for text in ["a", "a", "b", "a", "c"] { _ = cache.plan(for: key(text)) }

        #expect(cache.count == 2)
        #expect(cache.plan(for: key("a")) == .prepared(name: "tl_2"))
        #expect(cache.plan(for: key("b")) == .direct)
        #expect(cache.takeAbandoned() == [], "b and c had no plan yet")
    }

    @Test("with no capacity everything is run as it is")
    func off() {
        var cache = StatementCache(capacity: 0)
        for _ in 0..<3 { #expect(cache.plan(for: key("a")) == .direct) }
    }

    @Test("the server has a plan for what was repeated, and for nothing else")
    func onServer() async throws {
        try await withConnections { connection, _ in
            for number in 0..<5 { try await connection.query("select \(number) + 1") }
            try await connection.query("select \(7) - 1")
            for _ in 0..<3 { try await connection.query("select 1") }

            let planned = try await connection.query("select statement from pg_prepared_statements")
            #expect(try planned.map { try $0.string(0) } == ["select $1 + 1"])
        }
    }

    @Test("a changed table, or a session that forgot its plans, is no failure")
    func stale() async throws {
        try await withConnections { connection, other in
            try await connection.execute(script: "create table t (i int4); insert into t values (1)")
            let query: Query = "select * from t where i = \(Int32(1))"
            for _ in 0..<3 { try await connection.query(query) }

            try await other.execute("alter table t add column j text default 'x'")
            #expect(try await connection.query(query).one().string(1) == "x")
            for _ in 0..<3 { #expect(try await connection.query(query).count == 1) }

            try await connection.execute("deallocate all")
            #expect(try await connection.query(query).one().string(1) == "x")
        }
    }

    @Test("inside a transaction a stale plan is a failure once, and not twice")
    func staleInTransaction() async throws {
        try await withConnections { connection, other in
            try await connection.execute(script: "create table t (i int4); insert into t values (1)")
            let query: Query = "select * from t where i = \(Int32(1))"
            for _ in 0..<3 { try await connection.query(query) }
            try await other.execute("alter table t add column j text default 'x'")

            let error = await #expect(throws: PostgresError.self) {
                _ = try await connection.transaction { try $0.query(query) }
            }
            #expect(error?.sqlState == .featureNotSupported)
            let rows = try await connection.transaction { try $0.query(query) }
            #expect(try rows.one().string(1) == "x")
        }
    }

    @Test("a statement that cannot be planned fails the same each time")
    func unplannable() async throws {
        try await withConnections { connection, _ in
            for _ in 0..<4 {
                let error = await #expect(throws: PostgresError.self) {
                    try await connection.query("select \(1) from nothing_like_it")
                }
                #expect(error?.sqlState == .undefinedTable)
            }
        }
    }

    @Test("the server says which types a statement takes and gives")
    func describing() async throws {
        try await withConnections { connection, _ in
            let description = try await connection.describe(
                "select \(Int32(1)) as a, \("x") as b, now() as at"
            )

            #expect(description.parameters == [.int4, .text])
            #expect(
                description.columns == [
                    Column(name: "a", type: .int4), Column(name: "b", type: .text),
                    Column(name: "at", type: .timestamptz),
                ]
            )
        }
    }
}
