import Postgres
import Testing
import TipTestSupport

@Suite("A query may be large, up to the protocol's limits")
struct LargeQueriesTests {
    @Test("many rows, long texts and long arrays")
    func sizes() async throws {
        try await withConnections { connection, _ in
            let rows = try await connection.query("select i, i::text from generate_series(1, 100000) i")
            #expect(rows.count == 100_000)
            #expect(try rows[99_999].string(1) == "100000")
            #expect(try rows.reduce(0) { try $0 + $1.int(0) } == 100_000 * 100_001 / 2)

            let long = String(repeating: "ä", count: 5_000_000)
            let back = try await connection.query("select \(long)").one().string(0)
            #expect(back == long)

            let numbers = Array(0..<Int64(50_000))
            let sum = try await connection.query("select sum(n)::int8 from unnest(\(numbers)) n").one().int64(
                0
            )
            #expect(sum == 49_999 * 25_000)
        }
    }

    @Test("65,535 values, and not one more")
    func values() async throws {
        try await withConnections { connection, _ in
            func query(_ count: Int) -> Query {
                var values = Bindings()
                for number in 0..<count { values.append(number) }
                let places = (1...count).map { "$\($0)" }.joined(separator: ",")
                return Query(unescaped: "select count(*) from unnest(array[\(places)])", values: values)
            }
            let counted = try await connection.query(query(65_535)).one().int(0)
            #expect(counted == 65_535)
            let error = await #expect(throws: PostgresError.self) {
                try await connection.query(query(65_536))
            }
            #expect(error?.kind == .misuse)
            #expect(error?.message.contains("number of parameters") == true)
            try await connection.ping()
        }
    }

    @Test("many tasks on one connection each get their own answer")
    func manyTasks() async throws {
        try await withConnections { connection, _ in
            try await withThrowingTaskGroup { group in
                for task in 0..<32 {
                    group.addTask {
                        for round in 0..<20 {
                            let number = task * 100 + round
                            let answer = try await connection.query("select \(number)").one().int(0)
                            #expect(answer == number)
                        }
                    }
                }
                try await group.waitForAll()
            }
        }
    }
}
