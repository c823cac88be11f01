import CPostgres

/// What a transaction may do, and what it sees.
package enum TransactionMode: String, Sendable {
    /// Reads and writes; each statement sees what was committed before it.
    case readWrite = "begin"

    /// Only reads; all statements see the same instant.
    case snapshot = "begin isolation level repeatable read, read only"
}

extension Connection {
    /// Carries out a body as a whole or not at all.
    ///
    /// ```swift
    /// let head = try await connection.transaction { connection in
    ///     try connection.execute("update stream_head set seq = seq + \(rows) where stream = \(stream)")
    ///     return try connection.query("select seq from stream_head where stream = \(stream)").one().int64(0)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - mode: Whether it may write.
    ///   - body: What to do; it does not suspend, so nothing comes between its statements.
    /// - Returns: What the body returns, once the server has committed.
    /// - Throws: What the body throws, after a rollback; `TransactionError` where another step fails.
    @discardableResult
    package func transaction<Result: Sendable>(
        _ mode: TransactionMode = .readWrite,
        _ body: @Sendable (isolated Connection) throws -> Result
    ) throws -> Result {
        try begin(mode)
        let result: Result
        do {
            result = try body(self)
        } catch {
            try rollBack(after: error)
            throw error
        }
        try commit()
        return result
    }

    private func begin(_ mode: TransactionMode) throws {
        do {
            try operate { libpq in
                guard libpq.transactionStatus == PQTRANS_IDLE || !libpq.isUsable else {
                    throw PostgresError(.misuse, message: "a transaction is already open")
                }
                try self.require(libpq.run(script: mode.rawValue), on: libpq, query: mode.rawValue)
            }
        } catch let error as PostgresError {
            throw TransactionError.begin(error)
        }
    }

    private func rollBack(after bodyError: any Error) throws {
        // A broken or closed connection needs no rollback: the server does it when it notices.
        guard monitor.condition == .inTransaction else { return }
        do {
            try operate(cancellable: false) { libpq in
                try self.require(libpq.run(script: "rollback"), on: libpq, query: "rollback")
            }
        } catch let error as PostgresError {
            throw TransactionError.rollback(error, after: bodyError)
        }
    }

    private func commit() throws {
        do {
            try operate(cancellable: false) { libpq in
                guard libpq.isUsable else {
                    throw PostgresError(.connectionLost, message: "it broke before the commit was sent")
                }
                let result = libpq.run(script: "commit")
                if !result.isSuccess { throw self.commitFailure(of: result, on: libpq) }
                guard result.commandTag == "COMMIT" else {
                    throw PostgresError(
                        .server,
                        sqlState: .inFailedTransaction,
                        message: "a statement of the transaction had failed, and the body went on",
                        hint: "Let the error leave the body.",
                        query: "commit"
                    )
                }
            }
        } catch let error as PostgresError {
            throw TransactionError.commit(error)
        }
    }

    /// Sorts a failed commit: refused, or its outcome not known.
    ///
    /// Family 57 is an operator's interruption, which can also strike after the commit was done.
    private func commitFailure(of result: borrowing LibpqResult, on libpq: LibpqConnection) -> any Error {
        let error = failure(of: result, on: libpq, query: "commit")
        let isCertain = error.kind != .connectionLost && error.sqlState?.family != "57"
        return isCertain ? error : TransactionError.commitUnknown(error)
    }
}
