import Postgres

/// The turn to fold the log anew, which one program has at a time: a lock that ends with its connection, so that
/// a program that was killed stands in nobody's way.
struct RebuildTurn: Sendable {
    private let connection: Connection

    /// Waits for the turn and takes it.
    ///
    /// - Parameters:
    ///   - settings: Where the database is.
    ///   - waiting: Told once where another program has the turn.
    /// - Returns: The turn.
    /// - Throws: `PostgresError`.
    static func take(_ settings: ConnectionSettings, waiting: @Sendable () -> Void) async throws
        -> RebuildTurn
    {
        let connection = try await Connection.open(settings)
        do {
            for attempt in 0... {
                // A transaction that only holds the row; what is folded is written on other connections.
                try await connection.execute(script: "begin")
                try await connection.execute(script: "set local lock_timeout = '200ms'")
                try await connection.execute(script: "set local idle_in_transaction_session_timeout = 0")
                do {
                    try await connection.query(SQL.takeRebuildTurn())
                    break
                } catch let error as PostgresError where error.sqlState == .lockNotAvailable {
                    try await connection.execute(script: "rollback")
                    if attempt == 0 { waiting() }
                    try await Task.sleep(for: .milliseconds(300))
                }
            }
            return RebuildTurn(connection: connection)
        } catch {
            await connection.close()
            throw error
        }
    }

    /// Gives the turn to the next.
    func end() async {
        await connection.close()
    }
}
