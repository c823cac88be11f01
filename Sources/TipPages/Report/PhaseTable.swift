import Reports
import TipCore

/// The phases of an experiment: each with its own weights, and none mixed with another.
struct PhaseTable {
    let phases: [FrozenPhase]

    /// The table; nothing before the start.
    func html(_ words: PageWords) -> HTML {
        guard !phases.isEmpty else { return .nothing }
        let heads: [Phrase] = [.phase, .started, .ended, .split, .inclusion]
        return .element(
            "div",
            ["class": "scroll", "tabindex": "0", "role": "region", "aria-label": words(.phases)],
            .element(
                "table",
                ["class": "phases"],
                .element("caption", [:], HTML(words(.phases))),
                .element(
                    "thead",
                    [:],
                    .element("tr", [:], heads.map { .element("th", ["scope": "col"], HTML(words($0))) })
                ),
                .element("tbody", [:], phases.map { row($0, words) })
            )
        )
    }

    private func row(_ phase: FrozenPhase, _ words: PageWords) -> HTML {
        let split = phase.variants.map { "\($0.id) \(Words.number($0.weight))" }.joined(separator: " : ")
        let inclusion = phase.inclusion.map { Words.chosen($0.share) }.joined(separator: " → ")
        return .element(
            "tr",
            [:],
            .element("th", ["scope": "row"], HTML("\(phase.number)")),
            .element("td", ["class": "t"], HTML(phase.startedAt.onPage)),
            .element("td", ["class": "t"], HTML(phase.endedAt?.onPage ?? words(.stillRuns))),
            .element("td", ["dir": "auto"], HTML(split)),
            .element("td", [:], HTML(inclusion))
        )
    }
}
