import TipCore

/// What was read of a database and of where it runs: a value, so that every judgement is made without one.
struct Condition: Hashable, Sendable {
    /// The server's version, as `server_version_num`.
    var version = 0
    /// Settings by name.
    var settings: [String: String] = [:]
    /// The server's clock when it was asked.
    var serverClock = Timestamp.epoch
    /// This program's clock just before and just after.
    var askedAt = Timestamp.epoch
    var answeredAt = Timestamp.epoch
    /// How many servers follow this one.
    var standbys: Int64 = 0
    /// When a file of the WAL was last archived, and when that last failed.
    var archivedAt: Timestamp?
    var archiveFailedAt: Timestamp?
    /// Prepared transactions older than an hour.
    var oldPrepared: Int64 = 0
    /// The age of the oldest transaction that is not frozen, in transactions.
    var transactionAge = 0
    /// Bytes of the disk that the data is on, where that can be seen from here.
    var disk: Disk?
    /// Tables that the account may not use, and what it may not do.
    var forbidden: [Forbidden] = []
    /// How many migrations are missing.
    var missingMigrations = 0
    /// What is known of a migrated database only; nil for another one.
    var log: LogCondition?

    /// A disk.
    struct Disk: Hashable, Sendable {
        let free: Int64
        let size: Int64
    }

    /// A table that the account may not use as it must.
    struct Forbidden: Hashable, Sendable {
        let table: String
        let missing: String
    }

    /// How the log and its folds stand.
    struct LogCondition: Hashable, Sendable {
        /// The first instant of the last month with a partition of its own.
        var lastMonth: Timestamp?
        /// How many events are not folded.
        var lag: Int64 = 0
        /// Projections whose tables another version of the fold made.
        var incompatible: [String] = []
    }
}
