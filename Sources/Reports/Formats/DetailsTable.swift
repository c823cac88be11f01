import Statistics
package import TipCore

/// The details of a report for people, in whatever format.
extension ExperimentReport {
    /// Something that was asked beyond the registered figures.
    struct DetailBlock {
        let label: String
        let sentence: Sentence
        let table: TextTable?
        var style = TextStyle.plain
    }

    /// What was asked beyond the registered figures, one after another.
    var detailBlocks: [DetailBlock] {
        var blocks: [DetailBlock] = []
        if let breakdown = details.breakdown {
            let what: Sentence =
                "\(breakdown.dimension.name) at the exposure: exploratory, corrected by Benjamini and Hochberg"
            blocks.append(DetailBlock(label: "by", sentence: what, table: breakdown.table))
        }
        if let series = details.series {
            let table = series.table(snapshot.arms.map(\.variant))
            blocks.append(
                DetailBlock(label: "days", sentence: "cumulative, in \(series.timeZone)", table: table)
            )
        }
        for means in details.means {
            let measure = means.metric.measureInWords
            let what: Sentence = means.isGuardrail ? "\(measure) (guardrail)" : "\(measure) (exploratory)"
            blocks.append(DetailBlock(label: "measured", sentence: what, table: means.table))
        }
        for change in details.redefinitions {
            blocks.append(
                DetailBlock(label: "changed", sentence: change.inWords, table: change.table, style: .warning)
            )
        }
        if let permutations = details.permutations {
            blocks.append(DetailBlock(label: "A/A", sentence: permutations.inWords, table: nil))
        }
        return blocks
    }

    /// What was asked beyond the registered figures, each as a sentence and a table in fixed width.
    package var detailTexts: [(sentence: Sentence, table: String)] {
        detailBlocks.map { block in
            let label = Sentence(stringLiteral: block.label.uppercasedFirst)
            return ("\(label): \(block.sentence)", block.table?.text() ?? "")
        }
    }

    /// Adds them to a page for a terminal.
    func addDetails(to page: inout Page) {
        for block in detailBlocks {
            page.add(label: block.label, block.sentence, block.style)
            guard let table = block.table else { continue }
            page.add(table)
            page.skip()
        }
    }
}

extension Breakdown {
    fileprivate var table: TextTable {
        var table = TextTable([
            .init("value"), .init("variant"), .init("people", .right), .init("converted", .right),
            .init("rate", .right), .init("lift", .right), .init("interval", .right), .init("p (BH)", .right),
        ])
        for part in parts {
            for (row, variant) in part.analysis.variants.enumerated() {
                let name = variant.counts.variant
                let index = part.analysis.comparisons.firstIndex { $0.variant == name }
                let comparison = index.map { part.analysis.comparisons[$0] }
                table.add([
                    .init(row == 0 ? part.name : ""), .init(name), .init(Words.count(variant.counts.people)),
                    .init(Words.count(variant.counts.conversions)),
                    .init(variant.rate.value.map(Words.share) ?? "–"),
                    .init(comparison?.lift.value.map(Words.change) ?? "–"),
                    .init(comparison?.liftInterval.value.map { Words.changes($0) } ?? "–"),
                    .init(index.flatMap { part.pExploratory[$0].value }.map(Words.p) ?? "–"),
                ])
            }
        }
        return table
    }
}

extension Breakdown.Part {
    /// The value, or what stands for those that have none.
    var name: String { value ?? (isRest ? "(all others)" : "(not said)") }
}

extension DailySeries {
    fileprivate func table(_ variants: [String]) -> TextTable {
        var table = TextTable(
            [.init("day")] + variants.flatMap { [.init($0, .right), .init("rate", .right)] }
        )
        for day in days {
            let cells = variants.indices.flatMap { arm -> [TextTable.Cell] in
                let (people, converted) = (day.people[arm], day.conversions[arm])
                let rate = people > 0 ? Words.share(Double(converted) / Double(people)) : "–"
                return [.init(Words.count(people)), .init(rate)]
            }
            table.add([.init(day.date)] + cells)
        }
        return table
    }
}

extension MetricDefinition {
    /// What is taken of the metric, in words.
    fileprivate var measureInWords: Sentence {
        switch measure {
        case .once: phrase
        case .count: "how often: \(phrase)"
        case .sum(let field): "sum of \(field): \(phrase)"
        case .mean(let field): "mean of \(field): \(phrase)"
        case .time: "seconds until: \(phrase)"
        }
    }
}

extension MeanFindings {
    fileprivate var table: TextTable {
        var table = TextTable([
            .init("variant"), .init("people", .right), .init("mean", .right), .init("deviation", .right),
            .init("difference", .right), .init(isGuardrail ? "p" : "p (BH)", .right),
        ])
        for arm in variants {
            let found = comparisons.first { $0.variant.hasSameBytes(as: arm.variant) }
            let comparison = found?.difference.value
            table.add([
                .init(arm.variant), .init(Words.count(Int64(arm.moments.count))),
                .init(arm.mean.value.map { Words.number($0, digits: 4) } ?? "–"),
                .init(arm.deviation.value.map { Words.number($0, digits: 4) } ?? "–"),
                .init(comparison.map { Words.number($0.estimate, digits: 4) } ?? "–"),
                .init(found?.pAdjusted.value.map(Words.p) ?? "–"),
            ])
        }
        return table
    }
}

extension Redefinition {
    fileprivate var inWords: Sentence {
        """
        \(registered.phrase) was registered; revision \(revision) says \(current.phrase). The registered figures \
        decide; these are counted anew over the whole history:
        """
    }

    fileprivate var table: TextTable {
        var table = TextTable([
            .init("variant"), .init("people", .right), .init("converted", .right),
            .init("people now", .right), .init("converted now", .right),
        ])
        for arm in variants {
            table.add([
                .init(arm.variant), .init(Words.count(arm.before.people)),
                .init(Words.count(arm.before.conversions)), .init(Words.count(arm.after.people)),
                .init(Words.count(arm.after.conversions)),
            ])
        }
        return table
    }
}

extension Permutations {
    fileprivate var inWords: Sentence {
        let share = rate.value.map(Words.share) ?? "–"
        let interval: Sentence = interval.value.map { " (95 % interval \(Words.shares($0)))" } ?? ""
        let (deals, allowed) = (Words.count(rounds), Words.chosen(alpha))
        return """
            of \(deals) deals of the same people, \(share)\(interval) found an effect where there is none; \
            \(allowed) may
            """
    }
}
