public import TipCore

/// An event that is fit for the log, with what the log keeps beside it.
public struct DecodedEvent: Hashable, Sendable {
    /// The event; its time is capped at receipt.
    public var event: Event
    /// Whether the client sent no id and the server made one.
    public var idWasGenerated: Bool
    /// The time the client stated, where it was later than receipt and `event.at` is the receipt instead.
    public var statedAt: Timestamp?
    /// The time the client stated in whole milliseconds since 1970, rounded down; nil where it stated none.
    ///
    /// It is part of what makes a duplicate for an id that is not a UUIDv7, since every retry repeats it.
    public var statedAtMilliseconds: Int64?
    /// The members the contract does not know, as an object; those of `context` stand under `context`.
    public var extra: JSON?
    /// What is odd about the event without making it unfit.
    public var warnings: [EventWarning]

    /// Creates a decoded event.
    public init(
        event: Event,
        idWasGenerated: Bool = false,
        statedAt: Timestamp? = nil,
        statedAtMilliseconds: Int64? = nil,
        extra: JSON? = nil,
        warnings: [EventWarning] = []
    ) {
        self.event = event
        self.idWasGenerated = idWasGenerated
        self.statedAt = statedAt
        self.statedAtMilliseconds = statedAtMilliseconds
        self.extra = extra
        self.warnings = warnings
    }
}

/// Something about an accepted event that is counted, because it hints at a mistake in the app.
public struct EventWarning: Hashable, Sendable {
    /// A stable word that counters are labelled with.
    public let code: String
    /// The field it is about.
    public let field: String

    /// Creates a warning.
    public init(code: String, field: String) {
        self.code = code
        self.field = field
    }

    /// The stated time is later than receipt, so the receipt is used.
    public static let futureTime = EventWarning(code: "future_time", field: "at")
}
