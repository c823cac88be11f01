/// What a history says about one person, as far as the decision on tips needs it.
///
/// A state is never written by hand. It is folded from events in the order of the history
/// (`HistoryOrder`), under a catalog, and any state can be thrown away and folded again:
///
/// ```swift
/// var state = PersonState()
/// for event in HistoryOrder.sorted(events) { state.apply(event, under: catalog) }
/// ```
///
/// Nothing in it depends on a clock. That a display is presumed over, that a tip has been on screen long
/// enough, that a donation is too old is worked out when the state is read at an instant not before its
/// last event. The fold takes what it is given: removing duplicates is the log's work.
public struct PersonState: Hashable, Sendable {
    /// The numbers of the tips with a state, in the order of their first event.
    var tipNumbers: [UInt32] = []
    /// The states of these tips.
    var tips: [TipState] = []
    /// The latest displays that were counted, as `PersonState.display(_:of:)`, so that none counts twice (R6).
    var displays: [UInt64] = []
    /// The displays whose end is not known, oldest first.
    var views: [OpenView] = []
    /// The parameters that were set.
    var parameters: [ParameterSlot] = []
    /// The donations that rules can see.
    var donations: [DonationList] = []
    /// The test overrides that have not been cleared.
    var overrides: [TestOverride] = []
    /// The latest first display of any tip (R5).
    var clock: FrequencyClock?
    /// The person's zone, where they have said one that exists.
    var timeZone: String?
    /// Whether the person wants no tips.
    public internal(set) var isOptedOut = false
    /// The instant of the last event, and the counters of the devices with events at it.
    var last = LastInstant()

    /// Creates the state of a person to whom nothing has happened.
    public init() {}

    /// The instant of the last event; nil before the first.
    public var lastEvent: Timestamp? { last.at }

    /// The latest first display of any tip, after which the display frequency holds others back.
    package var clockStart: Timestamp? { clock?.at }

    /// The numbers of the tips with a state.
    package var tipsWithState: [UInt32] { tipNumbers }
}

/// What a history says about one tip of one person.
struct TipState: Hashable, Sendable {
    /// Displays counted.
    var count = 0
    /// Microseconds on screen of the displays whose end is known.
    var settled: Int64 = 0
    /// The latest of these ends.
    var lastEnd: Timestamp?
    /// When it first appeared; the display frequency no longer holds it back.
    var firstDisplayed: Timestamp?
    /// The first invalidation by an event.
    var explicit: Invalidation?
    /// Taps on its actions after it was displayed; they decide nothing, and are there to be counted.
    var taps = 0

    /// How long it is from one instant to another, held likewise.
    static func length(from start: Timestamp, to end: Timestamp) -> Int64 {
        let (length, overflow) = end.microseconds.subtractingReportingOverflow(start.microseconds)
        return overflow ? (end < start ? .min : .max) : length
    }

    /// Two lengths of time together, held at the end of what can be said: histories may claim anything.
    static func sum(_ one: Int64, _ other: Int64) -> Int64 {
        let (sum, overflow) = one.addingReportingOverflow(other)
        return overflow ? .max : sum
    }
}

/// That a tip is over, why and since when.
public struct Invalidation: Hashable, Sendable {
    /// Why.
    public let reason: InvalidationReason
    /// Since when.
    public let at: Timestamp
}

/// A display of a tip whose end is not known.
struct OpenView: Hashable, Sendable {
    /// The tip.
    let tip: UInt32
    /// `StableHash.of` the display's name.
    let display: UInt64
    /// The device it is on.
    let device: UInt64
    /// When it began.
    let start: Timestamp
    /// When it is presumed over: a minute after the last sign of life, or at a launch of the device (R9).
    var end: Timestamp
    /// Whether a launch of its device ended it.
    var isEndedByLaunch = false
}

/// A parameter that was set.
struct ParameterSlot: Hashable, Sendable {
    /// The parameter.
    let number: UInt32
    /// Its value.
    var value: Scalar
    /// Whether there was a launch since; then a transient parameter has its default again.
    var isOfEarlierLaunch = false
}

/// A test override.
struct TestOverride: Hashable, Sendable {
    /// What it does.
    let kind: OverrideKind
    /// The tip it names; nil where it is about all tips.
    let tip: UInt32?
    /// When it ends; at that instant it does nothing.
    var until: Timestamp
}

/// The latest first display of any tip.
struct FrequencyClock: Hashable, Sendable {
    /// When it was.
    var at: Timestamp
    /// The tip that was shown.
    var tip: UInt32
}

/// The instant of the last event folded, and what decides order within it.
struct LastInstant: Hashable, Sendable {
    /// The instant; nil before the first event.
    var at: Timestamp?
    /// The highest counter of each device that has one at this instant.
    var counters: [Counter] = []

    /// A device's highest counter.
    struct Counter: Hashable, Sendable {
        let device: UInt64
        var sequence: Int64
    }
}
