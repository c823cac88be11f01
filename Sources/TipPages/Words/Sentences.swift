import TipCore

extension PageWords {
    /// A sentence that was made elsewhere, in the language of the page.
    func callAsFunction(_ sentence: Sentence) -> String {
        switch language {
        case .english: sentence.english
        case .japanese: sentence.text { SentenceTable.japanese[$0] ?? $0 }
        }
    }
}

/// The sentences that other rooms make, in the languages that pages speak besides English.
package enum SentenceTable {
    /// From templates in English to templates in Japanese.
    package static let japanese = [
        JapaneseReports.advice, JapaneseReports.health, JapaneseReports.method, JapaneseReports.summary,
        JapaneseReports.counted, JapaneseReports.reasons, JapanesePeople.rules, JapanesePeople.remedies,
        JapanesePeople.history,
    ].reduce(into: [String: String]()) { $0.merge($1) { one, _ in one } }
}
