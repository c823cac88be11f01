import Statistics
import TipCore

/// All experiments of a project, one after another: what `report --all` prints.
extension ExperimentReport {
    /// Reports for a terminal: heading, table, alarms and advice of each, and what they come to.
    package static func text(of reports: [ExperimentReport], _ options: TextOptions = TextOptions()) -> String
    {
        var page = Page(options)
        for report in reports {
            page.add("\(report.snapshot.experiment): \(report.standing)", .strong)
            page.add(report.table(report.primary, copy: report.copy(locale: options.locale)))
            for note in report.primary.notes { page.add(note, .faint, indent: 2) }
            for (comparison, metric) in report.brokenGuardrails {
                page.add("Guardrail \(metric) is broken by \"\(comparison)\".", .bad, indent: 2)
            }
            for finding in report.health.findings where finding.state != .ok {
                page.add(finding.inWords, finding.state.style, indent: 2)
            }
            let advice = report.recommendation
            page.add(
                "\(advice.headline.uppercasedFirst). \(advice.because)",
                advice.decision.style,
                indent: 2
            )
            page.skip()
        }
        if let report = reports.first { page.add(report.dataCut.english.uppercasedFirst + ".", .faint) }
        for (number, sentence) in summary(of: reports).sentences.enumerated() {
            page.add(label: number == 0 ? "in all" : "", sentence)
        }
        return page.text
    }

    /// Reports as GitHub's Markdown, a section each, and what they come to.
    package static func markdown(of reports: [ExperimentReport], locale: String? = nil) -> String {
        let closing = summary(of: reports).sentences.map { "- \(Markdown.escaped($0))\n" }.joined()
        return (reports.map { $0.markdown(locale: locale) } + [closing]).joined(separator: "\n")
    }

    /// Reports as one line of JSON each.
    package static func ndjson(of reports: [ExperimentReport], locale: String? = nil) -> String {
        reports.map { $0.json(locale: locale).text() + "\n" }.joined()
    }

    /// What reports come to.
    package static func summary(of reports: [ExperimentReport]) -> FindingsSummary {
        reports.reduce(into: FindingsSummary()) { summary, report in
            summary.add(
                report.snapshot.experiment,
                report.primary.comparisons,
                isSplitOff: report.health.isSplitOff,
                level: report.method.level
            )
        }
    }

    private var brokenGuardrails: [(variant: String, metric: String)] {
        guardrails.flatMap { findings in
            zip(findings.comparisons, findings.guardrail).filter { $1 == .breached }.map { comparison, _ in
                (comparison.variant, findings.metric.metric.name)
            }
        }
    }
}
