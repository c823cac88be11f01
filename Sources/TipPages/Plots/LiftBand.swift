import Reports
import TipCore

/// How the lift of one variant came to what it is, day by day, with the band of what was not ruled out.
struct LiftBand {
    let variant: String
    let days: [DailyLift]

    /// The bands of all variants of a report.
    static func all(of report: ExperimentReport, _ series: DailySeries) -> [LiftBand] {
        let lifts = report.lifts(by: series)
        return report.primary.comparisons.map { comparison in
            LiftBand(
                variant: comparison.variant,
                days: lifts.filter { $0.variant.hasSameBytes(as: comparison.variant) }
            )
        }
    }

    private static let left = 62.0
    private static let height = 190.0

    /// The plot; nothing where fewer than two days have a lift.
    func html(id: String, _ words: PageWords) -> HTML {
        let known = days.enumerated().compactMap { index, day in
            day.lift.value.map { (index: index, lift: $0, span: day.span, date: day.date) }
        }
        guard known.count > 1, let last = known.last else { return .nothing }
        let drawing = Drawing(
            id: id,
            title: words(.liftByDay, variant),
            description: "\(known[0].date) – \(last.date): \(Words.change(last.lift))"
                + (last.span.map { " (\(Words.changes($0)))." } ?? "."),
            height: Self.height
        )
        let across = Scale(
            0...Double(max(1, days.count - 1)),
            from: Self.left,
            to: drawing.width - 10
        )
        // The first days say little: what their bands reach would press all that follows flat.
        let settled = known.suffix(max(2, known.count * 3 / 4))
        let ends = settled.flatMap { [$0.lift, $0.span?.lowerBound, $0.span?.upperBound] }.compactMap(\.self)
        let up = Scale(showing: ends, withZero: true, from: Self.height - 26, to: 8)
        var marks = up.marks(6).flatMap { value in
            [
                Mark.line(Self.left, up.place(value), drawing.width - 10, up.place(value), "grid"),
                Mark.text(Self.left - 6, up.place(value) + 4, Words.tick(value), anchor: "end", kind: "tick"),
            ]
        }
        let banded = known.filter { $0.span != nil }
        let upper = banded.map { (across.place(Double($0.index)), up.place($0.span?.upperBound ?? 0)) }
        let lower = banded.reversed().map {
            (across.place(Double($0.index)), up.place($0.span?.lowerBound ?? 0))
        }
        marks.append(Mark.path(upper + lower, "band", closed: true))
        marks.append(Mark.line(Self.left, up.place(0), drawing.width - 10, up.place(0), "zero"))
        marks.append(Mark.path(known.map { (across.place(Double($0.index)), up.place($0.lift)) }, "curve"))
        marks.append(
            .element(
                "circle",
                [
                    "cx": across.place(Double(last.index)).placed, "cy": up.place(last.lift).placed, "r": "4",
                    "class": "point", "data-variant": variant, "data-day": last.date,
                    "data-lift": "\(last.lift)",
                ]
            )
        )
        marks.append(Mark.text(Self.left, Self.height - 8, days[0].date, kind: "tick"))
        marks.append(
            Mark.text(drawing.width - 10, Self.height - 8, last.date, anchor: "end", kind: "tick")
        )
        return drawing.html(marks)
    }
}
