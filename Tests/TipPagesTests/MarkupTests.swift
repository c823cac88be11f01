import Foundation
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

    @Test("every phrase is said in every language, with the same places to fill")
    func phrases() throws {
        var folder = URL(filePath: #filePath)
        for _ in 0..<3 { folder.deleteLastPathComponent() }
        folder.append(path: "Sources/TipPages/Words")
        var count = 0
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        for file in files where file.lastPathComponent.hasSuffix("Phrases.swift") {
            let text = try String(contentsOf: file, encoding: .utf8)
            let made = text.matches(of: /= Phrase\(\s*"((?:[^"\\]|\\.)+)",\s*"((?:[^"\\]|\\.)+)"\s*\)/)
            #expect(made.count == text.matches(of: /= Phrase\(/).count, "\(file.lastPathComponent)")
            for phrase in made {
                let places = [phrase.output.1, phrase.output.2].map { $0.filter { $0 == "%" }.count }
                #expect(places[0] == places[1], "\(phrase.output.1)")
            }
            count += made.count
        }
        #expect(count > 150)
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
