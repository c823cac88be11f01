package import TipCore

/// What the tallies say of one experiment at one instant: counts and nothing else.
///
/// All counts are of one phase. A person is *matured* once the window of the primary metric has closed at
/// `asOf`; the counts of an arm cover matured people who are compared, all others stand beside them, so that
/// the figures add up: `enrolled` = people of all arms + `immature` + `excluded` + `multipleVariants` +
/// `unexpectedVariant`.
package struct ExperimentSnapshot: Hashable, Sendable {
    /// The experiment's name.
    package var experiment: String
    /// Where it stands.
    package var status: ExperimentRecord.Status
    /// The phase that was counted, as it was frozen at its start; nil for a draft.
    package var phase: FrozenPhase?
    /// What was planned before the start; that of the phase, or of the catalog for a draft.
    package var plan: ExperimentDefinition.Plan?
    /// The tip whose copy varies.
    package var tip: String
    /// What the team decided at the stop.
    package var decision: StopDecision?
    /// The instant as of which people are matured.
    package var asOf: Timestamp
    /// How many events of the log had been folded.
    package var events: Int64
    /// The metric that decides.
    package var metric: MetricDefinition
    /// The variants in the order of the catalog, baseline first.
    package var arms: [Arm]
    /// Compared people whose window is open yet.
    package var immature: Int64 = 0
    /// People who saw more than one variant.
    package var multipleVariants: Int64 = 0
    /// Those of them by the variant they saw first.
    package var multipleVariantsByFirst: [String: Int64] = [:]
    /// People who saw a variant that was not assigned to them.
    package var unexpectedVariant: Int64 = 0
    /// People left out because they are testers.
    package var testers: Int64 = 0
    /// People left out because they look like bots.
    package var bots: Int64 = 0
    /// People left out because they had opted out of tips.
    package var optedOut: Int64 = 0
    /// The events behind the counts of the arms.
    package var countedEvents: Int64 = 0
    /// Those of them that came more than an hour behind the newest event of their stream.
    package var lateEvents: Int64 = 0
    /// Whether the arms include people whose window is open, as `--partial` asks.
    package var isPartial = false
    /// People by variant, in the order of the arms, of each day on which somebody who is compared was exposed: what
    /// the sequential check of the split looks at, day after day.
    package var splitDays: [[Int64]] = []
    /// The counts of the arms by the UTC day on which people were exposed, first to last.
    package var days: [Day] = []
    /// Which part of the phase was counted; nil is all of it.
    package var slice: Slice?
    /// The instant as of which the log was read; nil is now.
    package var knownAt: Timestamp?
    /// How many persons who took part were erased: none of the counts has them.
    package var erased: Int64 = 0
    /// What the catalog changed about what people are shown while the phase ran, oldest first.
    package var shownChanges: [ShownChange] = []
    /// Whether the tip is switched off for everybody.
    package var isOff = false
    /// Every phase of the experiment so far, first to last.
    package var phases: [FrozenPhase] = []

    /// The counts of one variant.
    package struct Arm: Hashable, Sendable {
        /// The variant's name.
        package var variant: String
        /// Its share of the split, relative to the others.
        package var weight: Double
        /// What people read; nil where the catalog does not know the variant any more.
        package var copy: Copy?
        /// Matured people who are compared.
        package var people: Int64 = 0
        /// Those of them who converted, by metric: the primary one first, then secondary ones, then guardrails.
        package var conversions: [Int64]
        /// Displays they saw.
        package var impressions: Int64 = 0
        /// Buttons they pressed.
        package var taps: Int64 = 0
        /// Times the tip ended because they did it.
        package var actionPerformed: Int64 = 0
        /// Times they closed it.
        package var tipClosed: Int64 = 0

        /// Creates an arm without people.
        package init(variant: String, weight: Double, copy: Copy?, metrics: Int) {
            self.variant = variant
            self.weight = weight
            self.copy = copy
            conversions = Array(repeating: 0, count: metrics)
        }
    }

    /// Whoever is counted in the arms and was exposed on one day.
    package struct Day: Hashable, Sendable {
        /// Its first instant, UTC.
        package let start: Timestamp
        /// The people of each arm.
        package var people: [Int64]
        /// Those of them who converted on the primary metric, then or later.
        package var conversions: [Int64]

        /// Creates a day on which nobody came.
        package init(start: Timestamp, arms: Int) {
            self.start = start
            people = Array(repeating: 0, count: arms)
            conversions = people
        }
    }

    /// A stretch of a phase: who was exposed in it.
    package struct Slice: Hashable, Sendable {
        /// From when; nil is the start of the phase.
        package var since: Timestamp?
        /// Until when, not included; nil is the end.
        package var until: Timestamp?

        /// Creates a stretch; nil where it has no end at all.
        package init?(since: Timestamp?, until: Timestamp?) {
            guard since != nil || until != nil else { return nil }
            self.since = since
            self.until = until
        }

        /// Whether an exposure is in it.
        package func contains(_ instant: Timestamp) -> Bool {
            (since.map { instant >= $0 } ?? true) && (until.map { instant < $0 } ?? true)
        }
    }

    /// Creates a snapshot without people.
    package init(
        experiment: String,
        status: ExperimentRecord.Status,
        phase: FrozenPhase?,
        tip: String,
        decision: StopDecision? = nil,
        asOf: Timestamp,
        events: Int64,
        metric: MetricDefinition,
        arms: [Arm]
    ) {
        self.experiment = experiment
        self.status = status
        self.phase = phase
        plan = phase?.plan
        self.tip = tip
        self.decision = decision
        self.asOf = asOf
        self.events = events
        self.metric = metric
        self.arms = arms
    }

    /// Everyone who took part: all the figures that add up.
    package var enrolled: Int64 {
        arms.reduce(0) { $0 + $1.people } + immature + multipleVariants + unexpectedVariant + testers + bots
            + optedOut
    }
}
