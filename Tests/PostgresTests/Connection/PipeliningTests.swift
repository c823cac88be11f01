import Testing
import TipTestSupport

@testable import Postgres

@Suite("Many statements on one way give what each would give alone")
struct PipeliningTests {
    private static func numbers(_ range: Range<Int>) -> [Query] {
        range.map { "select \($0) * 2 union all select \(-$0) where \($0) % 3 = 0" }
    }

    private static func answers(_ range: Range<Int>) -> [[Int]] {
        range.map { $0 % 3 == 0 ? [$0 * 2, -$0] : [$0 * 2] }
    }

    @Test("none, one, more than go at once, planned or not", arguments: [0, 1, 2, 63, 64, 65, 200])
    func lengths(count: Int) async throws {
        try await withConnections { connection, _ in
            for _ in 0..<3 {
                let rows = try await connection.query(all: Self.numbers(0..<count))
                #expect(try rows.map { try $0.map { try $0.int(0) } } == Self.answers(0..<count))
            }
            #expect(try await connection.query("select \(7)").one().int(0) == 7)
        }
    }

    @Test("of several texts each has its own rows")
    func texts() async throws {
        try await withConnections { connection, _ in
            let queries: [Query] = [
                "select \("a")", "select \(1), \(2)", "select \("b") where false", "select 9",
            ]
            for _ in 0..<3 {
                let rows = try await connection.query(all: queries)
                #expect(rows.map(\.count) == [1, 1, 0, 1])
                #expect(rows.map { $0.columns.count } == [1, 2, 1, 1])
                #expect(try rows[0].one().string(0) == "a")
            }
        }
    }

    @Test(
        "the first that fails is the error, wherever it stands, and the connection goes on",
        arguments: 0..<4
    )
    func failing(place: Int) async throws {
        try await withConnections { connection, _ in
            let warm: [Query] = ["select 10 / \(1)", "select 10 / \(1)"]
            for _ in 0..<2 { _ = try await connection.query(all: warm) }
            let queries: [Query] = (0..<4).map { $0 >= place ? "select 10 / \(0)" : "select 10 / \(5)" }
            let error = await #expect(throws: PostgresError.self) {
                _ = try await connection.query(all: queries)
            }
            #expect(error?.sqlState == SQLState(rawValue: "22012"))
            let rows = try await connection.query(all: warm)
            #expect(try rows.map { try $0.one().int(0) } == [10, 10])
        }
    }

    @Test("a changed table, or a session that forgot its plans, is no failure")
    func stale() async throws {
        try await withConnections { connection, other in
            try await connection.execute(script: "create table t (i int4); insert into t values (1)")
            let queries: [Query] = (0..<3).map { _ in "select * from t where i = \(Int32(1))" }
            for _ in 0..<3 { _ = try await connection.query(all: queries) }
            try await other.execute("alter table t add column j text default 'x'")
            let changed = try await connection.query(all: queries)
            #expect(try changed.map { try $0.one().string(1) } == ["x", "x", "x"])
            for _ in 0..<3 { _ = try await connection.query(all: queries) }
            try await connection.execute("deallocate all")
            let forgotten = try await connection.query(all: queries)
            #expect(try forgotten.map { try $0.one().string(1) } == ["x", "x", "x"])
        }
    }

    @Test("within a transaction they are run one by one, and see what it wrote")
    func withinTransaction() async throws {
        try await withConnections { connection, _ in
            let queries: [Query] = (0..<3).map { _ in "select count(*) + \(0) from t" }
            try await connection.execute(script: "create table t (i int4)")
            for _ in 0..<2 { _ = try await connection.query(all: queries) }
            let rows = try await connection.transaction { connection in
                try connection.execute("insert into t values (1)")
                return try connection.query(all: queries)
            }
            #expect(try rows.map { try $0.one().int(0) } == [1, 1, 1])
        }
    }

    @Test("a server that goes away meanwhile is a lost connection")
    func lost() async throws {
        try await withConnections { connection, other in
            let queries: [Query] = (0..<3).map { _ in "select pg_sleep(\(0.0))" }
            for _ in 0..<2 { _ = try await connection.query(all: queries) }
            let process = try await connection.backendProcess()
            try await other.query("select pg_terminate_backend(\(process))")
            let error = await #expect(throws: PostgresError.self) {
                _ = try await connection.query(all: queries)
            }
            #expect(error?.kind == .connectionLost)
        }
    }
}
