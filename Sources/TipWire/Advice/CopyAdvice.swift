import TipCore

/// Advice about what people read.
struct CopyAdvice {
    /// Longer titles do not fit in one line of a phone; a title is a direct action.
    static let titleLimit = 50
    /// Longer messages are not read; one or two sentences say the benefit.
    static let messageLimit = 160

    private let draft: CatalogDraft

    init(_ draft: CatalogDraft) {
        self.draft = draft
    }

    /// Notes all warnings.
    func run(_ log: inout ProblemLog) {
        for (tip, site) in zip(draft.catalog.tips, draft.tips) where tip.copy.title == nil {
            log.warn(
                "missing_title",
                at: site.id,
                found: "the tip \"\(tip.id)\" without a title",
                expected: "a title",
                hint: "TipKit shows no tip without one."
            )
        }
        for site in draft.texts {
            check(site, &log)
            PurposeAdvice(site).run(&log)
        }
        for (tip, site) in zip(draft.catalog.tips, draft.tips) {
            checkRepetition(tip.copy, at: site.id, &log)
        }
        checkLanguages(&log)
    }

    private func check(_ site: CatalogDraft.TextSite, _ log: inout ProblemLog) {
        for variant in site.text.variants where variant.text.allSatisfy(\.isWhitespace) {
            log.warn(
                "empty_text",
                at: site.offset,
                found: "an empty \(site.role.rawValue)" + Self.inLanguage(variant.locale),
                expected: "text, or no key at all",
                hint: "People would see a tip with a gap."
            )
        }
        let limit: Int
        switch site.role {
        case .title: limit = Self.titleLimit
        case .message: limit = Self.messageLimit
        case .button: return
        }
        guard let long = site.text.variants.first(where: { $0.text.count > limit }) else { return }
        log.warn(
            "long_\(site.role.rawValue)",
            at: site.offset,
            found: "a \(site.role.rawValue) of \(long.text.count) characters" + Self.inLanguage(long.locale),
            expected: "at most \(limit)",
            hint: site.role == .title
                ? "Say the action in a few words." : "Say the benefit in a sentence or two."
        )
    }

    /// A message that repeats its title tells people nothing that they have not read.
    private func checkRepetition(_ copy: Copy, at offset: Int, _ log: inout ProblemLog) {
        guard let title = copy.title, let message = copy.message,
            title.variants.contains(where: message.variants.contains)
        else { return }
        log.warn(
            "same_text",
            at: offset,
            found: "a message that is the title again",
            expected: "a message that says the benefit, or none",
            hint: "Say in the message what people gain."
        )
    }

    private static func inLanguage(_ locale: String) -> String {
        locale.isEmpty ? "" : " in \(locale)"
    }

    /// A person whose language a text lacks reads it in another one, in the middle of an app in theirs.
    private func checkLanguages(_ log: inout ProblemLog) {
        let isLocalized: (LocalizedText) -> Bool = { !$0.variants.contains { $0.locale.isEmpty } }
        var all: [String] = []
        for site in draft.texts where isLocalized(site.text) {
            for variant in site.text.variants where !all.contains(variant.locale) {
                all.append(variant.locale)
            }
        }
        for site in draft.texts where isLocalized(site.text) {
            let missing = all.filter { locale in
                !site.text.variants.contains { Self.covers($0.locale, locale) }
            }
            guard !missing.isEmpty else { continue }
            log.warn(
                "missing_locale",
                at: site.offset,
                found: "a \(site.role.rawValue) without \(missing.joined(separator: ", "))",
                expected: "every language that other texts of the file have",
                hint: "People of that language would read this text in another one."
            )
        }
    }

    /// Whether text in one language is shown to people of another: `pt` to those of `pt-BR`.
    private static func covers(_ locale: String, _ wanted: String) -> Bool {
        let have = locale.lowercased().split(whereSeparator: { $0 == "-" || $0 == "_" })
        let want = wanted.lowercased().split(whereSeparator: { $0 == "-" || $0 == "_" })
        return want.starts(with: have)
    }
}
