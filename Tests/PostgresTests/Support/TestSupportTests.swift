import Postgres
import Testing

@testable import TipTestSupport

@Suite("What the tests stand on holds")
struct TestSupportTests {
    @Test("seeded numbers are those of SplitMix64")
    func generator() {
        // Source: the values that the algorithm's descriptions give for this seed.
        var random = SeededGenerator(seed: 1_234_567)
        let numbers = (0..<3).map { _ in random.next() }
        #expect(numbers == [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423])
    }

    @Test("each test has a database of its own, made from the template once, and gone afterwards")
    func throwaway() async throws {
        let prepared = Counter()
        let template = DatabaseTemplate("counted") { connection in
            prepared.increase()
            try await connection.execute(script: "create table t (i int4); insert into t values (1)")
        }
        let names = try await withThrowingTaskGroup { group in
            for _ in 0..<4 {
                group.addTask {
                    try await withDatabase(template) { settings in
                        let connection = try await Connection.open(settings)
                        try await connection.execute("insert into t values (2)")
                        let row = try await connection.query("select current_database(), count(*) from t")
                            .one()
                        let count = try row.int(1)
                        #expect(count == 2)
                        return try row.string(0)
                    }
                }
            }
            return try await group.reduce(into: [String]()) { $0.append($1) }
        }
        #expect(Set(names).count == 4)
        #expect(prepared.value == 1)
        let cluster = try await TestCluster.shared
        let connection = try await Connection.open(cluster.settings)
        let left = try await connection.query("select from pg_database where datname = any(\(names))")
        #expect(left.isEmpty, "the connections that were left open did not keep them")
        await connection.close()
    }

    private final class Counter: Sendable {
        private let count = Guarded(0)

        var value: Int { count.withLock { $0 } }

        func increase() { count.withLock { $0 += 1 } }
    }

    @Test("only databases made for tests may be dropped")
    func allowList() async throws {
        let cluster = try await TestCluster.shared
        let elsewhere = try ConnectionSettings(url: "postgresql://production/tipledger_test_1")
        let cases: [(why: String, name: String, settings: ConnectionSettings, may: Bool)] = [
            ("ours", "tipledger_test_1", cluster.settings.database("tipledger_test_1"), true),
            ("another name", "tipledger", cluster.settings.database("tipledger"), false),
            (
                "a name that only begins so", "tipledger_test_x",
                cluster.settings.database("tipledger_test_x"), false
            ),
            ("another server", "tipledger_test_1", elsewhere, false),
            (
                "settings of another database", "tipledger_test_1", cluster.settings.database("tipledger"),
                false
            ),
        ]
        for (why, name, settings, may) in cases {
            #expect(ThrowawayDatabase.mayDrop(name, at: settings, on: cluster) == may, "\(why)")
        }
    }

    @Test("rows are drawn as a table")
    func table() async throws {
        try await withDatabase { settings in
            let connection = try await Connection.open(settings)
            let rows = try await connection.query(
                """
                select 1 as n, 'ä' as text, null::int8 as nothing, array[1, null] as list,
                  timestamptz '1969-12-31 23:59:59.5+00' as at, '\\x00ff'::bytea as b, 2.5::float8 as f
                union all select 22, '', 3, '{}', '2026-02-28T12:00:00Z', '', 1e300 order by n
                """
            )
            let table = try TextTable(rows)
            #expect(
                table.description == """
                    n  | text | nothing | list     | at                     | b    | f
                    ---+------+---------+----------+------------------------+------+-------
                    1  | ä    | null    | {1,null} | 1969-12-31T23:59:59.5Z | 00ff | 2.5
                    22 |      | 3       | {}       | 2026-02-28T12:00:00Z   |      | 1e+300
                    """
            )
            await connection.close()
        }
    }
}
