import Reports

/// The lifts of variants beside the baseline: a point each, and the line of what is not ruled out.
struct ForestPlot {
    /// One variant.
    struct Row: Hashable {
        /// Its name.
        let variant: String
        /// Its lift.
        let lift: Double?
        /// The values of the lift that are not ruled out.
        let span: ClosedRange<Double>?
        /// What can be said of it; nil where the figures cannot be trusted.
        let verdict: Comparison.Verdict?
    }

    let rows: [Row]

    /// The rows of comparisons, which a check may say are not to be trusted.
    init(_ comparisons: [Comparison], isTrusted: Bool) {
        rows = comparisons.map { comparison in
            Row(
                variant: comparison.variant,
                lift: comparison.lift.value,
                span: comparison.liftSpan,
                verdict: comparison.told(isTrusted: isTrusted)
            )
        }
    }

    private static let rowHeight = 44.0
    private static let edge = 8.0

    /// The plot; nothing where no variant has a lift.
    func html(id: String, _ words: PageWords, confidence: Double) -> HTML {
        let ends = rows.flatMap { row in [row.lift, row.span?.lowerBound, row.span?.upperBound] }.compactMap(
            \.self
        )
        guard !ends.isEmpty else { return .nothing }
        let drawing = Drawing(
            id: id,
            title: words(.liftOverBaseline, Words.chosen(confidence)),
            description: rows.map { $0.sentence(words) }.joined(separator: " "),
            height: Double(rows.count) * Self.rowHeight + 30
        )
        let scale = Scale(
            showing: ends,
            withZero: true,
            from: Self.edge,
            to: drawing.width - Self.edge
        )
        let bottom = drawing.height - 24
        var marks = scale.marks(6).flatMap { value in
            [
                Mark.line(scale.place(value), 4, scale.place(value), bottom, "grid"),
                Mark.tick(scale.place(value), bottom + 16, Words.tick(value), within: drawing.width),
            ]
        }
        marks.append(Mark.line(scale.place(0), 0, scale.place(0), bottom, "zero"))
        for (index, row) in rows.enumerated() {
            marks.append(row.marks(scale, top: Double(index) * Self.rowHeight, width: drawing.width, words))
        }
        return drawing.html(marks)
    }
}

extension ForestPlot.Row {
    fileprivate func sentence(_ words: PageWords) -> String {
        guard let lift else { return "\(variant): –." }
        let range = span.map { " (\(Words.changes($0)))" } ?? ""
        return "\(variant): \(Words.change(lift))\(range), \(words.verdict(verdict))."
    }

    fileprivate func marks(_ scale: Scale, top: Double, width: Double, _ words: PageWords) -> HTML {
        var marks = [
            Mark.text(8, top + 16, variant, kind: "label strong"),
            Mark.text(
                width - 8,
                top + 16,
                lift.map { Words.change($0) + " · " + words.verdict(verdict) } ?? "–",
                anchor: "end"
            ),
        ]
        let y = top + 30
        if let span {
            marks.append(
                Mark.line(scale.place(span.lowerBound), y, scale.place(span.upperBound), y, "interval")
            )
        }
        if let lift {
            // Filled where the verdict is clear, hollow where it is not: the eye needs no colour for it.
            let kind = verdict == .better ? "better" : verdict == .worse ? "worse" : "hollow"
            marks.append(
                .element(
                    "circle",
                    [
                        "cx": scale.place(lift).placed, "cy": y.placed, "r": "5",
                        "class": "point \(kind)",
                    ]
                )
            )
        }
        return .element(
            "g",
            [
                "data-variant": variant, "data-lift": lift.map { "\($0)" },
                "data-lower": span.map { "\($0.lowerBound)" }, "data-upper": span.map { "\($0.upperBound)" },
            ],
            marks
        )
    }
}
