import Postgres
import Testing
import TipTestSupport

@Suite("A pool outlives whatever happens to its connections and its tasks")
struct PoolStormTests {
    /// What a task does with its connection, or to it.
    private enum Deed: CaseIterable {
        case query
        case transaction
        case failingQuery
        case brokenConnection
        case openTransaction
        case cancelledTask
        case closedConnection
    }

    private func perform(_ deed: Deed, on pool: Pool) async throws {
        switch deed {
        case .query:
            let answer = try await pool.query("select 5").one().int(0)
            #expect(answer == 5)
        case .transaction:
            try await pool.withConnection { connection in
                try await connection.transaction { connection in
                    try connection.execute("insert into t values (1)")
                }
            }
        case .failingQuery:
            _ = try? await pool.query("select 1 / 0")
        case .brokenConnection:
            _ = try? await pool.query("select pg_terminate_backend(pg_backend_pid())")
        case .openTransaction:
            try await pool.withConnection { try await $0.execute(script: "begin; insert into t values (2)") }
        case .cancelledTask:
            let task = Task { try await pool.query("select pg_sleep(60)") }
            try await Task.sleep(for: .milliseconds(5))
            task.cancel()
            _ = try? await task.value
        case .closedConnection:
            await #expect(throws: Never.self) { try await pool.withConnection { await $0.close() } }
        }
    }

    @Test("three hundred deeds by twelve tasks on three connections", arguments: [UInt64(41), 42])
    func storm(seed: UInt64) async throws {
        try await withDatabase { settings in
            let other = try await Connection.open(settings)
            try await other.execute("create table t (i int4)")
            let pool = Pool(settings, size: 3, patience: .seconds(120))
            let transactions = try await withThrowingTaskGroup { group in
                for task in 0..<12 {
                    group.addTask {
                        var random = SeededGenerator(seed: seed &* 100 &+ UInt64(task))
                        var transactions = 0
                        for _ in 0..<25 {
                            let deed = Deed.allCases.randomElement(using: &random) ?? .query
                            if deed == .transaction { transactions += 1 }
                            try await perform(deed, on: pool)
                        }
                        return transactions
                    }
                }
                return try await group.reduce(0, +)
            }
            let rows = try await other.query("select i, count(*) from t group by i").map { row in
                [try row.int(0), try row.int(1)]
            }
            #expect(rows == [[1, transactions]], "what was committed, and nothing else")
            let sessions = try await other.query(
                "select count(*) from pg_stat_activity where datname = current_database()"
            ).one().int(0)
            #expect(sessions <= 4 + 3, "three, the looker-on, and those just on their way out")
            await pool.close()
            await other.close()
        }
    }
}
