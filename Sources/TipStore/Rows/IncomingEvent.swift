package import TipCore

/// An event that is fit for the log, with what its request said about it.
package struct IncomingEvent: Hashable, Sendable {
    /// The event.
    package var event: Event
    /// The time the client stated, in milliseconds since 1970; nil where it stated none.
    ///
    /// It is part of the key of ids that are not UUIDv7.
    package var statedMilliseconds: Int64?
    /// The time the client stated where that lay after receipt and was not used.
    package var statedAt: Timestamp?
    /// Fields that the contract does not know; kept with the event.
    package var unknown: [JSON.Member]
    /// Whether the sender looked like a bot.
    package var isBot: Bool

    /// Whether it joins two persons.
    var isJoin: Bool { if case .identify = event.body { true } else { false } }

    /// Creates an event as it came in.
    package init(
        _ event: Event,
        statedMilliseconds: Int64?,
        statedAt: Timestamp? = nil,
        unknown: [JSON.Member] = [],
        isBot: Bool = false
    ) {
        self.event = event
        self.statedMilliseconds = statedMilliseconds
        self.statedAt = statedAt
        self.unknown = unknown
        self.isBot = isBot
    }
}

/// What became of an event.
package enum AppendOutcome: Hashable, Sendable {
    /// It is in the log now.
    case accepted
    /// It was in the log before.
    case duplicate
    /// Another event with the same id was in the log before, and stays.
    case conflict
    /// The person, or the one that a join names, was erased; nothing of it is kept.
    case erased
}
