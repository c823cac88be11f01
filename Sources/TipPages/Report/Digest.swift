import Reports

/// Many experiments at a glance: a row each, with where it stands, what was found, and whether to believe it.
struct Digest {
    let reports: [ExperimentReport]
    let words: PageWords

    /// The table, or what to do where there is none.
    var html: HTML {
        guard !reports.isEmpty else {
            return .element(
                "div",
                ["class": "empty"],
                .element("p", [:], HTML(words(.noExperiments))),
                .element("p", [:], HTML(words(.howToBegin)))
            )
        }
        let heads = [
            words(.experiments), words(.tip), words(.verdict), words(.people), words(.lift), words(.health),
        ]
        return .element(
            "div",
            ["class": "scroll", "tabindex": "0", "role": "region", "aria-label": words(.experiments)],
            .element(
                "table",
                ["class": "digest"],
                .element("caption", [:], HTML(words(.experiments))),
                .element(
                    "thead",
                    [:],
                    .element("tr", [:], heads.map { .element("th", ["scope": "col"], HTML($0)) })
                ),
                .element("tbody", [:], reports.enumerated().map { row($0.offset, $0.element) })
            )
        )
    }

    private func row(_ number: Int, _ report: ExperimentReport) -> HTML {
        let outcome = words.outcome(report)
        let worst = report.health.findings.map(\.state).max { rank($0) < rank($1) } ?? .ok
        return .element(
            "tr",
            ["data-experiment": report.snapshot.experiment],
            .element(
                "th",
                ["scope": "row", "dir": "auto"],
                .element("a", ["href": "#e\(number)-title"], HTML(report.snapshot.experiment)),
                .element("span", ["class": "faint block"], HTML(words(report.standing)))
            ),
            .element("td", ["dir": "auto"], HTML(report.snapshot.tip)),
            .element(
                "td",
                ["class": outcome.kind.rawValue],
                HTML(outcome.kind.sign + " " + outcome.text)
            ),
            .element("td", ["class": "n"], HTML(Words.count(report.snapshot.enrolled))),
            .element("td", ["class": "n"], lifts(report)),
            .element("td", ["class": worst.rawValue], HTML(worst.sign + " " + words.check(worst)))
        )
    }

    private func lifts(_ report: ExperimentReport) -> [HTML] {
        let lines = report.primary.comparisons.map { comparison in
            let lift = comparison.lift.value.map(Words.change) ?? "–"
            let span = comparison.liftInterval.value.map { " (\(Words.changes($0)))" } ?? ""
            return HTML.element("span", ["class": "block"], HTML("\(comparison.variant) \(lift)\(span)"))
        }
        return lines.isEmpty ? ["–"] : lines
    }

    private func rank(_ state: HealthFinding.State) -> Int {
        switch state {
        case .ok: 0
        case .warning: 1
        case .alarm: 2
        }
    }
}
