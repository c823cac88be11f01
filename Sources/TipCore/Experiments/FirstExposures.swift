/// A variant that stays with a person for the rest of a phase: that of their first exposure in it.
public struct KeptVariant: Hashable, Sendable {
    /// The experiment.
    public let experiment: String
    /// The number of the phase.
    public let phase: Int
    /// The variant.
    public let variant: String

    /// Creates a kept variant.
    public init(experiment: String, phase: Int, variant: String) {
        self.experiment = experiment
        self.phase = phase
        self.variant = variant
    }
}

/// Which variants a person was given first: they stay with the person for the rest of the phase.
///
/// Whatever becomes of the name a person has, of the audience or of a ramp, a decision gives the variant of the
/// first exposure again. So nobody sees another copy by signing in, and no client has to keep anything.
public struct FirstExposures: Sendable {
    private let phases: [(experiment: String, phase: FrozenPhase, assignment: PhaseAssignment)]

    /// Prepares the phases that are given out to persons by our hash; those that are over tell of the past.
    public init(_ lifecycle: Lifecycle) {
        phases = lifecycle.experimentsByID.flatMap { record in
            record.phases.filter { $0.assignment == .hash && $0.unit == .person }
                .map { (record.id, $0, PhaseAssignment($0)) }
        }
    }

    /// Whether there was never an experiment whose variants could stay with anybody.
    public var isEmpty: Bool { phases.isEmpty }

    /// The variant of the first exposure in each phase that a person took part in.
    ///
    /// What a tester or a bot saw is none, and an impression that states no variant has the one that its name was
    /// given, if the person was in the audience by then: it is the exposure that reports count.
    ///
    /// - Parameter history: The events of the person under all names, in their order.
    /// - Returns: One a phase.
    public func variants(in history: [LoggedEvent]) -> [KeptVariant] {
        phases.compactMap { experiment, phase, assignment in
            let template = TipTemplate(id: phase.tip)
            var fold = ParticipationFold(
                phase: phase,
                experiment: experiment,
                assigned: { event in
                    assignment.variant(of: event.person, at: event.at).map { [$0] } ?? []
                },
                isOfTip: { $0.hasSameBytes(as: phase.tip) || template?.matches($0) ?? false },
                audience: AudienceFold(phase)
            )
            for logged in history { fold.apply(logged) }
            guard let participation = fold.result, participation.standing.isExposure else { return nil }
            return KeptVariant(
                experiment: experiment,
                phase: phase.number,
                variant: participation.variant
            )
        }
    }
}

extension Participation.Standing {
    /// Whether the unit saw a variant as itself, and not as a tester or a bot.
    public var isExposure: Bool { self != .test && self != .bot }
}
