import TipCore

/// Reports as GitHub's Markdown.
extension ExperimentReport {
    /// The report as a section, each line ended.
    ///
    /// - Parameter locale: The language of copy, as BCP 47; nil is the first that the catalog has.
    /// - Returns: Text in which nothing that copy or names hold is obeyed by Markdown or HTML.
    package func markdown(locale: String? = nil) -> String {
        var blocks = [
            "## \(Markdown.escaped(snapshot.experiment))\n",
            "**\(Markdown.escaped(recommendation.headline.uppercasedFirst)).** "
                + Markdown.escaped(recommendation.because) + "\n",
            Self.list([
                "State: \(standing); \(dataCut)", "Tip: \(snapshot.tip)", "Metric: \(primary.metric.phrase)",
                "People: \(enrolment)", "Method: \(methodInWords)",
            ]),
            table(primary, copy: copy(locale: locale)).markdown(),
        ]
        blocks.append(Self.list(primary.notes + safeIntervals))
        for (kind, group) in [("Secondary metric", secondary), ("Guardrail", guardrails)] {
            for findings in group {
                blocks.append(
                    "\(kind): \(Markdown.escaped(wording(of: findings, isGuardrail: kind == "Guardrail")))\n"
                )
                blocks.append(table(findings).markdown())
                blocks.append(Self.list(findings.notes))
            }
        }
        for block in detailBlocks {
            blocks.append("\(block.label.uppercasedFirst): \(Markdown.escaped(block.sentence))\n")
            if let table = block.table { blocks.append(table.markdown()) }
        }
        blocks.append(Self.list(health.findings.map(\.inWords)))
        blocks.append(Self.list([words]))
        return blocks.filter { !$0.isEmpty }.joined(separator: "\n")
    }

    private static func list(_ items: [some CustomStringConvertible]) -> String {
        items.map { "- \(Markdown.escaped($0))\n" }.joined()
    }
}
