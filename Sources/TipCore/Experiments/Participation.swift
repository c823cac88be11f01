/// What one person, or one device, did in one phase of an experiment.
public struct Participation: Hashable, Sendable {
    /// The variant of the first exposure.
    public var variant: String
    /// Whether and why the unit stays out of the comparison.
    public var standing: Standing
    /// The first impression of the tip in the phase, or the first `exposure` of a holdout.
    public var exposedAt: Timestamp
    /// The first conversion on each of the phase's metrics.
    public var convertedAt: [Timestamp?]
    /// Displays from the exposure to the end of the primary metric's window.
    public var impressions = 0
    /// Button presses in the same stretch.
    public var taps = 0
    /// Invalidations because the person did it, in the same stretch.
    public var actionPerformed = 0
    /// Invalidations because the person closed it, in the same stretch.
    public var tipClosed = 0
    /// The events counted above and the conversions.
    public var events = 0
    /// Those of them that came more than an hour behind the newest event of their stream.
    public var late = 0

    /// Creates what a unit did that has been exposed.
    public init(variant: String, standing: Standing, exposedAt: Timestamp, convertedAt: [Timestamp?]) {
        self.variant = variant
        self.standing = standing
        self.exposedAt = exposedAt
        self.convertedAt = convertedAt
    }

    /// Whether a unit is compared.
    public enum Standing: Int, Hashable, Sendable, CaseIterable {
        /// It is.
        case compared
        /// It saw more than one variant.
        case multipleVariants
        /// It saw a variant that was not assigned to it.
        case unexpectedVariant
        /// It only ever saw the tip as a tester, or while a test override showed it.
        case test
        /// It only ever saw the tip as a bot.
        case bot
        /// It had opted out of tips before its exposure.
        case optedOut
        /// It is one of several names of a person, who is counted once from all their histories.
        case joined
    }
}

/// An event of the log with what the server knows about its arrival.
public struct LoggedEvent: Hashable, Sendable {
    /// The event.
    public var event: Event
    /// When the server committed it; rises within a stream.
    public var receivedAt: Timestamp
    /// Whether the sender looked like a bot.
    public var isBot: Bool

    /// Whether its stream had events from more than an hour after it when it arrived.
    public var isLate: Bool

    /// Creates a logged event.
    public init(event: Event, receivedAt: Timestamp, isBot: Bool = false, isLate: Bool = false) {
        self.event = event
        self.receivedAt = receivedAt
        self.isBot = isBot
        self.isLate = isLate
    }
}
