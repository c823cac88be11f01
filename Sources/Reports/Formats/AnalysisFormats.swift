import Statistics
package import TipCore

/// The findings of a file of counts, for people and for programs.
extension AnalysisDocument {
    /// The findings for a terminal: a table an experiment, and what they come to.
    package func text(_ options: TextOptions = TextOptions()) -> String {
        var page = Page(options)
        for analysis in experiments {
            page.add(analysis.experiment, .strong)
            page.add(analysis.table)
            for note in analysis.comparisons.compactMap(\.noteOnLift) { page.add(note, .faint, indent: 2) }
            page.add(analysis.split.statement, analysis.split.state.style, indent: 2)
            page.skip()
        }
        if let method { page.add(label: "method", method) }
        for (number, sentence) in summary.sentences.enumerated() {
            page.add(label: number == 0 ? "in all" : "", sentence)
        }
        return page.text
    }

    /// The findings as GitHub's Markdown.
    package func markdown() -> String {
        var blocks: [String] = []
        for analysis in experiments {
            blocks.append("## \(Markdown.escaped(analysis.experiment))\n")
            blocks.append(analysis.table.markdown())
            let notes = analysis.comparisons.compactMap(\.noteOnLift?.english) + [analysis.split.statement]
            blocks.append(notes.map { "- \(Markdown.escaped($0))\n" }.joined())
        }
        let closing = (method.map { ["Method: \($0)."] } ?? []) + summary.sentences.map(\.english)
        blocks.append(closing.map { "- \(Markdown.escaped($0))\n" }.joined())
        return blocks.joined(separator: "\n")
    }

    /// The findings as one line of JSON an experiment, each an element of the document's `experiments`.
    package func ndjson() -> String {
        experiments.map { $0.json.text() + "\n" }.joined()
    }

    /// The findings as comma-separated values, a row a variant, in full precision.
    package func csv() -> String {
        CSVColumn.text(.analysis, experiments.flatMap(\.records))
    }

    /// What the experiments come to.
    package var summary: FindingsSummary {
        experiments.reduce(into: FindingsSummary()) { summary, analysis in
            summary.add(
                analysis.experiment,
                analysis.comparisons,
                isSplitOff: analysis.split.state == .alarm,
                level: analysis.level
            )
        }
    }

    /// How the figures are made and judged; nil where there are none.
    package var method: Sentence? {
        experiments.first.map { analysis -> Sentence in
            """
            fixed horizon at alpha \(Words.chosen(analysis.level.alpha)); p by the pooled z-test, or by Fisher's \
            exact test where a cell is under 5, with Holm's correction over an experiment's comparisons; the interval \
            is that of the lift, on the log scale
            """
        }
    }
}

extension Analysis {
    /// The variants with what they are compared with.
    fileprivate var table: TextTable {
        var copy: NamedValues<String> = [:]
        for findings in variants { copy[findings.counts.variant] = findings.counts.copy }
        return FindingsTable(
            variants: variants,
            comparisons: comparisons,
            level: level,
            copy: copy,
            isTrusted: split.state != .alarm
        ).table
    }

    /// Whether people are split as configured, in words.
    package var split: HealthFinding {
        let arms = zip(variants, weights).map { findings, weight in
            SplitArm(variant: findings.counts.variant, people: findings.counts.people, weight: weight)
        }
        return .split(srm, arms: arms)
    }
}
