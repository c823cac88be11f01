package import Postgres

/// A way in which the store could not do what it was asked, other than a plain error of the database.
package struct StoreError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong.
    package let problem: Problem

    /// The ways the store can fail.
    package enum Problem: Hashable, Sendable {
        /// More rows wait than memory is set aside for.
        case overloaded(retryAfterSeconds: Int)
        /// The database does not answer, or stopped answering; nothing of the request may be taken as stored.
        case unavailable(PostgresError)
        /// A stream has no head: the log was not made by `migrate`.
        case streamMissing
        /// The database was made by a newer program.
        case newerDatabase(version: Int, known: Int)
        /// The database has a migration that differs from the program's.
        case changedMigration(number: Int)
        /// The database has not been migrated.
        case notMigrated(missing: Int)
        /// Events of the log are not folded yet, so they cannot be dropped.
        case notFolded
        /// A row of the log cannot be read.
        case unreadableRow(stream: Int32, seq: Int64)
        /// The store was opened without a way to read catalogs, and the log has one.
        case noCatalogReader(revision: Int)
    }

    /// Creates an error.
    package init(_ problem: Problem) {
        self.problem = problem
    }

    /// What is wrong and what to do about it.
    package var description: String {
        switch problem {
        case .overloaded(let seconds):
            "More events wait than the server holds in memory. Send again in \(seconds) s; nothing was stored."
        case .unavailable(let error): "The database does not answer: \(error)"
        case .streamMissing: "The log has no streams. Run: tipledger migrate up"
        case .newerDatabase(let version, let known):
            "The database has migration \(version), and this program knows \(known) only. Install the newer program."
        case .changedMigration(let number):
            "Migration \(number) of the database is not the one this program has. Use the program that made it."
        case .notMigrated(let missing):
            "The database lacks \(missing) migration(s). Run: tipledger migrate up"
        case .notFolded:
            "Events of the log are not folded yet, so nothing is dropped. See: tipledger project status"
        case .unreadableRow(let stream, let seq):
            "Event \(seq) of stream \(stream) is of a kind this program does not know. Install the newer program."
        case .noCatalogReader(let revision):
            "Catalog revision \(revision) is in the log, and the store was opened without a reader of catalogs."
        }
    }
}

extension StoreError {
    /// The error a caller gets for a failure on the way to the log.
    static func unavailable(_ error: any Error) -> any Error {
        switch error {
        case let error as PostgresError: StoreError(.unavailable(error))
        case let error as TransactionError: StoreError(.unavailable(error.underlying))
        default: error
        }
    }
}
