/// A table of texts, the first of each row its head.
struct PlainTable {
    let caption: String
    let heads: [(phrase: Phrase, isNumber: Bool)]
    let rows: [[String]]

    /// The table, which can be moved sideways where there is no room for it.
    func html(_ words: PageWords) -> HTML {
        .element(
            "div",
            ["class": "scroll", "tabindex": "0", "role": "region", "aria-label": caption],
            .element(
                "table",
                [:],
                .element("caption", [:], HTML(caption)),
                .element(
                    "thead",
                    [:],
                    .element(
                        "tr",
                        [:],
                        heads.map { head in
                            .element("th", ["scope": "col", "class": kind(head)], HTML(words(head.phrase)))
                        }
                    )
                ),
                .element("tbody", [:], rows.map(row))
            )
        )
    }

    private func kind(_ head: (phrase: Phrase, isNumber: Bool)) -> String? { head.isNumber ? "n" : nil }

    private func row(_ cells: [String]) -> HTML {
        .element(
            "tr",
            [:],
            zip(heads, cells).enumerated().map { place, cell in
                place == 0
                    ? .element("th", ["scope": "row", "dir": "auto"], HTML(cell.1))
                    : .element("td", ["class": kind(cell.0), "dir": "auto"], HTML(cell.1))
            }
        )
    }
}
