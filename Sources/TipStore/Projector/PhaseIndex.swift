import TipCore

/// The phases of all experiments by the tips they vary, for one state of the project.
struct PhaseIndex: Sendable {
    /// A phase and the experiment it belongs to.
    struct Entry: Sendable {
        let experiment: String
        let phase: FrozenPhase
        let assignment: PhaseAssignment
    }

    private let byTip: [String: [Entry]]
    private let templates: [(template: TipTemplate, entries: [Entry])]

    init(_ lifecycle: Lifecycle) {
        var byTip: [String: [Entry]] = [:]
        for record in lifecycle.experiments.values {
            for phase in record.phases {
                byTip[phase.tip, default: []].append(
                    Entry(
                        experiment: record.id,
                        phase: phase,
                        assignment: PhaseAssignment(phase)
                    )
                )
            }
        }
        templates = byTip.compactMap { tip, entries in TipTemplate(id: tip).map { ($0, entries) } }
        self.byTip = byTip
    }

    /// Whether there is anything to fold.
    var isEmpty: Bool { byTip.isEmpty }

    /// Whether an event names a tip of a phase with an audience, so that who sees it is in only if the rules hold.
    func hasAudience(forTip tip: String) -> Bool {
        entries(forTip: tip).contains { !$0.phase.audience.isEmpty }
    }

    /// Whether any phase has an audience.
    var hasAudience: Bool {
        byTip.values.contains { $0.contains { !$0.phase.audience.isEmpty } }
    }

    /// The phases that vary the copy of a tip, named as an event names it.
    func entries(forTip tip: String) -> [Entry] {
        (byTip[tip] ?? []) + templates.filter { $0.template.matches(tip) }.flatMap(\.entries)
    }
}
