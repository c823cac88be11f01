/// A fact that the server itself writes, about the project rather than about a person: the events of stream 0.
public enum LifecycleEvent: Hashable, Sendable {
    /// A catalog came into force; `text` is the catalog as canonical JSON.
    case catalogApplied(revision: Int, text: String)
    /// An experiment began with its first phase.
    case experimentStarted(id: String, phase: FrozenPhase)
    /// The share of the audience that is in rose or fell.
    case experimentRamped(id: String, share: Double)
    /// The weights changed: a new phase with a salt of its own.
    case phaseStarted(id: String, phase: FrozenPhase)
    /// Enrolment is held.
    case experimentPaused(id: String)
    /// Enrolment goes on.
    case experimentResumed(id: String)
    /// The experiment is over.
    case experimentStopped(id: String, decision: StopDecision?)
    /// A tip is pending for everybody.
    case tipOff(tip: String)
    /// A tip is judged by its rules again.
    case tipOn(tip: String)
    /// A person was erased, under all their names; which person is not known any more.
    case erasure(names: Int, events: Int64, from: [ErasedPhase])

    /// The name of the event's type on the wire.
    public var type: String {
        switch self {
        case .catalogApplied: "catalog_applied"
        case .experimentStarted: "experiment_started"
        case .experimentRamped: "experiment_ramped"
        case .phaseStarted: "phase_started"
        case .experimentPaused: "experiment_paused"
        case .experimentResumed: "experiment_resumed"
        case .experimentStopped: "experiment_stopped"
        case .tipOff: "tip_off"
        case .tipOn: "tip_on"
        case .erasure: "erasure"
        }
    }

    /// A phase of an experiment in which somebody took part who was erased.
    public struct ErasedPhase: Hashable, Sendable {
        /// The experiment.
        public let experiment: String
        /// The phase.
        public let phase: Int

        /// Names a phase.
        public init(experiment: String, phase: Int) {
            self.experiment = experiment
            self.phase = phase
        }
    }

    /// Whether it says that a person was erased, which decides nothing about the project.
    public var isErasure: Bool { if case .erasure = self { true } else { false } }
}

/// What a team decided when it stopped an experiment.
public enum StopDecision: Hashable, Sendable {
    /// A variant's copy becomes the tip's copy.
    case ship(variant: String)
    /// The tip keeps its copy.
    case keep

    /// Reads `ship:<variant>` or `keep`, or returns nil.
    public init?(name: some StringProtocol) {
        if name == "keep" {
            self = .keep
        } else if name.hasPrefix("ship:"), name.count > 5 {
            self = .ship(variant: String(name.dropFirst(5)))
        } else {
            return nil
        }
    }

    /// `ship:<variant>` or `keep`.
    public var name: String {
        switch self {
        case .ship(let variant): "ship:" + variant
        case .keep: "keep"
        }
    }
}
