import TipCore

/// Advice about what a text is for: a title names an action, and a tip teaches.
struct PurposeAdvice {
    private let site: CatalogDraft.TextSite

    /// Phrases of advertisements, and of notices that something went wrong; English only, as a start.
    private static let phrases = [
        "% off", "discount", "coupon", "promo code", "special offer", "limited time", "sale ends", "buy now",
        "upgrade now", "go premium", "free trial", "an error occurred", "something went wrong",
    ]

    /// What ends a sentence; an ellipsis or a question does not.
    private static let fullStops: Set<Character> = [".", "!", "。", "！", "．"]

    init(_ site: CatalogDraft.TextSite) {
        self.site = site
    }

    /// Notes all warnings.
    func run(_ log: inout ProblemLog) {
        for variant in site.text.variants {
            checkTitle(variant.text, &log)
            let text = variant.text.lowercased()
            guard let phrase = Self.phrases.first(where: text.contains) else { continue }
            log.warn(
                "not_a_tip",
                at: site.offset,
                found: "a \(site.role.rawValue) with \"\(phrase)\"",
                expected: "text that teaches something about the app",
                hint: "Advertisements, errors and notices belong elsewhere; people close tips that sell."
            )
        }
    }

    private func checkTitle(_ text: String, _ log: inout ProblemLog) {
        guard site.role == .title, let last = text.last, Self.fullStops.contains(last), !text.hasSuffix("..")
        else { return }
        log.warn(
            "title_sentence",
            at: site.offset,
            found: "a title that ends with \"\(last)\"",
            expected: "an action in a few words, such as Save as a Favorite",
            hint: "Sentences belong in the message."
        )
    }
}
