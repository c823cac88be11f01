package import Reports
package import TipCore

/// What comes in: how much, of what kind, in whose words, and what was refused and why.
package struct IntakePage {
    private let context: PageContext
    private let figures: IntakeFigures
    private let dialects: [Dialect]
    private let samples: [Sample]
    private let newestPlaces: Int64

    /// What one dialect brought since the server started.
    package struct Dialect: Sendable {
        let name: String
        let accepted: Int
        let duplicates: Int
        let rejected: Int

        /// Describes what a dialect brought.
        package init(name: String, accepted: Int, duplicates: Int, rejected: Int) {
            self.name = name
            self.accepted = accepted
            self.duplicates = duplicates
            self.rejected = rejected
        }
    }

    /// A refused event, without its bytes.
    package struct Sample: Sendable {
        let id: String
        let code: String
        let dialect: String
        let at: Timestamp
        let field: String?
        let detail: String

        /// Describes a refused event.
        package init(
            id: String,
            code: String,
            dialect: String,
            at: Timestamp,
            field: String?,
            detail: String
        ) {
            self.id = id
            self.code = code
            self.dialect = dialect
            self.at = at
            self.field = field
            self.detail = detail
        }
    }

    /// Describes the page; of each stream `newestPlaces` events count as its newest.
    package init(
        _ context: PageContext,
        _ figures: IntakeFigures,
        dialects: [Dialect],
        samples: [Sample],
        newestPlaces: Int64
    ) {
        self.context = context
        self.figures = figures
        self.dialects = dialects
        self.samples = samples
        self.newestPlaces = newestPlaces
    }

    private var words: PageWords { context.words }

    /// The page.
    package var html: String {
        WebFrame(context: context).page(
            titled: words(.intake),
            in: .intake,
            [facts, section(.newest, kinds), section(.byDialect, byDialect), section(.quarantine, refused)]
        )
    }

    private func section(_ title: Phrase, _ content: [HTML]) -> HTML {
        .element("section", [:], [.element("h2", [:], HTML(words(title)))] + content.present)
    }

    private var facts: HTML {
        let refused = figures.reasons.reduce(0) { $0 + $1.events }
        let all: [(Phrase, String, String)] = [
            (.events, Words.count(figures.events), "events"), (.notFolded, Words.count(figures.lag), "lag"),
            (.databaseSize, Self.size(figures.databaseBytes), "databaseBytes"),
            (.refused, Words.count(refused), "refused"),
        ]
        return .element(
            "dl",
            ["class": "facts"],
            all.map { phrase, value, figure in
                .element(
                    "div",
                    [:],
                    .element("dt", [:], HTML(words(phrase))),
                    .element("dd", ["data-figure": figure], HTML(value))
                )
            }
        )
    }

    private var kinds: [HTML] {
        guard !figures.kinds.isEmpty else {
            return [empty(words(.noEventsYet), words(.noDialects))]
        }
        let all = figures.kinds.reduce(0) { $0 + $1.events }
        return [
            .element("p", ["class": "faint"], HTML(words(.newestHint, "\(newestPlaces)", Words.count(all)))),
            BarTable(
                name: "kinds",
                caption: words(.newest),
                whole: all,
                rows: figures.kinds.map { ($0.kind ?? "?", $0.kind ?? "?", $0.events) }
            ).html(words),
        ]
    }

    private func empty(_ text: String, _ hint: String) -> HTML {
        .element("div", ["class": "empty"], .element("p", [:], HTML(text)), .element("p", [:], HTML(hint)))
    }

    private var byDialect: [HTML] {
        guard !dialects.isEmpty else { return [.element("p", [:], HTML(words(.noDialects)))] }
        return [
            PlainTable(
                caption: words(.byDialect),
                heads: [(.dialect, false), (.accepted, true), (.duplicates, true), (.rejected, true)],
                rows: dialects.map {
                    [$0.name, Words.count($0.accepted), Words.count($0.duplicates), Words.count($0.rejected)]
                }
            ).html(words)
        ]
    }

    private var refused: [HTML] {
        guard !figures.reasons.isEmpty else { return [.element("p", [:], HTML(words(.noQuarantine)))] }
        let reasons = PlainTable(
            caption: words(.quarantine),
            heads: [(.reason, false), (.dialect, false), (.events, true), (.lastOne, false)],
            rows: figures.reasons.map {
                [$0.code, $0.dialect, Words.count($0.events), $0.newest.onPage]
            }
        )
        let examples = PlainTable(
            caption: words(.samples),
            heads: [(.reason, false), (.what, false), (.when, false), (.samples, false)],
            rows: samples.map { sample in
                let field = sample.field.map { " (\($0))" } ?? ""
                return [sample.code, sample.detail + field, sample.at.onPage, sample.id]
            }
        )
        return [
            reasons.html(words), .element("p", ["class": "note"], HTML(words(.quarantineHint))),
            examples.html(words),
        ]
    }

    /// Bytes in the unit in which they have few digits.
    private static func size(_ bytes: Int64) -> String {
        let units = ["B", "kB", "MB", "GB", "TB"]
        var size = Double(bytes)
        var unit = 0
        while size >= 1000, unit < units.count - 1 {
            size /= 1000
            unit += 1
        }
        return Words.number(size) + "\u{A0}" + units[unit]
    }
}
