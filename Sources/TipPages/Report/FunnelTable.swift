import Reports

/// What the people of each variant did: of those who are compared, how many converted, did it, closed it.
///
/// Displays and taps are counted as often as they happened, so they stand as numbers and not as shares.
struct FunnelTable {
    let snapshot: ExperimentSnapshot

    /// The table; nothing where nobody is compared.
    func html(_ words: PageWords) -> HTML {
        guard snapshot.arms.contains(where: { $0.people > 0 }) else { return .nothing }
        return .element(
            "div",
            ["class": "scroll", "tabindex": "0", "role": "region", "aria-label": words(.funnel)],
            .element(
                "table",
                ["class": "bars", "data-funnel": "variants"],
                .element("caption", [:], HTML(words(.aboutShares, words(snapshot.metric.phrase)))),
                .element(
                    "thead",
                    [:],
                    .element(
                        "tr",
                        [:],
                        .element("th", ["scope": "col"], HTML(words(.variant))),
                        .element("th", ["scope": "col"], HTML(words(.funnel))),
                        .element("th", ["scope": "col", "class": "n"], HTML(words(.people))),
                        .element("th", ["scope": "col", "class": "n"], HTML(words(.rate))),
                        .element("td", [:])
                    )
                ),
                .element("tbody", [:], snapshot.arms.flatMap { rows(of: $0, words) })
            )
        )
    }

    private func rows(of arm: ExperimentSnapshot.Arm, _ words: PageWords) -> [HTML] {
        let steps: [(step: String, phrase: Phrase, count: Int64)] = [
            ("people", .sawTip, arm.people), ("conversions", .convertedStep, arm.conversions.first ?? 0),
            ("actionPerformed", .didIt, arm.actionPerformed), ("tipClosed", .closedIt, arm.tipClosed),
        ]
        return steps.enumerated().map { index, step in
            let share = arm.people > 0 ? Double(step.count) / Double(arm.people) : 0
            let name: HTML =
                index == 0
                ? .element(
                    "th",
                    ["scope": "rowgroup", "rowspan": "\(steps.count)"],
                    .element("bdi", [:], HTML(arm.variant)),
                    .element(
                        "span",
                        ["class": "faint block"],
                        HTML(
                            "\(Words.count(arm.impressions)) \(words(.displays)), \(Words.count(arm.taps)) \(words(.taps))"
                        )
                    )
                )
                : .nothing
            return .element(
                "tr",
                ["data-variant": arm.variant, "data-step": step.step],
                [
                    name, .element("td", [:], HTML(words(step.phrase))),
                    .element(
                        "td",
                        ["class": "n", "data-value": "\(step.count)"],
                        HTML(Words.count(step.count))
                    ),
                    .element("td", ["class": "n"], HTML(arm.people > 0 ? Words.share(share) : "–")),
                    .element("td", ["class": "bar"], Bar.html(share)),
                ].present
            )
        }
    }
}

/// A bar for a share of a whole; the figure stands beside it, so it is for the eye only.
enum Bar {
    /// The bar.
    static func html(_ share: Double) -> HTML {
        let width = max(0, min(1, share)) * 100
        return .element(
            "svg",
            ["viewBox": "0 0 100 14", "preserveAspectRatio": "none", "aria-hidden": "true"],
            .element("rect", ["class": "bar-rest", "width": "100", "height": "14"]),
            .element("rect", ["class": "bar-fill", "width": width.placed, "height": "14"])
        )
    }
}
