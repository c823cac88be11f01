import Postgres
import Testing
import TipTestSupport

@Suite("A connection blocks nobody but itself")
struct ConnectionTests {
    @Test("sixteen connections wait at the same time, whatever the number of cores")
    func parallelWaiting() async throws {
        try await withDatabase { settings in
            let connections = try await withThrowingTaskGroup { group in
                for _ in 0..<16 { group.addTask { try await Connection.open(settings) } }
                return try await group.reduce(into: [Connection]()) { $0.append($1) }
            }
            let other = try await Connection.open(settings)
            try await withThrowingTaskGroup { group in
                for connection in connections {
                    group.addTask { _ = try? await connection.query("select pg_sleep(600)") }
                }
                let waiting: Query = "select from pg_stat_activity where query = 'select pg_sleep(600)'"
                try await waitUntil("all wait") { try await other.query(waiting).count == 16 }
                for connection in connections { connection.cancel() }
                try await group.waitForAll()
            }
            await other.close()
            for connection in connections { await connection.close() }
        }
    }

    @Test("a cancelled statement fails, and the connection goes on")
    func cancelling() async throws {
        try await withConnections { connection, other in
            let process = try await connection.backendProcess()
            let waiting = Task { try await connection.query("select pg_sleep(60)") }
            try await waitUntil("it runs") { try await other.state(of: process) == "active" }

            connection.cancel()

            let error = await #expect(throws: PostgresError.self) { try await waiting.value }
            #expect(error?.sqlState == .queryCanceled)
            #expect(error?.kind == .server)
            #expect(try await connection.query("select 1").one().int(0) == 1)
        }
    }

    @Test("cancelling when nothing runs harms nothing that runs later")
    func cancellingNothing() async throws {
        try await withConnections { connection, _ in
            for _ in 0..<200 {
                connection.cancel()
                try await connection.query("select 1")
                connection.cancel()
            }
        }
    }

    @Test("a cancelled task runs no statement")
    func cancelledTask() async throws {
        try await withConnections { connection, other in
            try await connection.execute("create table t (i int4)")
            let task = Task {
                while !Task.isCancelled { await Task.yield() }
                try await connection.execute("insert into t values (1)")
            }
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
            #expect(try await other.query("select count(*) from t").one().int(0) == 0)
        }
    }

    @Test("a statement that runs too long is given up by the server")
    func statementTimeout() async throws {
        try await withDatabase { settings in
            var impatient = settings
            impatient.statementTimeout = .milliseconds(50)
            let connection = try await Connection.open(impatient)

            let error = await #expect(throws: PostgresError.self) {
                try await connection.query("select pg_sleep(60)")
            }
            #expect(error?.sqlState == .queryCanceled)
            await connection.close()
        }
    }

    @Test("closing is final, harmless twice, and seen by the server")
    func closing() async throws {
        try await withConnections { connection, other in
            let process = try await connection.backendProcess()
            await connection.close()
            await connection.close()

            let error = await #expect(throws: PostgresError.self) { try await connection.query("select 1") }
            #expect(error?.kind == .closed)
            #expect(error?.description == "the connection is closed")
            try await waitUntil("the session is gone") { try await other.state(of: process) == nil }
        }
    }

    @Test("a connection that is dropped closes itself")
    func dropping() async throws {
        try await withDatabase { settings in
            let other = try await Connection.open(settings)
            let process = try await Connection.open(settings).backendProcess()
            try await waitUntil("the session is gone") { try await other.state(of: process) == nil }
            await other.close()
        }
    }

    @Test("a session works in UTC and UTF-8 whatever the server's habits are")
    func session() async throws {
        try await withDatabase { settings in
            let setup = try await Connection.open(settings)
            let name = try await setup.query("select current_database()").one().string(0)
            try await setup.execute("alter database \(unescaped: name) set timezone to 'Asia/Tokyo'")
            await setup.close()

            let connection = try await Connection.open(settings)
            let query: Query = "select current_setting('timezone'), current_setting('client_encoding')"
            let row = try await connection.query(query).one()
            #expect(try [row.string(0), row.string(1)] == ["UTC", "UTF8"])
            #expect(try await connection.serverVersion() >= 140_000)
            try await connection.ping()
            await connection.close()
        }
    }

    @Test("notices are collected, up to a hundred")
    func notices() async throws {
        try await withConnections { connection, _ in
            try await connection.execute("drop table if exists nothing_like_it")
            let notices = await connection.takeNotices()
            #expect(notices.map(\.message) == ["table \"nothing_like_it\" does not exist, skipping"])
            #expect(notices.map(\.severity) == ["NOTICE"])
            #expect(await connection.takeNotices().isEmpty)

            let script: Query = "do $$ begin for i in 1..500 loop raise warning 'n%', i; end loop; end $$"
            try await connection.execute(script: script)
            #expect(await connection.takeNotices().count == 100)
        }
    }

    @Test("a script runs as one, and takes no values")
    func scripts() async throws {
        try await withConnections { connection, _ in
            try await connection.execute(script: "create table a (i int4); insert into a values (1), (2)")
            let error = await #expect(throws: PostgresError.self) {
                try await connection.execute(script: "insert into a values (3); insert into a values ('x')")
            }
            #expect(error?.sqlState == .invalidTextRepresentation)
            #expect(try await connection.query("select count(*) from a").one().int(0) == 2)
            await #expect(throws: PostgresError.self) { try await connection.execute(script: "select \(1)") }
        }
    }

    @Test("a broken connection says so, at once and ever after")
    func broken() async throws {
        try await withConnections { connection, other in
            try await other.terminate(try await connection.backendProcess())

            let first = await #expect(throws: PostgresError.self) { try await connection.query("select 1") }
            #expect(first?.kind == .connectionLost)
            #expect(first?.leavesConnectionUsable == false)
            let second = await #expect(throws: PostgresError.self) { try await connection.query("select 1") }
            #expect(second?.kind == .connectionLost)
        }
    }
}
