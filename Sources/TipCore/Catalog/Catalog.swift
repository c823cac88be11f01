/// Everything a growth team has written down at one revision: tips, parameters, donated events, groups and
/// experiments, in file order.
public struct Catalog: Hashable, Sendable {
    /// The least time between first displays of different tips, in seconds; 0 is `immediate`.
    public var displayFrequency: DisplayFrequency
    /// The zone of a person who has not said theirs, an IANA name.
    public var timeZone: String
    /// The parameters by name.
    public var parameters: NamedValues<ParameterDefinition>
    /// The donated events by name.
    public var events: NamedValues<EventDefinition>
    /// The tips.
    public var tips: [TipDefinition]
    /// The groups.
    public var groups: [GroupDefinition]
    /// The experiments.
    public var experiments: [ExperimentDefinition]
    /// The switches of rules that TipKit leaves undefined.
    public var settings: EligibilitySettings

    /// Creates a catalog; what is left out is empty, `immediate` and UTC.
    public init(
        displayFrequency: DisplayFrequency = .immediate,
        timeZone: String = "UTC",
        parameters: NamedValues<ParameterDefinition> = [:],
        events: NamedValues<EventDefinition> = [:],
        tips: [TipDefinition] = [],
        groups: [GroupDefinition] = [],
        experiments: [ExperimentDefinition] = [],
        settings: EligibilitySettings = EligibilitySettings()
    ) {
        self.displayFrequency = displayFrequency
        self.timeZone = timeZone
        self.parameters = parameters
        self.events = events
        self.tips = tips
        self.groups = groups
        self.experiments = experiments
        self.settings = settings
    }
}

/// TipKit's `displayFrequency`: the least time after one tip was first shown before another may be.
///
/// TipKit publishes names, not seconds; an hour, a day of 24 hours, 7 days and 30 days are rule R16.
public struct DisplayFrequency: Hashable, Sendable {
    /// The interval in seconds, at least 0.
    public let seconds: Double

    /// Creates an interval of `seconds`; nil where it is negative or not finite.
    public init?(seconds: Double) {
        guard seconds.isFinite, seconds >= 0 else { return nil }
        self.seconds = seconds
    }

    private init(_ seconds: Double) {
        self.seconds = seconds
    }

    /// No least time.
    public static let immediate = DisplayFrequency(0)

    /// The interval with one of TipKit's names: `immediate hourly daily weekly monthly`.
    public init?(name: some StringProtocol) {
        guard let match = Self.named.first(where: { $0.name == name }) else { return nil }
        seconds = match.seconds
    }

    /// TipKit's names and what they stand for, in seconds.
    public static let named: [(name: String, seconds: Double)] = [
        ("immediate", 0), ("hourly", 3600), ("daily", 86_400), ("weekly", 604_800), ("monthly", 2_592_000),
    ]

    /// The name where TipKit has one for this interval.
    public var name: String? { Self.named.first { $0.seconds == seconds }?.name }
}

/// A named value about a person, which rules compare.
public struct ParameterDefinition: Hashable, Sendable {
    /// What kind of value it takes; nil where any goes.
    public var type: ScalarType?
    /// Its value until it is set.
    public var defaultValue: Scalar
    /// Whether a launch sets it back to its default.
    public var isTransient: Bool

    /// Creates a definition.
    public init(type: ScalarType? = nil, defaultValue: Scalar = .null, isTransient: Bool = false) {
        self.type = type
        self.defaultValue = defaultValue
        self.isTransient = isTransient
    }
}

/// The kinds of value that a parameter or a field of a donation may be declared to take.
public enum ScalarType: String, Hashable, Sendable, CaseIterable {
    /// True or false.
    case boolean
    /// A number.
    case number
    /// Text.
    case string
}

/// An event that people donate.
public struct EventDefinition: Hashable, Sendable {
    /// The fields a donation may carry, with their kinds.
    public var info: NamedValues<ScalarType>
    /// How many and how old the donations are that rules see.
    public var donationLimit: DonationLimit

    /// Creates a definition.
    public init(info: NamedValues<ScalarType> = [:], donationLimit: DonationLimit = DonationLimit()) {
        self.info = info
        self.donationLimit = donationLimit
    }
}

/// TipKit's `DonationLimit`: a window over the newest donations, cut before range, filter and subset (R22).
public struct DonationLimit: Hashable, Sendable {
    /// The most donations rules see, newest first; at least 0, 1000 by default.
    public var maximumCount: Int
    /// The oldest donation rules see, in seconds before the evaluation; nil is no limit.
    public var maximumAgeSeconds: Double?

    /// Creates a limit.
    public init(maximumCount: Int = 1000, maximumAgeSeconds: Double? = nil) {
        self.maximumCount = maximumCount
        self.maximumAgeSeconds = maximumAgeSeconds
    }
}

/// Tips that are shown one at a time.
public struct GroupDefinition: Hashable, Sendable {
    /// The group's name.
    public var id: String
    /// Which member comes forward.
    public var priority: Priority
    /// The members, first to last.
    public var tips: [String]

    /// TipKit's `TipGroup.Priority`.
    public enum Priority: String, Hashable, Sendable, CaseIterable {
        /// The first member that is available.
        case firstAvailable
        /// The first member that is not invalidated, where it is available.
        case ordered
    }

    /// Creates a group.
    public init(id: String, priority: Priority = .firstAvailable, tips: [String]) {
        self.id = id
        self.priority = priority
        self.tips = tips
    }
}
