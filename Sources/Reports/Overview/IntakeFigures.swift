package import TipCore

/// What comes in: the newest events by kind, what was refused and why, and how much of it there is.
package struct IntakeFigures: Hashable, Sendable {
    /// All events of the log.
    package let events: Int64
    /// Those that are not folded yet.
    package let lag: Int64
    /// How many bytes the database takes.
    package let databaseBytes: Int64
    /// The newest events by kind, the most frequent first.
    package let kinds: [Kind]
    /// What was refused, the most frequent reason first.
    package let reasons: [Reason]

    /// Newest events of one kind.
    package struct Kind: Hashable, Sendable {
        /// The kind as a word; nil is one that this program does not know.
        package let kind: String?
        /// How many of them are among the newest.
        package let events: Int64
        /// When the last one came.
        package let newest: Timestamp

        /// Counts events of one kind.
        package init(
            kind: String?,
            events: Int64,
            newest: Timestamp
        ) {
            self.kind = kind
            self.events = events
            self.newest = newest
        }
    }

    /// Events that were refused for one reason.
    package struct Reason: Hashable, Sendable {
        /// The reason, as a stable word.
        package let code: String
        /// The dialect they came in.
        package let dialect: String
        /// How many.
        package let events: Int64
        /// When the last one came.
        package let newest: Timestamp

        /// Counts events of one reason.
        package init(
            code: String,
            dialect: String,
            events: Int64,
            newest: Timestamp
        ) {
            self.code = code
            self.dialect = dialect
            self.events = events
            self.newest = newest
        }
    }

    /// Puts the figures together.
    package init(events: Int64, lag: Int64, databaseBytes: Int64, kinds: [Kind], reasons: [Reason]) {
        self.events = events
        self.lag = lag
        self.databaseBytes = databaseBytes
        self.kinds = kinds
        self.reasons = reasons
    }
}
