import Testing

@testable import TipCore

@Suite("Definitions say what the catalog file says")
struct DefinitionTests {
    static let texts: [(why: String, locale: String?, text: String)] = [
        ("exact", "pt-BR", "brasileiro"),
        ("letter case means nothing", "PT-br", "brasileiro"),
        ("Apple's underscore", "pt_BR", "brasileiro"),
        ("POSIX encodings are cut", "pt_BR.UTF-8", "brasileiro"),
        ("the longest prefix", "zh-Hant-TW", "traditional"),
        ("the language alone", "de-AT", "deutsch"),
        ("a sibling of the language", "pt-PT", "brasileiro"),
        ("nothing fits: the first", "fr", "english"),
        ("no language is asked: the first", nil, "english"),
        ("an empty language", "", "english"),
    ]

    @Test("text is found by language", arguments: texts)
    func localized(why: String, locale: String?, text: String) {
        let variants = [
            ("en", "english"), ("de", "deutsch"), ("pt-BR", "brasileiro"), ("zh-Hant", "traditional"),
        ]
        let localized = LocalizedText(
            variants: variants.map { LocalizedText.Variant(locale: $0.0, text: $0.1) }
        )

        #expect(localized.text(for: locale) == text, "\(why)")
    }

    @Test("text in one language is the same in all, and no text is empty")
    func single() {
        #expect(LocalizedText("hello").text(for: "ja") == "hello")
        #expect(LocalizedText(variants: []).text(for: "ja") == "")
    }

    static let metrics: [(name: String, metric: Metric?)] = [
        ("tap", .tap), ("action:learn-more", .action("learn-more")), ("donation:saved", .donation("saved")),
        ("donation:a:b", .donation("a:b")), ("invalidation:tipClosed", .invalidation(.tipClosed)),
        ("invalidation:displayCountExceeded", .invalidation(.displayCountExceeded)),
        ("", nil), ("taps", nil), ("action:", nil), ("action", nil), ("invalidation:closed", nil),
        ("Tap", nil), ("conversion:x", nil), (":x", nil),
    ]

    @Test("metrics have names", arguments: metrics)
    func metric(name: String, metric: Metric?) {
        #expect(Metric(name: name) == metric)
        if let metric { #expect(metric.name == name) }
    }

    @Test("display frequencies have TipKit's names", arguments: DisplayFrequency.named.map(\.name))
    func frequency(name: String) throws {
        #expect(try #require(DisplayFrequency(name: name)).name == name)
    }

    @Test("other frequencies are seconds, never negative and never endless")
    func frequencySeconds() {
        #expect(DisplayFrequency(seconds: 432_000)?.name == nil)
        #expect(DisplayFrequency(seconds: 86_400)?.name == "daily")
        #expect(DisplayFrequency(seconds: -1) == nil)
        #expect(DisplayFrequency(seconds: .infinity) == nil)
        #expect(DisplayFrequency(seconds: .nan) == nil)
        #expect(DisplayFrequency(name: "yearly") == nil)
    }

    static let templates: [(id: String, prefix: String?, suffix: String)] = [
        ("new-trail-{item}", "new-trail-", ""), ("{item}", "", ""), ("a{id}b", "a", "b"), ("a{x_1}", "a", ""),
        ("plain", nil, ""), ("a{}", nil, ""), ("a{b}{c}", nil, ""), ("a}b{", nil, ""), ("a{b", nil, ""),
        ("a{b c}", nil, ""), ("{{item}}", nil, ""), ("食-{item}-山", "食-", "-山"),
    ]

    @Test("an id with one name in braces is a template", arguments: templates)
    func template(id: String, prefix: String?, suffix: String) {
        let template = TipTemplate(id: id)

        #expect(template?.prefix == prefix)
        if let template { #expect(template.suffix == suffix) }
    }

    static let items: [(template: String, id: String, item: String?)] = [
        ("new-trail-{item}", "new-trail-7", "7"), ("new-trail-{item}", "new-trail-", nil),
        ("new-trail-{item}", "New-trail-7", nil), ("new-trail-{item}", "new-trail-{item}", "{item}"),
        ("a{item}a", "a", nil), ("a{item}a", "aa", nil), ("a{item}a", "aaa", "a"),
        ("{item}", "anything", "anything"),
        ("x-{item}-y", "x-1-y-y", "1-y"), ("caf\u{e9}-{item}", "cafe\u{301}-1", nil),
    ]

    @Test("an item is what stands between, byte for byte", arguments: items)
    func item(template: String, id: String, item: String?) throws {
        let template = try #require(TipTemplate(id: template))

        #expect(template.item(of: id) == item)
        if let item { #expect(template.id(of: item) == id) }
    }

    @Test("of several tips the most exact is meant")
    func exactness() {
        let ids = ["{item}", "a-{item}", "a-b-{item}", "{item}-b-c", "a-b-c", "a-{item}-c"]
        let catalog = CompiledCatalog(Catalog(tips: ids.map { TipDefinition(id: $0) }))
        let meant = ["x", "a-x", "a-b-x", "x-b-c", "a-b-c", "a-x-c", "a-b-", "a-b-c-c"].map {
            catalog.place(ofTipNamed: $0).map { ids[$0] }
        }

        #expect(
            meant == [
                "{item}", "a-{item}", "a-b-{item}", "{item}-b-c", "a-b-c", "a-{item}-c", "a-{item}",
                "a-b-{item}",
            ]
        )
        #expect(CompiledCatalog(Catalog(tips: [TipDefinition(id: "a")])).place(ofTipNamed: "b") == nil)
    }
}
