/// Which variants a person was given first: they stay with the person for the rest of the phase.
///
/// Whatever becomes of the name a person has, of the audience or of a ramp, a decision gives the variant of the
/// first exposure again. So nobody sees another copy by signing in, and no client has to keep anything.
public struct FirstExposures: Sendable {
    private let phases: [(experiment: String, phase: FrozenPhase, assignment: PhaseAssignment)]

    /// Prepares the phases that are given out by our hash.
    public init(_ lifecycle: Lifecycle) {
        phases = lifecycle.experimentsByID.filter { record in
            record.status == .running && record.currentPhase.assignment == .hash
                && record.currentPhase.unit == .person
        }.map { ($0.id, $0.currentPhase, PhaseAssignment($0.currentPhase)) }
    }

    /// Whether there is no experiment whose variants could stay with anybody.
    public var isEmpty: Bool { phases.isEmpty }

    /// The first variant of each experiment in which a person has been exposed, by the experiment's id; the
    /// history has the events of the person under all names, in their order.
    public func variants(in history: [Event]) -> [String: String] {
        var variants: [String: String] = [:]
        for (experiment, phase, assignment) in phases {
            let template = TipTemplate(id: phase.tip)
            for event in history where !event.isTest && phase.enrols(at: event.at) {
                let stated: String?
                switch event.body {
                case .impression(let impression):
                    guard impression.tip == phase.tip || template?.matches(impression.tip) ?? false,
                        impression.experiment ?? experiment == experiment
                    else { continue }
                    stated = impression.variant
                case .exposure(_, let name, let variant):
                    guard name == experiment else { continue }
                    stated = variant
                default: continue
                }
                guard let variant = stated ?? assignment.variant(of: event.person, at: event.at) else {
                    continue
                }
                variants[experiment] = variant
                break
            }
        }
        return variants
    }
}
