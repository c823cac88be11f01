import Statistics
import TipCore

/// The table of one metric: a row a variant, with what it is compared with first among equals.
struct FindingsTable {
    let variants: [VariantFindings]
    let comparisons: [Comparison]
    let level: Level
    /// What people read, by variant; where no variant has copy there is no column for it.
    var copy: NamedValues<String> = [:]
    /// Whether each comparison keeps a guardrail; empty where it is none.
    var guardrail: [GuardrailState] = []
    /// Whether verdicts can be trusted; false where a check alarms.
    var isTrusted = true

    /// The rows and columns.
    var table: TextTable {
        let hasCopy = !copy.isEmpty
        var table = TextTable(columns(hasCopy: hasCopy))
        for findings in variants {
            let name = findings.counts.variant
            var cells: [TextTable.Cell] = [.init(name, .strong)]
            if hasCopy { cells.append(.init(copy[name] ?? "")) }
            cells += [
                .init(Words.count(findings.counts.people)), .init(Words.count(findings.counts.conversions)),
                .init(findings.rate.value.map(Words.share) ?? "–"),
            ]
            let index = comparisons.firstIndex { $0.variant.hasSameBytes(as: name) }
            table.add(cells + (index.map(cells(of:)) ?? baseline))
        }
        return table
    }

    private func columns(hasCopy: Bool) -> [TextTable.Column] {
        [.init("variant", .left, .wrap(lines: 4))] + (hasCopy ? [.init("copy", .left, .note(lines: 4))] : [])
            + [
                .init("people", .right), .init("converted", .right), .init("rate", .right),
                .init("lift", .right), .init(Words.chosen(1 - level.alpha) + " interval", .right),
                .init(evidenceTitle, .right), .init("verdict"),
            ]
    }

    /// The name of the figure that decides.
    private var evidenceTitle: String {
        switch comparisons.first?.sequential {
        case nil: comparisons.count > 1 ? "p (Holm)" : "p"
        case .groupSequential: "z/bound"
        case .alwaysValid: "safe p"
        }
    }

    private var baseline: [TextTable.Cell] {
        let dash = TextTable.Cell("–", .faint)
        return [dash, dash, dash, .init(comparisons.isEmpty ? "alone" : "baseline", .faint)]
    }

    private func cells(of index: Int) -> [TextTable.Cell] {
        let comparison = comparisons[index]
        return [
            .init(comparison.lift.value.map(Words.change) ?? "–"),
            .init(comparison.liftInterval.value.map { Words.changes($0) } ?? "–"),
            .init(evidence(comparison)),
            index < guardrail.count
                ? .init(guardrail[index].inWords, guardrail[index].style)
                : comparison.told(isTrusted: isTrusted) != nil
                    ? .init(comparison.verdictInWords, comparison.style) : .init("not trusted", .warning),
        ]
    }

    private func evidence(_ comparison: Comparison) -> String {
        switch comparison.sequential {
        case nil: comparison.pAdjusted.value.map(Words.p) ?? "–"
        case .groupSequential(let z, let bound, _):
            z.value.map { z in
                Words.number(z) + "/" + (bound.value.map { Words.number($0) } ?? "–")
            } ?? "–"
        case .alwaysValid(_, let p, _): p.value.map(Words.p) ?? "–"
        }
    }
}
