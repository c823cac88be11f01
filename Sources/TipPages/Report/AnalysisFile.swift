package import Reports
import TipCore

/// What counts of past tests say, as one file of HTML that needs nothing else.
package struct AnalysisFile {
    private let words: PageWords

    /// Prepares files; `locale` is the language of the page, as BCP 47.
    package init(locale: String? = nil) {
        words = PageWords(language: PageLanguage(for: locale))
    }

    /// The findings of all experiments, behind a table of them where there are several.
    package func html(of document: AnalysisDocument) -> String {
        let articles = document.experiments.enumerated().map { article($0.element, $0.offset) }
        let digest = document.experiments.count > 1 ? overview(document) : .nothing
        let method = document.method.map { ["\($0)." as Sentence] } ?? []
        let closing = (method + document.summary.sentences).map {
            HTML.element("p", ["class": "note"], HTML(words($0)))
        }
        return ReportFrame(words: words).page(
            titled: words(.experiments),
            [digest] + articles + [.element("section", [:], closing)]
        )
    }

    private func overview(_ document: AnalysisDocument) -> HTML {
        let heads: [Phrase] = [.experiments, .people, .lift, .verdict, .health]
        return .element(
            "div",
            ["class": "scroll", "tabindex": "0", "role": "region", "aria-label": words(.experiments)],
            .element(
                "table",
                ["class": "digest"],
                .element("caption", [:], HTML(words(.experiments))),
                .element(
                    "thead",
                    [:],
                    .element("tr", [:], heads.map { .element("th", ["scope": "col"], HTML(words($0))) })
                ),
                .element("tbody", [:], document.experiments.enumerated().map { row($0.element, $0.offset) })
            )
        )
    }

    private func row(_ analysis: Analysis, _ number: Int) -> HTML {
        let isTrusted = analysis.split.state != .alarm
        let people = analysis.variants.reduce(Int64(0)) { $0 + $1.counts.people }
        let lifts = analysis.comparisons.map { comparison in
            let lift = comparison.lift.value.map(Words.change) ?? "–"
            let span = comparison.liftInterval.value.map { " (\(Words.changes($0)))" } ?? ""
            return HTML.element("span", ["class": "block"], HTML("\(comparison.variant) \(lift)\(span)"))
        }
        let verdicts = analysis.comparisons.map { comparison in
            HTML.element(
                "span",
                ["class": "block"],
                HTML(words.verdict(comparison.told(isTrusted: isTrusted)))
            )
        }
        let state = analysis.split.state
        return .element(
            "tr",
            ["data-experiment": analysis.experiment],
            .element(
                "th",
                ["scope": "row", "dir": "auto"],
                .element("a", ["href": "#e\(number)-title"], HTML(analysis.experiment))
            ),
            .element("td", ["class": "n"], HTML(Words.count(people))),
            .element("td", ["class": "n"], lifts.isEmpty ? ["–"] : lifts),
            .element("td", [:], verdicts.isEmpty ? ["–"] : verdicts),
            .element("td", ["class": state.rawValue], HTML(state.sign + " " + words.check(state)))
        )
    }

    private func article(_ analysis: Analysis, _ number: Int) -> HTML {
        let split = analysis.split
        let copies = analysis.variants.filter { $0.counts.copy?.isEmpty == false }.map { found in
            HTML.element(
                "li",
                ["dir": "auto"],
                .element("strong", [:], .element("bdi", [:], HTML(found.counts.variant)), ": "),
                HTML(found.counts.copy ?? "")
            )
        }
        let notes = analysis.comparisons.compactMap(\.noteOnLift)
            .map { HTML.element("p", ["class": "note"], HTML(words($0))) }
        return .element(
            "article",
            [
                "class": "experiment", "data-experiment": analysis.experiment,
                "aria-labelledby": "e\(number)-title",
            ],
            [
                .element("h2", ["id": "e\(number)-title", "dir": "auto"], HTML(analysis.experiment)),
                copies.isEmpty ? .nothing : .element("ul", [:], copies),
                FiguresTable(analysis, caption: words(.findings)).html(words),
            ] + notes
                + [
                    ForestPlot(analysis.comparisons, isTrusted: split.state != .alarm)
                        .html(id: "e\(number)-forest", words, confidence: analysis.confidence),
                    .element(
                        "p",
                        ["class": split.state.rawValue],
                        .element("span", ["class": "mark"], HTML(split.state.sign + " ")),
                        HTML(words(Sentence([split.sentence, split.action ?? ""], joinedBy: " ")))
                    ),
                ].present
        )
    }
}
