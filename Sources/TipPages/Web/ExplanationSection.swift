import Reports
import TipCore

/// Why a tip stands as it does for a person: each rule with what it saw, what would have to happen, what comes by itself.
struct ExplanationSection {
    let shown: ExplanationShown
    let words: PageWords

    private var explanation: Explanation { shown.explanation }
    private var answer: TipAnswer { shown.explanation.answer }

    /// The section.
    var html: HTML {
        let verdict = answer.verdict
        let end = verdict.invalidation.map { " \(words($0.reason.phrase)) · \($0.at.onPage)" } ?? ""
        return .element(
            "section",
            ["class": "explanation", "data-tip": shown.tip],
            [
                .element("h2", ["dir": "auto"], HTML(words(.whyOf, shown.tip))),
                .element(
                    "p",
                    [:],
                    .tag(words(verdict.status.phrase), verdict.status.rawValue),
                    HTML(end)
                ),
                .element(
                    "p",
                    ["class": "faint"],
                    HTML(
                        words(
                            .shownTimes,
                            "\(answer.displayCount)",
                            Words.number(Double(answer.displayedMicroseconds) / 1_000_000)
                        )
                    )
                ), rules, remedies, outlook,
            ].present
        )
    }

    private var rules: HTML {
        guard !explanation.rules.isEmpty else { return .nothing }
        let items = explanation.rules.map { rule -> HTML in
            let finding = rule.finding
            let events = rule.events.suffix(10).map { "\($0.at.rfc3339) \($0.id)" }.joined(separator: "\n")
            return .element(
                "li",
                ["data-holds": finding.holds ? "true" : "false"],
                [
                    .element(
                        "span",
                        ["class": finding.holds ? "good" : "bad"],
                        HTML(finding.holds ? "✓ " + words(.ruleHolds) : "✕ " + words(.ruleFails))
                    ), " ", .element("code", [:], HTML(finding.text)),
                    line(.ruleNeeds, words(finding.needed)),
                    line(.ruleSaw, finding.saw.isEmpty ? words(.nothing) : words(finding.saw)),
                    events.isEmpty ? .nothing : .element("pre", ["tabindex": "0"], HTML(events)),
                ].present
            )
        }
        return .element(
            "div",
            [:],
            .element("h3", [:], HTML(words(.rules))),
            .element("ol", ["class": "rules", "start": "0"], items)
        )
    }

    private func line(_ label: Phrase, _ text: String) -> HTML {
        .element(
            "span",
            ["class": "block"],
            .element("span", ["class": "faint"], HTML(words(label) + ": ")),
            .element("span", ["dir": "auto"], HTML(text))
        )
    }

    private var remedies: HTML {
        guard !explanation.remedies.isEmpty else { return .nothing }
        let title: Phrase = answer.verdict.status == .invalidated ? .toBeginAgain : .toShowIt
        return .element(
            "div",
            [:],
            .element("h3", [:], HTML(words(title))),
            .element(
                "ul",
                [:],
                explanation.remedies.map { .element("li", ["dir": "auto"], HTML(words($0))) }
            )
        )
    }

    private var outlook: HTML {
        var lines: [String] = []
        if let until = answer.until, let next = explanation.next {
            let names = next.because.map { Sentence(verbatim: shown.catalog.name(of: $0)) }
            let because = words(Sentence(names, joinedBy: ", "))
            lines.append(
                "\(until.onPage): \(words(next.status.phrase))" + (because.isEmpty ? "" : " (\(because))")
            )
            if next.status != .available, let at = explanation.availableFrom {
                lines.append("\(at.onPage): \(words(.statusAvailable))")
            }
        } else {
            lines.append(words(.nothingByItself))
        }
        return .element(
            "div",
            [:],
            [.element("h3", [:], HTML(words(.byItself)))] + lines.map { .element("p", [:], HTML($0)) }
        )
    }
}
