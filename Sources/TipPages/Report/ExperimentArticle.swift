import Reports
import TipCore

/// One experiment on a page: what to do first, then why, then whether to believe it, then how it was made.
struct ExperimentArticle {
    let report: ExperimentReport
    /// The language of copy; nil is the first that the catalog has.
    let locale: String?
    let words: PageWords
    /// What tells the ids of this article from those of others on the page.
    let number: Int
    /// Whether the page is about this experiment alone and has its name for a title.
    let isAlone: Bool

    /// The article.
    var html: HTML {
        let title = report.snapshot.experiment
        return .element(
            "article",
            [
                "class": "experiment", "data-experiment": title,
                "data-status": report.snapshot.status.rawValue,
                "aria-labelledby": isAlone ? nil : id("title"),
            ],
            [
                isAlone ? .nothing : .element("h2", ["id": id("title"), "dir": "auto"], HTML(title)),
                .element("p", ["class": "faint"], HTML(words(report.standing))), verdict, cards,
                section(.findings, figures), section(.plots, plots),
                section(.funnel, [FunnelTable(snapshot: report.snapshot).html(words)]),
                section(.health, [HealthList(health: report.health).html(words)]),
                section(.progress, progress),
                section(.details, details),
                section(.phases, [PhaseTable(phases: report.snapshot.phases).html(words)]),
                section(.method, method),
            ].present
        )
    }

    private func id(_ part: String) -> String { "e\(number)-\(part)" }

    private func section(_ title: Phrase, _ content: [HTML]) -> HTML {
        let content = content.present
        guard !content.isEmpty else { return .nothing }
        return .element("section", [:], [.element(isAlone ? "h2" : "h3", [:], HTML(words(title)))] + content)
    }

    private var verdict: HTML {
        let advice = report.recommendation
        let outcome = words.outcome(report)
        return .element(
            "div",
            ["class": "verdict \(outcome.kind.rawValue)", "data-decision": advice.decision.rawValue],
            [
                .element(
                    "p",
                    ["class": "headline"],
                    .element("span", ["aria-hidden": "true"], HTML(outcome.kind.sign + " ")),
                    HTML(outcome.text)
                ),
                outcome.isDecided
                    ? .element("p", [:], HTML(words(.figuresSay, words.headline(report)))) : .nothing,
                .element("p", [:], HTML(words(advice.because))),
                report.nextSteps.isEmpty
                    ? .nothing
                    : .element("pre", ["tabindex": "0"], HTML(report.nextSteps.joined(separator: "\n"))),
            ].present
        )
    }

    private var cards: HTML {
        let hidden = report.snapshot.phase?.variants.filter { !$0.shows } ?? []
        return section(
            .whatPeopleSaw,
            [
                .element(
                    "div",
                    ["class": "cards"],
                    report.snapshot.arms.map { arm in
                        TipCard(
                            arm: arm,
                            isBaseline: arm.variant.hasSameBytes(as: report.baseline),
                            shows: !hidden.contains { $0.id.hasSameBytes(as: arm.variant) }
                        ).html(locale: locale, words)
                    }
                )
            ]
        )
    }

    private var figures: [HTML] {
        let isTrusted = !report.health.isAlarming
        func note(_ sentence: Sentence) -> HTML { .element("p", ["class": "note"], HTML(words(sentence))) }
        func table(_ findings: MetricFindings, _ caption: String) -> [HTML] {
            [
                FiguresTable(
                    findings: findings,
                    caption: caption,
                    confidence: report.method.confidence,
                    isTrusted: isTrusted
                ).html(words)
            ] + findings.notes.map(note)
        }
        var pieces = table(report.primary, words(report.primary.metric.phrase))
        pieces += report.safeIntervals.map(note)
        for (kind, group) in [(Phrase.secondaryMetric, report.secondary), (.guardrail, report.guardrails)] {
            for findings in group {
                let wording = report.wording(of: findings, isGuardrail: kind == .guardrail)
                pieces += table(findings, words(kind) + ": " + words(wording))
            }
        }
        return pieces
    }

    private var plots: [HTML] {
        let forest = ForestPlot(report.primary.comparisons, isTrusted: !report.health.isAlarming).html(
            id: id("forest"),
            words,
            confidence: report.method.confidence
        )
        guard let series = report.details.series ?? DailySeries(of: report.snapshot) else { return [forest] }
        let bands = LiftBand.all(of: report, series).enumerated().map { index, band in
            band.html(id: id("band\(index)"), words)
        }
        let people = DailyPeople(series: series, variants: report.snapshot.arms.map(\.variant))
        return [
            .element(
                "div",
                ["class": "plots"],
                ([forest] + bands + [people.html(id: id("days"), words)]).present
            )
        ]
    }

    private var progress: [HTML] {
        let progress = report.progress
        var lines: [String] = []
        if let planned = progress.peoplePerVariant.value {
            lines.append(words(.peopleOfPlan, Words.count(progress.leastPeople), Words.count(planned)))
        }
        if let days = progress.daysLeft.value, days > 0 {
            lines.append(words(.daysLeft, Words.count(Int64(min(days.rounded(.up), 1e6)))))
        }
        if let power = progress.power.value, let lift = progress.minimumLift.value {
            lines.append(words(.power, Words.chosen(lift), Words.roughly(power)))
        }
        guard !lines.isEmpty else { return [] }
        return [.element("ul", [:], lines.map { .element("li", [:], HTML($0)) })]
    }

    private var details: [HTML] {
        report.detailTexts.map { sentence, table in
            .element(
                "div",
                [:],
                [
                    .element("p", [:], HTML(words(sentence))),
                    table.isEmpty ? .nothing : .element("pre", ["lang": "en", "tabindex": "0"], HTML(table)),
                ].present
            )
        }
    }

    private var method: [HTML] {
        let rows: [(Phrase, Sentence)] = [
            (.tip, Sentence(verbatim: report.snapshot.tip)), (.metric, report.primary.metric.phrase),
            (.enrolment, report.enrolment), (.method, report.methodInWords), (.dataCut, report.dataCut),
            (.words, report.words),
        ]
        let list = rows.flatMap { phrase, text in
            [
                HTML.element("dt", [:], HTML(words(phrase))),
                .element("dd", [:], HTML(words(text))),
            ]
        }
        return [
            .element("dl", [:], list),
            .element(
                "details",
                [:],
                .element("summary", [:], HTML(words(.recompute))),
                .element("pre", ["tabindex": "0"], HTML(report.snapshot.provenance.text(indented: true)))
            ),
        ]
    }
}
