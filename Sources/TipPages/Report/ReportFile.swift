package import Reports
import TipCore

/// Reports as one file of HTML that needs nothing else: for mail, a wiki, or a browser without a network.
package struct ReportFile {
    private let locale: String?
    private let words: PageWords

    /// Prepares files.
    ///
    /// - Parameter locale: The language of copy, as BCP 47; where the pages speak it, theirs too. Nil is the first
    ///   language that the catalog has, and English.
    package init(locale: String? = nil) {
        self.locale = locale
        words = PageWords(language: PageLanguage(for: locale))
    }

    /// The report on one experiment.
    package func html(of report: ExperimentReport) -> String {
        frame.page(titled: report.snapshot.experiment, [article(report, 0, isAlone: true)])
    }

    /// Many reports behind a table of all.
    package func html(of reports: [ExperimentReport]) -> String {
        frame.page(
            titled: words(.experiments),
            [Digest(reports: reports, words: words).html]
                + reports.enumerated().map { article($0.element, $0.offset) }
        )
    }

    private var frame: ReportFrame { ReportFrame(words: words) }

    private func article(_ report: ExperimentReport, _ number: Int, isAlone: Bool = false) -> HTML {
        ExperimentArticle(report: report, locale: locale, words: words, number: number, isAlone: isAlone).html
    }
}
