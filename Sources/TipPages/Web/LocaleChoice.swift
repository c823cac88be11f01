import TipCore

/// The languages that copy is written in, each a link to the page with the copy in it.
struct LocaleChoice {
    let copies: [Copy]
    /// The page, without a query.
    let path: String
    /// The language that is shown; nil is the first.
    let chosen: String?

    /// The links; nothing where there is no choice.
    func html(_ words: PageWords) -> HTML {
        var locales: [String] = []
        for text in copies.flatMap({ [$0.title, $0.message] + $0.actions.map(\.title) }).compactMap(\.self) {
            for variant in text.variants where !variant.locale.isEmpty && !locales.contains(variant.locale) {
                locales.append(variant.locale)
            }
        }
        guard locales.count > 1 else { return .nothing }
        let current = chosen.flatMap { chosen in locales.first { $0.lowercased() == chosen.lowercased() } }
        return .element(
            "ul",
            ["class": "chips", "aria-label": words(.copyLanguage)],
            locales.map { locale in
                .element(
                    "li",
                    [:],
                    .element(
                        "a",
                        [
                            "href": path + "?locale=" + WebAddress.part(locale),
                            "aria-current": locale == current ? "true" : nil,
                        ],
                        HTML(locale)
                    )
                )
            }
        )
    }
}
