/// Who is in a phase with which variant, at any instant of it: ramps change who is in, never which variant.
public struct PhaseAssignment: Sendable {
    private let steps: [(at: Timestamp, assigner: Assigner)]
    private let variants: [String]

    /// Prepares a phase.
    public init(_ phase: FrozenPhase) {
        let definition = ExperimentDefinition(
            id: "",
            tip: phase.tip,
            unit: phase.unit,
            namespace: phase.namespace,
            variants: phase.variants.map { .init(id: $0.id, weight: $0.weight, shows: $0.shows) }
        )
        steps = phase.inclusion.map { step in
            (step.at, Assigner(definition, ExperimentPhase(phase, inclusion: step.share)))
        }
        variants = phase.variants.map(\.id)
    }

    /// The variant of a unit at an instant; nil where it is not in.
    ///
    /// The audience is for the caller to ask.
    public func variant(of unit: String, at instant: Timestamp) -> String? {
        guard let step = steps.last(where: { $0.at <= instant }) else { return nil }
        return step.assigner.assign(unit).variant.map { variants[$0] }
    }
}

extension ExperimentPhase {
    /// A frozen phase as it is given out to a share of its audience.
    fileprivate init(_ phase: FrozenPhase, inclusion: Double) {
        self.init(
            number: phase.number,
            salt: phase.salt,
            weights: phase.variants.map(\.weight),
            inclusion: inclusion,
            start: phase.startedAt
        )
    }
}

extension ExperimentRecord {
    /// Where the experiment stands, as decisions need it, if a phase is its current one.
    package func standing(in phase: FrozenPhase) -> ExperimentStanding {
        let phase = ExperimentPhase(phase, inclusion: phase.inclusion.last?.share ?? 1)
        return switch status {
        case .draft: .draft
        case .running: .running(phase)
        case .paused: .paused(phase)
        case .stopped: .stopped
        }
    }
}
