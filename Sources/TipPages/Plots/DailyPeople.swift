import Reports

/// How many people came to each variant each day: lines that part early show what broke the split.
struct DailyPeople {
    let series: DailySeries
    let variants: [String]

    private static let left = 62.0
    private static let height = 170.0

    /// The plot, with a table of its totals beside it; nothing where there are fewer than two days.
    func html(id: String, _ words: PageWords) -> HTML {
        guard series.days.count > 1, let last = series.days.last else { return .nothing }
        let daily = variants.indices.map { arm in
            series.days.indices.map { day in
                Double(series.days[day].people[arm] - (day > 0 ? series.days[day - 1].people[arm] : 0))
            }
        }
        let totals = zip(variants, last.people).map { "\($0): \(Words.count($1))" }
        let drawing = Drawing(
            id: id,
            title: words(.peopleByDay, series.timeZone),
            description: totals.joined(separator: ", ") + ".",
            height: Self.height + 18 * Double(variants.count) + 6
        )
        let across = Scale(0...Double(series.days.count - 1), from: Self.left, to: drawing.width - 10)
        let up = Scale(showing: daily.flatMap(\.self), withZero: true, from: Self.height - 26, to: 8)
        var marks = up.marks(3).filter { $0 >= 0 }.flatMap { value in
            [
                Mark.line(Self.left, up.place(value), drawing.width - 10, up.place(value), "grid"),
                Mark.text(
                    Self.left - 6,
                    up.place(value) + 4,
                    Words.count(Int64(value)),
                    anchor: "end",
                    kind: "tick"
                ),
            ]
        }
        for (arm, name) in variants.enumerated() {
            let points = daily[arm].enumerated().map {
                (across.place(Double($0.offset)), up.place($0.element))
            }
            marks.append(Mark.path(points, "curve dash\(arm % 4)"))
            let y = Self.height + 18 * Double(arm) + 14
            marks.append(Mark.line(Self.left, y - 4, Self.left + 32, y - 4, "curve dash\(arm % 4)"))
            marks.append(
                .element(
                    "text",
                    [
                        "x": (Self.left + 40).placed, "y": y.placed, "class": "label",
                        "data-variant": name, "data-people": "\(last.people[arm])",
                    ],
                    HTML(totals[arm])
                )
            )
        }
        marks.append(Mark.text(Self.left, Self.height - 8, series.days[0].date, kind: "tick"))
        marks.append(
            Mark.text(drawing.width - 10, Self.height - 8, last.date, anchor: "end", kind: "tick")
        )
        return drawing.html(marks)
    }
}
