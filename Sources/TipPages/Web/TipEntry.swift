package import Reports
package import TipCore

/// A tip as the pages show it: its definition, and what becomes of it.
package struct TipEntry: Sendable {
    /// The tip; a reusable one stands for all its items.
    package let definition: TipDefinition
    /// How people stand to it.
    package let figures: TipFigures
    /// Whether it is switched off for everybody.
    package let isOff: Bool
    /// The experiments on its copy.
    package let experiments: [String]

    /// Describes a tip.
    package init(definition: TipDefinition, figures: TipFigures, isOff: Bool, experiments: [String]) {
        self.definition = definition
        self.figures = figures
        self.isOff = isOff
        self.experiments = experiments
    }

    /// Everyone whose stand to it is known or not.
    var everyone: Int64 {
        figures.available + figures.pending + figures.invalidated + figures.unknown
    }

    /// For how many it ended because it had been shown as often or as long as allowed.
    var wornOut: Int64 { figures.ended(\.countExceeded) + figures.ended(\.durationExceeded) }

    /// Whether it is switched off or starves, as words in frames.
    func tags(_ words: PageWords) -> [HTML] {
        [
            isOff ? .tag(words(.switchedOff), "off") : .nothing,
            figures.isStarved && !isOff ? .tag(words(.starved), "starved") : .nothing,
        ].present
    }

    /// The rules as a list, each as it is written and in words.
    func rules(_ words: PageWords) -> [HTML] {
        guard !definition.rules.isEmpty else {
            return [.element("p", ["class": "faint"], HTML(words(.noRules)))]
        }
        return [
            .element("p", ["class": "faint"], HTML(words(.rulesAll))),
            .element(
                "ol",
                ["class": "rules", "start": "0"],
                definition.rules.map { rule in
                    .element(
                        "li",
                        [:],
                        .element("span", [:], HTML(words(rule.words))),
                        .element("code", ["class": "block faint"], HTML(rule.text))
                    )
                }
            ),
        ]
    }
}
