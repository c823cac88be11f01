import Reports
import TipCore

/// The figures of one metric: a row a variant.
///
/// Each figure carries its value as it stands in the JSON of the report, so that a test, or a script, can read it
/// off the page.
struct FiguresTable {
    private let metric: String
    private let variants: [VariantFindings]
    private let comparisons: [Comparison]
    private let guardrail: [GuardrailState]
    private let caption: String
    private let confidence: Double
    /// Whether verdicts can be trusted; false where a check alarms.
    private let isTrusted: Bool

    /// The figures of a metric of a report.
    init(findings: MetricFindings, caption: String, confidence: Double, isTrusted: Bool) {
        metric = findings.metric.metric.name
        variants = findings.variants
        comparisons = findings.comparisons
        guardrail = findings.guardrail
        self.caption = caption
        self.confidence = confidence
        self.isTrusted = isTrusted
    }

    /// The figures of counts that were analysed alone.
    init(_ analysis: Analysis, caption: String) {
        metric = "conversions"
        variants = analysis.variants
        comparisons = analysis.comparisons
        guardrail = []
        self.caption = caption
        confidence = analysis.confidence
        isTrusted = analysis.split.state != .alarm
    }

    /// The table.
    func html(_ words: PageWords) -> HTML {
        let heads: [(String, isNumber: Bool)] = [
            (words(.variant), false), (words(.people), true), (words(.converted), true), (words(.rate), true),
            (words(.lift), true), (words(.interval, Words.chosen(confidence)), true),
            (words(proof), true),
            (words(.verdict), false),
        ]
        let head = heads.map { HTML.element("th", ["scope": "col", "class": $0.1 ? "n" : nil], HTML($0.0)) }
        return .element(
            "div",
            ["class": "scroll", "tabindex": "0", "role": "region", "aria-label": caption],
            .element(
                "table",
                ["data-metric": metric, "class": "cardlist"],
                .element("caption", [:], HTML(caption)),
                .element("thead", [:], .element("tr", [:], head)),
                .element("tbody", [:], variants.map { row($0, words) })
            )
        )
    }

    private func row(_ found: VariantFindings, _ words: PageWords) -> HTML {
        let name = found.counts.variant
        let index = comparisons.firstIndex { $0.variant.hasSameBytes(as: name) }
        let comparison = index.map { comparisons[$0] }
        let counts = [
            cell("people", words(.people), Words.count(found.counts.people), "\(found.counts.people)"),
            cell(
                "conversions",
                words(.converted),
                Words.count(found.counts.conversions),
                "\(found.counts.conversions)"
            ),
            cell("rate", words(.rate), found.rate.value.map(Words.share), found.rate.value.map { "\($0)" }),
        ]
        let compared = [
            cell(
                "lift",
                words(.lift),
                comparison?.lift.value.map(Words.change),
                comparison?.lift.value.map { "\($0)" }
            ),
            cell(
                "liftInterval",
                words(.interval, Words.chosen(confidence)),
                comparison?.liftInterval.value.map { Words.changes($0) },
                comparison?.liftSpan.map { "\($0.lowerBound) \($0.upperBound)" }
            ),
            .element(
                "td",
                ["class": "n", "data-label": words(proof)],
                HTML(comparison.map(evidence) ?? "–")
            ),
        ]
        let verdict: HTML
        if let index {
            let text =
                index < guardrail.count
                ? words.guardrail(guardrail[index])
                : words.verdict(comparisons[index].told(isTrusted: isTrusted))
            verdict = .element(
                "td",
                ["class": kind(of: index), "data-figure": "verdict", "data-label": words(.verdict)],
                HTML(text)
            )
        } else {
            verdict = .element(
                "td",
                ["class": "faint", "data-label": words(.verdict)],
                HTML(words(.baseline))
            )
        }
        return .element(
            "tr",
            ["data-variant": name],
            [.element("th", ["scope": "row", "dir": "auto"], HTML(name))] + counts + compared + [verdict]
        )
    }

    private func cell(_ figure: String, _ label: String, _ text: String?, _ value: String?) -> HTML {
        .element(
            "td",
            ["class": "n", "data-figure": figure, "data-value": value, "data-label": label],
            HTML(text ?? "–")
        )
    }

    /// What the figure that decides is called, as the line of words under the method has it.
    private var proof: Phrase {
        switch comparisons.first?.sequential {
        case nil: .evidence
        case .groupSequential: .zAndBound
        case .alwaysValid: .safeP
        }
    }

    /// The figure that decides.
    private func evidence(_ comparison: Comparison) -> String {
        switch comparison.sequential {
        case nil: comparison.pAdjusted.value.map { "p " + Words.p($0) } ?? "–"
        case .groupSequential(let z, let bound, _):
            z.value.map { "z " + Words.number($0) + (bound.value.map { " / " + Words.number($0) } ?? "") }
                ?? "–"
        case .alwaysValid(_, let p, _): p.value.map { "p " + Words.p($0) } ?? "–"
        }
    }

    private func kind(of index: Int) -> String {
        if index < guardrail.count {
            return switch guardrail[index] {
            case .held: "good"
            case .breached: "bad"
            case .unclear, .noData: "faint"
            }
        }
        return switch comparisons[index].told(isTrusted: isTrusted) {
        case .better: "good"
        case .worse: "bad"
        case .inconclusive, .noData, nil: "faint"
        }
    }
}
