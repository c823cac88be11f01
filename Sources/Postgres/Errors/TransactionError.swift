/// A transaction that failed otherwise than by an error of its body.
///
/// An error that the body throws rolls the transaction back and is thrown on as it is, so that
/// `catch let error as PostgresError where error.sqlState == …` works around a transaction too. The
/// cases here are the others, kept apart because what to do about each differs.
package enum TransactionError: Error, Sendable {
    /// It never began; nothing was done.
    case begin(PostgresError)

    /// The body failed, and the rollback after it too. The connection is not usable any more; the
    /// server rolls back by itself.
    case rollback(PostgresError, after: any Error)

    /// The server refused to commit and rolled back: nothing was done.
    case commit(PostgresError)

    /// The commit was sent, and the connection broke before the answer came: everything was done, or
    /// nothing. Only looking, on another connection, can tell.
    case commitUnknown(PostgresError)

    /// The database's error behind the case.
    package var underlying: PostgresError {
        switch self {
        case .begin(let error), .rollback(let error, _), .commit(let error), .commitUnknown(let error): error
        }
    }
}

extension TransactionError: CustomStringConvertible {
    /// One line that says which step failed and why, without any value.
    package var description: String {
        switch self {
        case .begin(let error): "The transaction could not begin: \(error)"
        case .rollback(let error, _): "The transaction failed, and so did its rollback: \(error)"
        case .commit(let error): "The transaction was not committed: \(error)"
        case .commitUnknown(let error): "Whether the transaction was committed is not known: \(error)"
        }
    }
}
