/// A stretch of an experiment with fixed weights and salt, and all that is needed to count it.
///
/// It is frozen when it starts and stands in its start event, so that a stranger can recompute every
/// assignment and every count from an export of the log.
public struct FrozenPhase: Hashable, Sendable {
    /// Counts from 1.
    public var number: Int
    /// The tip whose copy varies; may be a template with `{item}`.
    public var tip: String
    /// What is assigned.
    public var unit: ExperimentDefinition.Unit
    /// How a unit comes to its variant.
    public var assignment: AssignmentSource
    /// The text from which the three draws are seeded.
    public var salt: String
    /// The rules of the audience, as text.
    public var audience: [String]
    /// What the catalog declared of all that those rules read; nil where there are none.
    public var declarations: AudienceDeclarations?
    /// The slice for mutual exclusion.
    public var namespace: ExperimentDefinition.Namespace?
    /// The share of the audience that is in, from each instant on; the first step stands at the start.
    public var inclusion: [InclusionStep]
    /// The variants with their weights, baseline first.
    public var variants: [Arm]
    /// What is counted: the primary metric first, then secondary ones, then guardrails.
    public var metrics: [MetricDefinition]
    /// How many of the metrics are secondary; the rest after the primary are guardrails.
    public var secondaryCount: Int
    /// What was planned, with all that was left to defaults; nil where an older program froze no plan.
    public var plan: ExperimentDefinition.Plan?
    /// The catalog revision at the start.
    public var catalogRevision: Int
    /// When exposures begin to count.
    public var startedAt: Timestamp
    /// When they end: at the stop, or at the start of the next phase; nil while the phase runs.
    public var endedAt: Timestamp?
    /// When enrolment was held; the last one may be open.
    public var pauses: [Pause]

    /// How a unit comes to its variant.
    public enum AssignmentSource: String, Hashable, Sendable {
        /// By our hash of the unit, GrowthBook's version 2.
        case hash
        /// By another system; the events say which variant, and nothing can disagree with them.
        case external
    }

    /// A variant's part in the split.
    public struct Arm: Hashable, Sendable {
        /// The variant's name.
        public var id: String
        /// Its share relative to the others, at least 0.
        public var weight: Double
        /// False for a holdout.
        public var shows: Bool
        /// What people read, where no catalog holds it: that of a test which another system ran.
        public var title: String?

        /// Creates an arm.
        public init(id: String, weight: Double, shows: Bool, title: String? = nil) {
            self.id = id
            self.weight = weight
            self.shows = shows
            self.title = title
        }
    }

    /// The share of the audience that is in from an instant on.
    public struct InclusionStep: Hashable, Sendable {
        /// From when.
        public var at: Timestamp
        /// The share, 0 to 1.
        public var share: Double

        /// Creates a step.
        public init(at: Timestamp, share: Double) {
            self.at = at
            self.share = share
        }
    }

    /// A stretch in which nobody is enrolled.
    public struct Pause: Hashable, Sendable {
        /// From when.
        public var from: Timestamp
        /// Until when, not included; nil while it lasts.
        public var to: Timestamp?

        /// Creates a pause.
        public init(from: Timestamp, to: Timestamp? = nil) {
            self.from = from
            self.to = to
        }
    }

    /// Freezes a definition into its first phase.
    public init(
        of definition: ExperimentDefinition,
        number: Int = 1,
        salt: String,
        assignment: AssignmentSource = .hash,
        catalogRevision: Int,
        startedAt: Timestamp,
        declarations: AudienceDeclarations? = nil
    ) {
        self.declarations = declarations
        self.number = number
        tip = definition.tip
        unit = definition.unit
        self.assignment = assignment
        self.salt = salt
        audience = definition.audience.map(\.text)
        namespace = definition.namespace
        inclusion = [InclusionStep(at: startedAt, share: definition.inclusion)]
        variants = definition.variants.map { Arm(id: $0.id, weight: $0.weight, shows: $0.shows) }
        metrics = definition.frozenMetrics
        secondaryCount = definition.secondary.count
        plan = (definition.plan ?? ExperimentDefinition.Plan()).frozen
        self.catalogRevision = catalogRevision
        self.startedAt = startedAt
        pauses = []
    }

    /// Whether a first impression at an instant enrols its person.
    public func enrols(at instant: Timestamp) -> Bool {
        guard instant >= startedAt, endedAt.map({ instant < $0 }) ?? true else { return false }
        return !pauses.contains { instant >= $0.from && ($0.to.map { end in instant < end } ?? true) }
    }

    /// The last instant at which a conversion on a metric counts for a person exposed at `exposure`.
    ///
    /// A window counts to its end, whatever becomes of the experiment; a metric without one counts until the
    /// phase ends, so that the figures of a finished experiment stay as they are.
    public func lastConversion(of metric: MetricDefinition, exposedAt exposure: Timestamp) -> Timestamp {
        if let within = metric.within { return exposure.advanced(bySeconds: within) }
        return endedAt?.adding(microseconds: -1) ?? Timestamp(microseconds: .max)
    }
}
