/// What is around every page: the head, the way to the other pages, the language, and the way out.
struct WebFrame {
    let context: PageContext

    private var words: PageWords { context.words }

    /// A whole page.
    ///
    /// `title` stands above the content and in the window; `section` is the part it belongs to.
    func page(titled title: String, in section: WebSection? = nil, _ content: [HTML]) -> String {
        HTML.document(
            ["lang": context.language.rawValue],
            .element(
                "head",
                [:],
                .void("meta", ["charset": "utf-8"]),
                .void("meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"]),
                .void("meta", ["name": "color-scheme", "content": "light dark"]),
                .void("meta", ["name": "robots", "content": "noindex"]),
                .element("title", [:], HTML(title + " – Tipledger")),
                .void("link", ["rel": "icon", "type": "image/svg+xml", "href": WebAssets.iconPath]),
                .void("link", ["rel": "stylesheet", "href": WebAssets.stylesheetPath])
            ),
            .element(
                "body",
                [:],
                .element("a", ["class": "skip", "href": "#content"], HTML(words(.skip))),
                header(section),
                .element(
                    "main",
                    ["id": "content", "tabindex": "-1"],
                    [
                        notice, .element("h1", ["dir": "auto"], HTML(title)),
                        context.uncounted?.html(words) ?? .nothing,
                    ].present
                        + content.present
                )
            )
        )
    }

    private var notice: HTML {
        guard let notice = context.notice else { return .nothing }
        return .element("p", ["class": "notice", "role": "status"], HTML(notice.text(words)))
    }

    private func header(_ section: WebSection?) -> HTML {
        .element(
            "header",
            [:],
            [
                .element("a", ["class": "brand", "href": "/"], "Tipledger"),
                context.session == nil ? .nothing : navigation(section), tools,
            ].present
        )
    }

    private func navigation(_ section: WebSection?) -> HTML {
        .element(
            "nav",
            ["aria-label": words(.sections)],
            .element(
                "ul",
                [:],
                WebSection.allCases.map { one in
                    .element(
                        "li",
                        [:],
                        .element(
                            "a",
                            ["href": one.rawValue, "aria-current": one == section ? "page" : nil],
                            HTML(words(one.phrase))
                        )
                    )
                }
            )
        )
    }

    /// The choice of the language, and the way out.
    private var tools: HTML {
        let other = PageLanguage.allCases.filter { $0 != context.language }
        let joint = context.path.contains("?") ? "&" : "?"
        let links = other.map { language in
            HTML.element(
                "a",
                [
                    "href": context.path + joint + "language=" + language.rawValue,
                    "lang": language.rawValue, "hreflang": language.rawValue,
                ],
                HTML(language.name)
            )
        }
        let out =
            context.session == nil
            ? HTML.nothing
            : WebForm(action: "/sign-out", context: context).html([], submit: words(.signOut), kind: "quiet")
        return .element("div", ["class": "tools"], (links + [out]).present)
    }
}

extension PageLanguage {
    /// What the language calls itself.
    var name: String {
        switch self {
        case .english: "English"
        case .japanese: "日本語"
        }
    }
}
