import Reports

/// Counts with their share of a whole, a row each.
struct BarTable {
    /// What the table is called in the page's data.
    let name: String
    let caption: String
    let whole: Int64
    let rows: [(id: String, text: String, count: Int64)]

    /// The table.
    func html(_ words: PageWords) -> HTML {
        .element(
            "table",
            ["class": "bars", "data-bars": name],
            .element("caption", ["class": "repeated"], HTML(caption)),
            .element(
                "tbody",
                [:],
                rows.map { row in
                    let share = whole > 0 ? Double(row.count) / Double(whole) : 0
                    return .element(
                        "tr",
                        ["data-step": row.id],
                        .element("th", ["scope": "row", "dir": "auto"], HTML(row.text)),
                        .element(
                            "td",
                            ["class": "n", "data-value": "\(row.count)"],
                            HTML(Words.count(row.count))
                        ),
                        .element("td", ["class": "n"], HTML(whole > 0 ? Words.roughly(share) : "–")),
                        .element("td", ["class": "bar"], Bar.html(share))
                    )
                }
            )
        )
    }
}

/// What people did at the first, the second, the third time they saw a tip.
struct ResponseTable {
    let figures: TipFigures

    /// The table.
    func html(_ words: PageWords) -> HTML {
        let numbers = Array(Set(figures.responses.map(\.impressions))).filter { $0 > 0 }.sorted()
        let last = numbers.last ?? 0
        let heads: [Phrase] = [.nthTime, .reached, .didItHead, .closedHead, .rate]
        return .element(
            "div",
            ["class": "scroll", "tabindex": "0", "role": "region", "aria-label": words(.responses)],
            .element(
                "table",
                ["class": "bars", "data-bars": "responses"],
                .element("caption", [:], HTML(words(.responsesHint))),
                .element(
                    "thead",
                    [:],
                    .element(
                        "tr",
                        [:],
                        heads.enumerated().map { place, phrase in
                            .element(
                                "th",
                                ["scope": "col", "class": place == 0 ? nil : "n"],
                                HTML(words(phrase))
                            )
                        } + [.element("td", [:])]
                    )
                ),
                .element("tbody", [:], last > 0 ? (1...last).map { row($0) } : [])
            )
        )
    }

    private func row(_ number: Int) -> HTML {
        let here = figures.responses.filter { $0.impressions == number }
        let reached = figures.reached(number)
        let did = here.reduce(0) { $0 + $1.actionPerformed }
        let closed = here.reduce(0) { $0 + $1.tipClosed }
        let share = reached > 0 ? Double(did) / Double(reached) : 0
        func cell(_ figure: String, _ value: Int64) -> HTML {
            .element(
                "td",
                ["class": "n", "data-figure": figure, "data-value": "\(value)"],
                HTML(Words.count(value))
            )
        }
        return .element(
            "tr",
            ["data-number": "\(number)"],
            .element("th", ["scope": "row"], HTML(number == 10 ? "10+" : "\(number)")),
            cell("reached", reached),
            cell("actionPerformed", did),
            cell("tipClosed", closed),
            .element("td", ["class": "n"], HTML(Words.roughly(share))),
            .element("td", ["class": "bar"], Bar.html(share))
        )
    }
}
