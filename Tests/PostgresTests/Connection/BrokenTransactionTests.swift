import Postgres
import Testing
import TipTestSupport

@Suite("A transaction whose connection breaks says what is known of it")
struct BrokenTransactionTests {
    private func withTable(
        _ body: (_ connection: Connection, _ other: Connection) async throws -> Void
    ) async throws {
        try await withConnections { connection, other in
            try await other.execute("create table t (i int4)")
            try await body(connection, other)
        }
    }

    @Test("before it begins: nothing was done")
    func beforeBegin() async throws {
        try await withTable { connection, other in
            try await other.terminate(try await connection.backendProcess())
            let error = await #expect(throws: TransactionError.self) {
                try await connection.transaction { try $0.execute("insert into t values (1)") }
            }
            guard case .begin(let cause) = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(cause.kind == .connectionLost)
        }
    }

    @Test("in its body: the body's error, and nothing was done")
    func inBody() async throws {
        try await withTable { connection, other in
            let error = await #expect(throws: PostgresError.self) {
                try await connection.transaction { connection in
                    try connection.execute("insert into t values (1)")
                    try connection.query("select pg_terminate_backend(pg_backend_pid())")
                }
            }
            #expect(error?.kind == .connectionLost)
            #expect(error?.message.contains("terminating connection") == true)
            let found = try await other.query("select count(*) from t").one().int(0)
            #expect(found == 0)
        }
    }

    @Test("noticed in the body and passed over: certainly not committed")
    func beforeCommit() async throws {
        try await withTable { connection, other in
            let error = await #expect(throws: TransactionError.self) {
                try await connection.transaction { connection in
                    try connection.execute("insert into t values (1)")
                    _ = try? connection.query("select pg_terminate_backend(pg_backend_pid())")
                }
            }
            guard case .commit(let cause) = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(cause.kind == .connectionLost)
            let found = try await other.query("select count(*) from t").one().int(0)
            #expect(found == 0)
        }
    }

    @Test("while the server commits, and it did not: not known")
    func duringCommitInVain() async throws {
        try await withTable { connection, other in
            try await other.execute(
                script: """
                    create function fall() returns trigger language plpgsql as
                      $$ begin perform pg_terminate_backend(pg_backend_pid()); return null; end $$;
                    create constraint trigger fall after insert on t deferrable initially deferred
                      for each row execute function fall()
                    """
            )
            let error = await #expect(throws: TransactionError.self) {
                try await connection.transaction { try $0.execute("insert into t values (1)") }
            }
            guard case .commitUnknown(let cause) = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(cause.kind == .connectionLost)
            let found = try await other.query("select count(*) from t").one().int(0)
            #expect(found == 0)
        }
    }

    @Test("while the server commits, and it did: not known")
    func duringCommitDone() async throws {
        // A server that waits for a standby which never comes has committed already when it is ended.
        try await withStandbyThatNeverComes { settings in
            let connection = try await Connection.open(settings)
            let other = try await Connection.open(settings)
            try await other.execute(script: "set synchronous_commit = local; create table t (i int4)")
            let process = try await connection.backendProcess()
            let writing = Task {
                try await connection.transaction { try $0.execute("insert into t values (1)") }
            }
            try await waitUntil("it waits for the standby") {
                try await other.query(
                    "select 1 from pg_stat_activity where pid = \(process) and wait_event = 'SyncRep'"
                ).count == 1
            }
            try await other.terminate(process)

            let error = await #expect(throws: TransactionError.self) { try await writing.value }
            guard case .commitUnknown = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            let found = try await other.query("select count(*) from t").one().int(0)
            #expect(found == 1)
            await other.close()
        }
    }

    private func withStandbyThatNeverComes(
        _ body: (ConnectionSettings) async throws -> Void
    ) async throws {
        try await withTemporaryFolder { folder in
            var options = ClusterOptions.throwaway
            options.settings["wal_level"] = "replica"
            options.settings["max_wal_senders"] = "1"
            options.settings["synchronous_standby_names"] = "nobody"
            let cluster = try await PrivateCluster.start(folder: folder + "/c", options: options)
            let setup = try await Connection.open(cluster.settings)
            try await setup.execute("alter database tipledger set synchronous_commit to on")
            await setup.close()
            try await body(cluster.settings)
            await cluster.close()
        }
    }
}
