import Postgres
import Testing
import TipTestSupport

@Suite("A pool lends connections to one task at a time and replaces those that break")
struct PoolTests {
    private func withPool(
        size: Int = 2,
        _ body: (Pool, Connection) async throws -> Void
    ) async throws {
        try await withDatabase { settings in
            let pool = Pool(settings, size: size, patience: .seconds(60))
            let other = try await Connection.open(settings)
            try await body(pool, other)
            await pool.close()
            await other.close()
        }
    }

    /// Counts who uses which connection at the same time.
    private final class UseCounter: Sendable {
        private let users = Guarded<[ObjectIdentifier: Int]>([:])

        var connections: Int { users.withLock(\.count) }

        func change(_ connection: Connection, by difference: Int) -> Int {
            users.withLock { users in
                users[ObjectIdentifier(connection), default: 0] += difference
                return users[ObjectIdentifier(connection)] ?? 0
            }
        }
    }

    @Test("many tasks share two connections, each alone")
    func sharing() async throws {
        try await withPool { pool, _ in
            let counter = UseCounter()
            let most = try await withThrowingTaskGroup { group in
                for _ in 0..<50 {
                    group.addTask {
                        try await pool.withConnection { connection in
                            let users = counter.change(connection, by: 1)
                            try await connection.query("select pg_sleep(0.002)")
                            _ = counter.change(connection, by: -1)
                            return users
                        }
                    }
                }
                return try await group.reduce(0) { max($0, $1) }
            }
            #expect(most == 1)
            #expect(counter.connections <= 2)
        }
    }

    @Test("a connection that broke while it was idle is not lent")
    func brokenIdle() async throws {
        try await withPool { pool, other in
            let process = try await pool.withConnection { try await $0.backendProcess() }
            try await other.terminate(process)
            try await waitUntil("it is gone") { try await other.state(of: process) == nil }

            for _ in 0..<3 {
                let next = try await pool.withConnection { try await $0.backendProcess() }
                #expect(next != process)
            }
        }
    }

    @Test("a connection that breaks in use is replaced")
    func brokenInUse() async throws {
        try await withPool(size: 1) { pool, _ in
            let error = await #expect(throws: PostgresError.self) {
                try await pool.query("select pg_terminate_backend(pg_backend_pid())")
            }
            #expect(error?.kind == .connectionLost)
            let one = try await pool.query("select 1").one().int(0)
            #expect(one == 1)
        }
    }

    @Test("a transaction that was left open is rolled back")
    func leftOpen() async throws {
        try await withPool(size: 1) { pool, other in
            try await other.execute("create table t (i int4)")
            try await pool.withConnection { connection in
                try await connection.execute(script: "begin; insert into t values (1)")
            }
            let found = try await pool.query("select count(*) from t").one().int(0)
            #expect(found == 0)
        }
    }

    @Test("a task waits only so long")
    func patience() async throws {
        try await withDatabase { settings in
            // Open already, so that only the waiting takes time.
            let connection = try await Connection.open(settings)
            let pool = Pool(size: 1, patience: .milliseconds(50)) { connection }
            try await pool.withConnection { _ in
                let error = await #expect(throws: PostgresError.self) { try await pool.query("select 1") }
                #expect(error?.kind == .poolExhausted)
                #expect(error?.message == "no connection came free within 0.05 seconds")
            }
            try await pool.query("select 1")
            await pool.close()
        }
    }

    @Test("a cancelled task stops waiting, and a cancelled statement stops running")
    func cancelling() async throws {
        try await withPool(size: 1) { pool, other in
            let running = Task { try await pool.query("select pg_sleep(60)") }
            try await waitUntil("it runs") {
                try await other.query("select 1 from pg_stat_activity where query = 'select pg_sleep(60)'")
                    .count == 1
            }
            let waiting = Task { try await pool.query("select 1") }
            waiting.cancel()
            await #expect(throws: CancellationError.self) { try await waiting.value }

            running.cancel()
            await #expect(throws: CancellationError.self) { try await running.value }
            try await pool.query("select 1")
        }
    }

    @Test("a server that cannot be reached is told to each task")
    func unreachable() async throws {
        // On a machine that is busy with all other tests a turn may take long.
        let pool = Pool(size: 2, patience: .seconds(120)) {
            try await Connection.open(ConnectionSettings(socketFolder: "/nowhere", user: "a", database: "b"))
        }
        await withTaskGroup { group in
            for _ in 0..<6 {
                group.addTask {
                    let error = await #expect(throws: PostgresError.self) { try await pool.query("select 1") }
                    #expect(error?.kind == .cannotConnect)
                }
            }
        }
        await pool.close()
    }

    @Test("closing waits for what is lent, and refuses what comes later")
    func closing() async throws {
        try await withDatabase { settings in
            let pool = Pool(settings, size: 2)
            let other = try await Connection.open(settings)
            let running = Task { try await pool.query("select pg_sleep(0.3), 'closing'") }
            try await waitUntil("it runs") {
                try await other.query("select 1 from pg_stat_activity where query like '%closing'''").count
                    == 1
            }
            await pool.close()

            let sessions: Query = """
                select count(*) from pg_stat_activity
                where datname = current_database() and pid <> pg_backend_pid()
                """
            try await waitUntil("no session is left") { try await other.query(sessions).one().int(0) == 0 }
            _ = try await running.value
            let error = await #expect(throws: PostgresError.self) { try await pool.query("select 1") }
            #expect(error?.kind == .closed)
            await pool.close()
            await other.close()
        }
    }
}
