package import Reports
package import TipCore

/// All experiments at a glance, and the way to one.
package struct ExperimentsPage {
    private let context: PageContext
    private let reports: [ExperimentReport]
    private let choice: Choice

    /// Which experiments are looked at.
    package struct Choice: Hashable, Sendable {
        /// Where they stand; nil is anywhere.
        package var status: ExperimentRecord.Status?
        /// What their name or their tip holds; empty is anything.
        package var text = ""
        /// Which page of them, from 1.
        package var page = 1
        /// How many there are in all that are looked at.
        package var matching = 0
        /// How many there are in all.
        package var all = 0

        /// The most experiments of one page.
        package static let pageSize = 50

        /// Looks at all.
        package init() {}
    }

    /// Describes the page of some experiments.
    package init(_ context: PageContext, _ reports: [ExperimentReport], _ choice: Choice) {
        self.context = context
        self.reports = reports
        self.choice = choice
    }

    private var words: PageWords { context.words }

    /// The page.
    package var html: String {
        WebFrame(context: context).page(titled: words(.experiments), in: .experiments, content)
    }

    private var content: [HTML] {
        guard choice.all > 0 else {
            return [
                .element(
                    "div",
                    ["class": "empty"],
                    .element("p", [:], HTML(words(.noExperiments))),
                    .element("p", [:], HTML(words(.howToBegin))),
                    .element("p", [:], .element("a", ["href": "/catalog"], HTML(words(.catalog))))
                )
            ]
        }
        guard !reports.isEmpty else {
            return [
                filter,
                .element(
                    "div",
                    ["class": "empty"],
                    .element("p", [:], HTML(words(.nothingMatches))),
                    .element("p", [:], .element("a", ["href": "/"], HTML(words(.showAll))))
                ),
            ]
        }
        return [filter, table, pages]
    }

    private var filter: HTML {
        let statuses = ExperimentRecord.Status.allCases.map { ($0.rawValue, words($0.phrase)) }
        return .element(
            "form",
            ["method": "get", "action": "/", "class": "filter", "role": "search"],
            WebForm.select(
                words(.status),
                name: "status",
                id: "status",
                [("", words(.all))] + statuses,
                chosen: choice.status?.rawValue ?? ""
            ),
            WebForm.field(words(.nameOrTip), name: "q", id: "q", value: choice.text, type: "search"),
            .element("button", ["type": "submit"], HTML(words(.filter)))
        )
    }

    private var table: HTML {
        let heads: [Phrase] = [.experiments, .status, .people, .lift, .verdict, .health]
        let scale = MiniLift.scale(of: reports)
        return .element(
            "table",
            ["class": "digest list cardlist"],
            .element("caption", [:], HTML(words(.experiments))),
            .element(
                "thead",
                [:],
                .element("tr", [:], heads.map { .element("th", ["scope": "col"], HTML(words($0))) })
            ),
            .element("tbody", [:], reports.map { ExperimentRow(report: $0, words: words, scale: scale).html })
        )
    }

    private var pages: HTML {
        let count = (choice.matching + Choice.pageSize - 1) / Choice.pageSize
        guard count > 1 else { return .nothing }
        let first = (choice.page - 1) * Choice.pageSize + 1
        let last = min(choice.matching, choice.page * Choice.pageSize)
        return .element(
            "p",
            ["class": "pages"],
            [
                choice.page > 1 ? link(to: choice.page - 1, .previous) : .nothing,
                HTML(words(.shownOf, "\(first)", "\(last)", "\(choice.matching)")),
                choice.page < count ? link(to: choice.page + 1, .next) : .nothing,
            ].present
        )
    }

    private func link(to page: Int, _ phrase: Phrase) -> HTML {
        let query =
            "?status=\(choice.status?.rawValue ?? "")&q=\(WebAddress.part(choice.text))&page=\(page)"
        return .element("a", ["href": "/" + query], HTML(words(phrase)))
    }
}

extension ExperimentRecord.Status {
    /// The status in words.
    var phrase: Phrase {
        switch self {
        case .draft: .draft
        case .running: .running
        case .paused: .paused
        case .stopped: .stopped
        }
    }
}
