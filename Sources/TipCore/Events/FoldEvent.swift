/// An event in the form that is folded: names are numbers, what no fold reads is left out.
///
/// A store builds it straight from its rows; `CompiledCatalog.foldEvent(_:)` builds it from an `Event`.
public struct FoldEvent: Hashable, Sendable {
    /// When it happened.
    public let at: Timestamp
    /// `StableHash.of` the device's name.
    public let device: UInt64
    /// The device's own counter.
    public let sequence: Int64?
    /// What happened.
    public let body: Body

    /// What happened, by the numbers of a vocabulary; a display is `StableHash.of` its name.
    public enum Body: Hashable, Sendable {
        /// The person did something countable.
        case donation(event: UInt32, info: [FieldValue])
        /// The donations of an event are void.
        case donationsDeleted(event: UInt32)
        /// A parameter was set.
        case parameter(UInt32, Scalar)
        /// A launch.
        case session
        /// The person's zone, an IANA name.
        case timeZone(String)
        /// A display began.
        case impression(tip: UInt32, display: UInt64)
        /// A display is still on screen.
        case impressionProgress(tip: UInt32, display: UInt64)
        /// A display left the screen.
        case impressionEnd(tip: UInt32, display: UInt64)
        /// A button was pressed.
        case actionTap(tip: UInt32, action: UInt32, display: UInt64?)
        /// The tip is over.
        case invalidation(tip: UInt32, InvalidationReason)
        /// The tip starts again.
        case eligibilityReset(tip: UInt32)
        /// A new epoch.
        case datastoreReset
        /// A test override begins and ends at an instant.
        case overrideSet(OverrideKind, tips: [UInt32], until: Timestamp)
        /// Test overrides end.
        case overrideCleared(OverrideKind?)
        /// The person wants no tips.
        case optOut
        /// The person wants tips again.
        case optIn
        /// Something that only shows that the device is alive and, maybe, that a tip exists.
        case sign(tip: UInt32?)
        /// What is left of earlier events that the log has no more; at the time of the last of them.
        indirect case folded(PersonState)
    }

    /// Creates an event.
    public init(at: Timestamp, device: UInt64, sequence: Int64? = nil, body: Body) {
        self.at = at
        self.device = device
        self.sequence = sequence
        self.body = body
    }

    /// How long a test override lasts that does not say, in seconds.
    public static let overrideSeconds: Int64 = 86_400

    /// What decides the event's place in the history.
    public var historyKey: HistoryOrder.Key {
        HistoryOrder.Key(at: at, device: device, sequence: sequence)
    }
}
