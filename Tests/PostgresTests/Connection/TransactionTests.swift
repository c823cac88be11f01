import Postgres
import Testing
import TipTestSupport

@Suite("A transaction is done as a whole or not at all, and its error says which step failed")
struct TransactionTests {
    struct Refusal: Error, Equatable {}

    /// Two connections to a database with a table `t` of unique numbers, checked only at the commit.
    private func withTable(
        _ body: (_ connection: Connection, _ other: Connection) async throws -> Void
    ) async throws {
        try await withConnections { connection, other in
            try await connection.execute(
                "create table t (i int4 constraint t_key unique deferrable initially deferred)"
            )
            try await body(connection, other)
        }
    }

    private func expectRows(
        _ expected: Int,
        _ connection: Connection,
        _ why: Comment? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let found = try await connection.query("select count(*) from t").one().int(0)
        #expect(found == expected, why, sourceLocation: sourceLocation)
    }

    @Test("what the body did is there after it, and not before")
    func commits() async throws {
        try await withTable { connection, other in
            let given = try await connection.transaction { connection in
                try connection.execute("insert into t values (1)")
                return try connection.query("select i from t").one().int32(0)
            }
            #expect(given == 1)
            try await expectRows(1, other)
        }
    }

    @Test("an error of the body is thrown on as it is, and nothing is left")
    func bodyFails() async throws {
        try await withTable { connection, other in
            await #expect(throws: Refusal()) {
                try await connection.transaction { connection in
                    try connection.execute("insert into t values (1)")
                    throw Refusal()
                }
            }
            let error = await #expect(throws: PostgresError.self) {
                try await connection.transaction { connection in
                    try connection.execute("insert into t values (1)")
                    try connection.execute("insert into nothing_like_it values (1)")
                }
            }
            #expect(error?.sqlState == .undefinedTable)
            try await expectRows(0, other)
            try await expectRows(0, connection, "the connection goes on")
        }
    }

    @Test("a commit that the server refuses")
    func commitRefused() async throws {
        try await withTable { connection, other in
            let error = await #expect(throws: TransactionError.self) {
                try await connection.transaction { try $0.execute("insert into t values (1), (1)") }
            }
            guard case .commit(let cause) = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(cause.sqlState == .uniqueViolation)
            #expect(cause.constraint == "t_key")
            #expect(error?.underlying == cause)
            try await expectRows(0, other)
        }
    }

    @Test("a body that goes on after a failed statement is not taken for done")
    func swallowedError() async throws {
        try await withTable { connection, other in
            let error = await #expect(throws: TransactionError.self) {
                try await connection.transaction { connection in
                    try connection.execute("insert into t values (1)")
                    _ = try? connection.execute("insert into nothing_like_it values (1)")
                }
            }
            #expect(
                error?.description
                    == "The transaction was not committed: a statement of the transaction had failed, and "
                    + "the body went on [25P02] in: commit. Let the error leave the body."
            )
            try await expectRows(0, other)
        }
    }

    @Test("a transaction inside another never begins")
    func nested() async throws {
        try await withTable { connection, _ in
            let error = await #expect(throws: TransactionError.self) {
                try await connection.transaction { outer in try outer.transaction { _ in } }
            }
            guard case .begin(let cause) = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(cause.kind == .misuse)
            try await expectRows(0, connection, "the outer one was rolled back")
        }
    }

    @Test("a snapshot sees one instant, and writes nothing")
    func snapshot() async throws {
        try await withTable { connection, other in
            let process = try await connection.backendProcess()
            try await other.query("select pg_advisory_lock(1)")
            let reading = Task {
                try await connection.transaction(.snapshot) { connection in
                    let first = try connection.query("select count(*) from t").one().int(0)
                    // Waits until the other session has inserted and said so by this lock.
                    try connection.query("select pg_advisory_lock(1)")
                    return (first, try connection.query("select count(*) from t").one().int(0))
                }
            }
            try await waitUntil("it waits") {
                try await other.query(
                    "select 1 from pg_stat_activity where pid = \(process) and wait_event_type = 'Lock'"
                ).count == 1
            }
            try await other.execute("insert into t values (1)")
            try await other.query("select pg_advisory_unlock(1)")
            let (first, second) = try await reading.value
            #expect([first, second] == [0, 0])

            let error = await #expect(throws: PostgresError.self) {
                try await connection.transaction(.snapshot) { try $0.execute("insert into t values (2)") }
            }
            #expect(error?.sqlState == .readOnlyTransaction)
        }
    }

    @Test("two tasks on one connection never mix their statements")
    func noMixing() async throws {
        try await withTable { connection, _ in
            try await withThrowingTaskGroup { group in
                for task in 0..<8 {
                    group.addTask {
                        for _ in 0..<20 {
                            _ = try? await connection.transaction { connection in
                                try connection.execute("insert into t values (\(Int32(task)))")
                                throw Refusal()
                            }
                        }
                    }
                    group.addTask { for _ in 0..<20 { try await connection.query("select 1") } }
                }
                try await group.waitForAll()
            }
            try await expectRows(0, connection)
        }
    }
}
