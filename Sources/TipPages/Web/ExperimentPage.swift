package import Reports
import TipCore

/// One experiment: what to do, why, whether to believe it, and the report to take along.
package struct ExperimentPage {
    private let context: PageContext
    private let report: ExperimentReport
    private let locale: String?

    /// Describes the page; `locale` is the language of copy.
    package init(_ context: PageContext, _ report: ExperimentReport, locale: String?) {
        self.context = context
        self.report = report
        self.locale = locale
    }

    private var words: PageWords { context.words }

    /// The page.
    package var html: String {
        let snapshot = report.snapshot
        return WebFrame(context: context).page(
            titled: snapshot.experiment,
            in: .experiments,
            [
                .element(
                    "p",
                    ["class": "crumb"],
                    HTML(words(.tip) + ": "),
                    .element("a", ["href": WebAddress.tip(snapshot.tip), "dir": "auto"], HTML(snapshot.tip))
                ),
                LocaleChoice(
                    copies: snapshot.arms.compactMap(\.copy),
                    path: WebAddress.experiment(snapshot.experiment),
                    chosen: locale
                ).html(words),
                ExperimentArticle(report: report, locale: locale, words: words, number: 0, isAlone: true)
                    .html,
                downloads, stop,
            ]
        )
    }

    private var downloads: HTML {
        let base = WebAddress.experiment(report.snapshot.experiment) + "/report."
        let links = ["html", "json", "csv", "md"].map { kind in
            HTML.element(
                "li",
                [:],
                .element("a", ["href": base + kind, "download": ""], HTML(kind.uppercased()))
            )
        }
        return .element(
            "section",
            ["class": "downloads"],
            .element("h2", [:], HTML(words(.reportFiles))),
            .element("ul", ["class": "chips"], links)
        )
    }

    /// The form that ends it; nothing where it does not run.
    private var stop: HTML {
        guard [.running, .paused].contains(report.snapshot.status) else { return .nothing }
        let ships = report.snapshot.arms.map { arm in
            (StopDecision.ship(variant: arm.variant).name, words(.stopShip, arm.variant))
        }
        let options = [("", words(.stopNothing)), (StopDecision.keep.name, words(.stopKeep))] + ships
        let advised: String? =
            switch report.recommendation.decision {
            case .ship: report.recommendation.variant.map { StopDecision.ship(variant: $0).name }
            case .keep: StopDecision.keep.name
            case .continue, .blocked: nil
            }
        let choice = WebForm.select(
            words(.stopWhat),
            name: "decision",
            id: "decision",
            options,
            chosen: advised ?? ""
        )
        let doubt = advised == nil ? words(.stopUnsupported) + " " : ""
        return WebForm(
            action: WebAddress.experiment(report.snapshot.experiment) + "/stop",
            context: context
        ).administering(
            [choice],
            submit: words(.stop),
            id: "stop",
            hint: doubt + words(.stopHint),
            isDangerous: true
        )
    }
}
