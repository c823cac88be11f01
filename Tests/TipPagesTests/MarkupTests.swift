import Testing

@testable import TipPages

@Suite("Text stays text on a page, whatever it says")
struct MarkupTests {
    static let hostile = [
        "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "' onmouseover='x", "</style><b>",
        "&lt;b&gt;",
        "<!-- ", "]]>", "javascript:alert(1)", "{{x}}", "\u{0}\u{7}\u{1B}[31m", "\u{202E}evil",
    ]

    @Test("in an element and in an attribute", arguments: hostile)
    func escaping(text: String) {
        let html = HTML.element("p", ["title": text], HTML(text)).markup
        let inside = html.dropFirst("<p title=\"".count)
        #expect(html.hasPrefix("<p title=\"") && html.hasSuffix("</p>"))
        #expect(inside.filter { $0 == "<" }.count == 1, "only the end of the element")
        #expect(inside.filter { $0 == "\"" }.count == 1, "only the end of the attribute")
        #expect(!html.unicodeScalars.contains { $0.value < 0x20 })
    }

    @Test("an attribute without a value is not there, and pieces stand in order")
    func building() {
        let html = HTML.element("ul", ["id": nil, "class": "a"], ["x", .element("li", [:], "<"), .nothing])
        #expect(html.markup == #"<ul class="a">x<li>&lt;</li></ul>"#)
        #expect(HTML.void("meta", ["charset": "utf-8"]).markup == #"<meta charset="utf-8">"#)
    }

    @Test("every phrase is said in every language, with the same places to fill", arguments: Phrase.allCases)
    func phrases(phrase: Phrase) {
        let texts = PageLanguage.allCases.map { phrase.text(in: $0) }
        #expect(texts.allSatisfy { !$0.isEmpty })
        #expect(Set(texts.map { $0.filter { $0 == "%" }.count }).count == 1)
    }

    @Test(
        "a language is found by the first part of its tag",
        arguments: [
            (nil, PageLanguage.english), ("ja", .japanese), ("ja-JP", .japanese), ("JA_jp", .japanese),
            ("de", .english),
            ("", .english), ("jam", .english),
        ] as [(String?, PageLanguage)]
    )
    func languages(tag: String?, language: PageLanguage) {
        #expect(PageLanguage(for: tag) == language)
    }
}
