/// What happened: the types of the contract with the fields each carries.
public enum EventBody: Hashable, Sendable {
    /// The person did `event`; `info` describes it.
    case donation(event: String, info: NamedValues<Scalar>)
    /// The donations of `event` are void from the event's time on.
    case donationsDeleted(event: String)
    /// A parameter was set for the person.
    case parameter(name: String, value: Scalar)
    /// A launch: transient parameters go back to their default.
    case session
    /// The person's time zone from now on, an IANA name.
    case timeZone(String)
    /// A display of a tip began.
    case impression(Impression)
    /// A display is still on screen.
    case impressionProgress(tip: String, display: String)
    /// A display left the screen without the tip being invalidated.
    case impressionEnd(tip: String, display: String)
    /// A tip could not be drawn; counts nothing.
    case impressionFailed(tip: String, display: String?, reason: String)
    /// The copy would have been shown, but this variant shows nothing.
    case exposure(tip: String, experiment: String, variant: String)
    /// A button of a tip was pressed.
    case actionTap(tip: String, action: String, display: String?)
    /// The tip is over for this person.
    case invalidation(tip: String, reason: InvalidationReason)
    /// TipKit's `resetEligibility()`.
    case eligibilityReset(tip: String)
    /// A new epoch for the person.
    case datastoreReset
    /// A test override begins; it ends at `until`, or 24 h after the event where that is nil.
    case overrideSet(kind: OverrideKind, tips: [String], until: Timestamp?)
    /// Test overrides of one kind, or of all kinds, end.
    case overrideCleared(kind: OverrideKind?)
    /// The person wants no tips.
    case optOut
    /// The person wants tips again.
    case optIn
    /// `previous` and the event's person are one: their histories join.
    case identify(previous: String)

    /// One display of a tip, with what the app knew about the copy it showed.
    public struct Impression: Hashable, Sendable {
        /// The tip that was shown.
        public var tip: String
        /// The name of this display, unique within the person.
        public var display: String
        /// The experiment whose copy was shown.
        public var experiment: String?
        /// The variant that was shown.
        public var variant: String?
        /// The revision of the tip that was shown.
        public var revision: Int64?
        /// The group that put the tip forward.
        public var group: String?

        /// Creates a display.
        public init(
            tip: String,
            display: String,
            experiment: String? = nil,
            variant: String? = nil,
            revision: Int64? = nil,
            group: String? = nil
        ) {
            self.tip = tip
            self.display = display
            self.experiment = experiment
            self.variant = variant
            self.revision = revision
            self.group = group
        }
    }
}

/// Why a tip is over for a person, by TipKit's names.
public enum InvalidationReason: String, Hashable, Sendable, CaseIterable {
    /// The person did what the tip teaches.
    case actionPerformed
    /// The person closed the tip.
    case tipClosed
    /// It appeared as often as its options allow; never sent by apps.
    case displayCountExceeded
    /// It was on screen as long as its options allow; never sent by apps.
    case displayDurationExceeded
}

/// A test override, by TipKit's names without `ForTesting`.
public enum OverrideKind: String, Hashable, Sendable, CaseIterable {
    /// The named tips show, whatever their rules.
    case showTips
    /// The named tips hide.
    case hideTips
    /// All tips show.
    case showAllTips
    /// All tips hide.
    case hideAllTips
}
