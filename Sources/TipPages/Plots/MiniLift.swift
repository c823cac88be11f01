import Reports

/// The lifts of one experiment in a row of a list: small, on a scale that all rows share, figures beside it.
struct MiniLift {
    let comparisons: [Comparison]
    let isTrusted: Bool
    let scale: Scale

    /// The width of the drawing; the scale runs over it.
    static let width = 176.0
    private static let row = 16.0

    /// A scale on which the lifts of many experiments can be compared.
    static func scale(of reports: [ExperimentReport]) -> Scale {
        let comparisons = reports.flatMap(\.primary.comparisons)
        let ends = comparisons.flatMap {
            [$0.lift.value, $0.liftSpan?.lowerBound, $0.liftSpan?.upperBound]
        }.compactMap(\.self)
        // What says little reaches far: beyond doubling and halving all ends look the same.
        let shown = ends.map { min(1, max(-0.6, $0)) }
        return Scale(showing: shown, withZero: true, from: 4, to: width - 4)
    }

    /// The drawing; nothing where nothing has a lift.
    ///
    /// The figures stand beside it, so it is for the eye only.
    var html: HTML {
        guard comparisons.contains(where: { $0.lift.value != nil }) else { return .nothing }
        let height = Double(comparisons.count) * Self.row
        var marks = [Mark.line(scale.place(0), 0, scale.place(0), height, "zero")]
        for (index, comparison) in comparisons.enumerated() {
            guard let lift = comparison.lift.value else { continue }
            let y = (Double(index) + 0.5) * Self.row
            let span = comparison.liftSpan
            if let span {
                marks.append(
                    Mark.line(scale.place(span.lowerBound), y, scale.place(span.upperBound), y, "interval")
                )
            }
            let kind =
                switch comparison.told(isTrusted: isTrusted) {
                case .better: "better"
                case .worse: "worse"
                case .inconclusive, .noData, nil: "hollow"
                }
            marks.append(
                .element(
                    "circle",
                    [
                        "cx": scale.place(lift).placed, "cy": y.placed, "r": "4", "class": "point \(kind)",
                        "data-variant": comparison.variant, "data-lift": "\(lift)",
                        "data-lower": span.map { "\($0.lowerBound)" },
                        "data-upper": span.map { "\($0.upperBound)" },
                    ]
                )
            )
        }
        return .element(
            "div",
            ["class": "mini"],
            .element(
                "svg",
                ["viewBox": "0 0 \(Self.width.placed) \(height.placed)", "aria-hidden": "true"],
                marks
            )
        )
    }
}
