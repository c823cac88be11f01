import TipCore

/// Reports for a terminal.
extension ExperimentReport {
    /// The report for a terminal, each line ended.
    package func text(_ options: TextOptions = TextOptions()) -> String {
        var page = Page(options)
        page.add("\(snapshot.experiment): \(standing)", .strong)
        page.add(dataCut, .faint)
        page.skip()
        page.add(label: "tip", snapshot.tip)
        page.add(label: "metric", primary.metric.phrase)
        page.add(label: "people", enrolment)
        page.skip()
        page.add(table(primary, copy: copy(locale: options.locale)))
        for note in primary.notes + safeIntervals { page.add(note, .faint, indent: 2) }
        page.skip()
        addOtherMetrics(to: &page)
        addDetails(to: &page)
        page.add(label: "method", methodInWords)
        addHealth(to: &page)
        page.add(
            label: "advice",
            recommendation.headline.uppercasedFirst + ".",
            recommendation.decision.style
        )
        page.add(label: "", recommendation.because)
        for step in nextSteps { page.add(label: "next", step) }
        page.add(label: "words", words, .faint)
        return page.text
    }

    /// The table of a metric.
    func table(_ findings: MetricFindings, copy: NamedValues<String> = [:]) -> TextTable {
        FindingsTable(
            variants: findings.variants,
            comparisons: findings.comparisons,
            level: method.level,
            copy: copy,
            guardrail: findings.guardrail,
            isTrusted: !health.isAlarming
        ).table
    }

    private func addOtherMetrics(to page: inout Page) {
        for (kind, group) in [("secondary", secondary), ("guardrail", guardrails)] {
            for findings in group {
                page.add(label: kind, wording(of: findings, isGuardrail: kind == "guardrail"))
                page.add(table(findings))
                for note in findings.notes { page.add(note, .faint, indent: 2) }
                page.skip()
            }
        }
    }

    /// What is not well in a paragraph each, then what is in one.
    private func addHealth(to page: inout Page) {
        var label = "health"
        for finding in health.findings where finding.state != .ok {
            page.add(label: label, finding.inWords, finding.state.style)
            label = ""
        }
        let well = health.findings.filter { $0.state == .ok }.map(\.sentence)
        if !well.isEmpty { page.add(label: label, Sentence(well, joinedBy: " ")) }
    }
}

extension String {
    /// The text with its first letter in upper case.
    var uppercasedFirst: String { prefix(1).uppercased() + dropFirst() }
}
