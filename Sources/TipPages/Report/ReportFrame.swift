/// What is around every file: a head that says what a browser must hold it to, and the style within.
struct ReportFrame {
    let words: PageWords

    /// A whole file.
    func page(titled title: String, _ content: [HTML]) -> String {
        HTML.document(
            ["lang": words.language.rawValue],
            .element(
                "head",
                [:],
                .void("meta", ["charset": "utf-8"]),
                .void("meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"]),
                // The file has no script and fetches nothing, and a browser is told to hold it to that.
                .void(
                    "meta",
                    [
                        "http-equiv": "Content-Security-Policy",
                        "content": "default-src 'none'; style-src 'unsafe-inline'",
                    ]
                ),
                .void("meta", ["name": "color-scheme", "content": "light dark"]),
                .element("title", [:], HTML(title + " – Tipledger")),
                .style(Stylesheet.text)
            ),
            .element("body", [:], .element("main", [:], [.element("h1", [:], HTML(title))] + content))
        )
    }
}
