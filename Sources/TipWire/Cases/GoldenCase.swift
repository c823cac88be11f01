public import TipCore

/// A golden case: what one person did under a catalog, and what must be so at some instants.
public struct GoldenCase: Sendable {
    /// The case's name, such as `F12`.
    public let id: String
    /// What it shows, in a sentence.
    public let title: String
    /// How it is known: `documented`, `observed` or `recommended`.
    public let basis: String
    /// What is done and expected, or why it cannot be read.
    public let scenario: Result<Scenario, Unreadable>

    /// What is done and expected.
    public struct Scenario: Hashable, Sendable {
        /// The definitions, which apply to the whole history.
        public var catalog: Catalog
        /// Changes of settings, in the order of their times.
        public var settings: [SettingsChange]
        /// The person's events in the order in which they are listed.
        public var events: [Event]
        /// What must be so.
        public var expectations: [Expectation]

        /// The catalog with the settings that are in force at an instant.
        public func catalog(at instant: Timestamp) -> Catalog {
            var catalog = catalog
            for change in settings where change.at <= instant {
                catalog.displayFrequency = change.displayFrequency ?? catalog.displayFrequency
                catalog.timeZone = change.timeZone ?? catalog.timeZone
            }
            return catalog
        }
    }

    /// A catalog with other settings that was applied during the case.
    public struct SettingsChange: Hashable, Sendable {
        /// When it was applied.
        public var at: Timestamp
        /// The new display frequency; nil where it stays.
        public var displayFrequency: DisplayFrequency?
        /// The new zone of persons who have not said theirs; nil where it stays.
        public var timeZone: String?
    }

    /// Something that must be so at an instant.
    public struct Expectation: Hashable, Sendable {
        /// The instant; all that happened at it is seen.
        public var at: Timestamp
        /// What must be so.
        public var check: Check
        /// Where it stands in the file.
        public var position: SourcePosition
    }

    /// What can be expected.
    public enum Check: Hashable, Sendable {
        /// A state of a tip.
        case tip(String, TipCheck)
        /// The tip that a group puts forward; nil is none.
        case group(String, currentTip: String?)
    }

    /// What can be expected of a tip; what is nil is not checked.
    public struct TipCheck: Hashable, Sendable {
        /// `available`, `pending` or `invalidated`.
        public var status: String?
        /// All that holds a pending tip, in order.
        public var because: [String]?
        /// Why an invalidated tip is over.
        public var reason: String?
        /// Since when an invalidated tip is over.
        public var since: Timestamp?
        /// How often it was displayed.
        public var displayCount: Int?
        /// How long it was on screen, in seconds.
        public var displayedSeconds: Double?

        /// Creates a check of what is given.
        public init(
            status: String? = nil,
            because: [String]? = nil,
            reason: String? = nil,
            since: Timestamp? = nil,
            displayCount: Int? = nil,
            displayedSeconds: Double? = nil
        ) {
            self.status = status
            self.because = because
            self.reason = reason
            self.since = since
            self.displayCount = displayCount
            self.displayedSeconds = displayedSeconds
        }
    }

    /// Why a case cannot be run.
    public struct Unreadable: Error, Hashable, Sendable {
        /// What is wrong with it.
        public let problems: [CatalogProblem]
    }
}

/// A text that must be a rule, or must not be one.
public struct RuleTextCase: Hashable, Sendable {
    /// The text.
    public let text: String
    /// Whether it is a rule.
    public let isValid: Bool
    /// What it shows.
    public let note: String
}
