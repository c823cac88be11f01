import Reports
package import TipCore

/// All tips at a glance: who can see them, who did, and what came of it.
package struct TipsPage {
    private let context: PageContext
    private let entries: [TipEntry]
    private let asOf: Timestamp

    /// Describes the page; the figures are those of an instant.
    package init(_ context: PageContext, _ entries: [TipEntry], asOf: Timestamp) {
        self.context = context
        self.entries = entries
        self.asOf = asOf
    }

    private var words: PageWords { context.words }

    /// The page.
    package var html: String {
        let content: [HTML] =
            entries.isEmpty
            ? [
                .element(
                    "div",
                    ["class": "empty"],
                    .element("p", [:], HTML(words(.noTips))),
                    .element("p", [:], HTML(words(.noTipsHint))),
                    .element("p", [:], .element("a", ["href": "/catalog"], HTML(words(.catalog))))
                )
            ] : [.element("p", ["class": "faint"], HTML(words(.asOf, asOf.onPage))), table]
        return WebFrame(context: context).page(titled: words(.tips), in: .tips, content)
    }

    private var table: HTML {
        let heads: [(Phrase, isNumber: Bool)] = [
            (.tip, false), (.rules, false), (.canSeeNow, true), (.haveSeen, true), (.displays, true),
            (.tappedHead, true), (.didItHead, true), (.closedHead, true), (.wornOut, true),
        ]
        let head = heads.map { phrase, isNumber in
            HTML.element("th", ["scope": "col", "class": isNumber ? "n" : nil], HTML(words(phrase)))
        }
        return .element(
            "table",
            ["class": "list cardlist tips"],
            .element("caption", [:], HTML(words(.tips))),
            .element("thead", [:], .element("tr", [:], head)),
            .element("tbody", [:], entries.map(row))
        )
    }

    private func row(_ entry: TipEntry) -> HTML {
        let tip = entry.definition
        let title = tip.copy.title?.text(for: context.language.rawValue) ?? ""
        let experiments = entry.experiments.map { id in
            HTML.element(
                "span",
                ["class": "block faint"],
                .element("a", ["href": WebAddress.experiment(id)], HTML(words(.inExperiment, id)))
            )
        }
        let rules = tip.rules.map { HTML.element("span", ["class": "block"], HTML(words($0.words))) }
        let figures = entry.figures
        return .element(
            "tr",
            ["data-tip": tip.id],
            [
                .element(
                    "th",
                    ["scope": "row"],
                    [
                        .element("a", ["href": WebAddress.tip(tip.id), "dir": "auto"], HTML(tip.id)),
                        .element("span", ["class": "block", "dir": "auto"], HTML(title)),
                    ] + entry.tags(words) + experiments
                ),
                .element(
                    "td",
                    ["data-label": words(.rules)],
                    rules.isEmpty
                        ? [.element("span", ["class": "faint"], HTML(words(.noRules)))] : rules
                ),
            ]
                + [
                    number(.canSeeNow, "available", figures.available),
                    number(.haveSeen, "seen", figures.seen),
                    number(.displays, "impressions", figures.impressions),
                    number(.tappedHead, "tapped", figures.tapped),
                    number(.didItHead, "actionPerformed", figures.ended(\.actionPerformed)),
                    number(.closedHead, "tipClosed", figures.ended(\.tipClosed)),
                    number(.wornOut, "wornOut", entry.wornOut),
                ]
        )
    }

    private func number(_ label: Phrase, _ figure: String, _ value: Int64) -> HTML {
        .element(
            "td",
            ["class": "n", "data-label": words(label), "data-figure": figure, "data-value": "\(value)"],
            HTML(Words.count(value))
        )
    }
}
