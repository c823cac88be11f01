/// An experiment: copy variants of one tip, given out through a parameter.
public struct ExperimentDefinition: Hashable, Sendable {
    /// The experiment's name; rules read its variant as `param("experiment.<id>")`.
    public var id: String
    /// The tip whose copy it varies.
    public var tip: String
    /// Who is assigned: the person, or each device alone.
    public var unit: Unit
    /// Rules that a person must satisfy to be in; all of them.
    public var audience: [Rule]
    /// The share of the audience that is in, 0 to 1.
    public var inclusion: Double
    /// The slice of a shared line in which the person must fall, for mutual exclusion.
    public var namespace: Namespace?
    /// The variants; the first one is the baseline.
    public var variants: [Variant]
    /// The metric that decides.
    public var primary: MetricDefinition
    /// Metrics that are watched.
    public var secondary: [MetricDefinition]
    /// Metrics that must not get worse.
    public var guardrails: [MetricDefinition]
    /// What was planned before the start.
    public var plan: Plan?

    /// What is assigned to a variant.
    public enum Unit: String, Hashable, Sendable, CaseIterable {
        /// All devices of a person get one variant.
        case person
        /// Each device gets its own.
        case device
    }

    /// A slice of a named line from 0 to 1, half open.
    public struct Namespace: Hashable, Sendable {
        /// The line's name, shared by experiments that exclude each other.
        public var id: String
        /// Where the slice begins, 0 to 1.
        public var from: Double
        /// Where it ends, not included.
        public var to: Double

        /// Creates a slice.
        public init(id: String, from: Double, to: Double) {
            self.id = id
            self.from = from
            self.to = to
        }
    }

    /// One way to say the tip.
    public struct Variant: Hashable, Sendable {
        /// The variant's name.
        public var id: String
        /// Its copy; what it leaves out is the tip's own.
        public var copy: Copy
        /// Its share of the people, relative to the others; at least 0.
        public var weight: Double
        /// False for a holdout that shows nothing.
        public var shows: Bool

        /// Creates a variant.
        public init(id: String, copy: Copy = Copy(), weight: Double = 1, shows: Bool = true) {
            self.id = id
            self.copy = copy
            self.weight = weight
            self.shows = shows
        }
    }

    /// What was registered before any result was seen.
    public struct Plan: Hashable, Sendable {
        /// How many people each variant needs.
        public var peoplePerVariant: Int64?
        /// How often the result may be looked at.
        public var looks: Int?
        /// The two-sided level, above 0 and below 1.
        public var alpha: Double?
        /// The least lift worth having, relative: 0.1 is 10 %.
        public var minimumLift: Double?
        /// How the looks spend the level: α·t to this power; only start events say it.
        public var spending: Double?
        /// At how many people of both arms always-valid intervals are tightest; only start events say it.
        public var tuning: Double?

        /// Creates a plan.
        public init(
            peoplePerVariant: Int64? = nil,
            looks: Int? = nil,
            alpha: Double? = nil,
            minimumLift: Double? = nil
        ) {
            self.peoplePerVariant = peoplePerVariant
            self.looks = looks
            self.alpha = alpha
            self.minimumLift = minimumLift
        }
    }

    /// Creates an experiment.
    public init(
        id: String,
        tip: String,
        unit: Unit = .person,
        audience: [Rule] = [],
        inclusion: Double = 1,
        namespace: Namespace? = nil,
        variants: [Variant],
        primary: MetricDefinition = MetricDefinition(metric: .tap),
        secondary: [MetricDefinition] = [],
        guardrails: [MetricDefinition] = [],
        plan: Plan? = nil
    ) {
        self.id = id
        self.tip = tip
        self.unit = unit
        self.audience = audience
        self.inclusion = inclusion
        self.namespace = namespace
        self.variants = variants
        self.primary = primary
        self.secondary = secondary
        self.guardrails = guardrails
        self.plan = plan
    }
}
