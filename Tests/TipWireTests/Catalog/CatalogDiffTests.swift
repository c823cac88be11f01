import Testing
import TipCore
import TipWire

@Suite("A difference between catalogs is told field by field")
struct CatalogDiffTests {
    static let table: [(why: String, old: String, new: String, lines: [String])] = [
        ("nothing", "tips: [{id: 't'}]", "tips: [{id: 't', priority: 0}]", []),
        (
            "settings", "displayFrequency: 'daily'", "displayFrequency: 7200, timeZone: 'Asia/Tokyo'",
            [
                #"~ setting "displayFrequency": "daily" → 7200"#,
                #"~ setting "timeZone": "UTC" → "Asia/Tokyo""#,
            ]
        ),
        ("a new tip", "tips: []", "tips: [{id: 't'}]", [#"+ tip "t""#]),
        ("a tip that is gone", "tips: [{id: 't'}]", "", [#"- tip "t""#]),
        (
            "a title, an option that came and one that went",
            "tips: [{id: 't', title: 'A', options: {maxDisplayCount: 5}}]",
            "tips: [{id: 't', title: 'B', options: {maxDisplayDuration: 60}}]",
            [
                #"~ tip "t" title: "A" → "B""#, #"~ tip "t" options.maxDisplayCount: 5 → nothing"#,
                #"~ tip "t" options.maxDisplayDuration: nothing → 60"#,
            ]
        ),
        (
            "one language of a text", "tips: [{id: 't', title: {en: 'A', ja: 'あ'}}]",
            "tips: [{id: 't', title: {en: 'A', ja: 'い'}}]", [#"~ tip "t" title.ja: "あ" → "い""#]
        ),
        (
            "a rule in the middle", #"tips: [{id: 't', rules: ['param("a") == 1', 'param("c") == 1']}]"#,
            #"tips: [{id: 't', rules: ['param("a") == 1', 'param("b") == 1', 'param("c") == 1']}]"#,
            [#"~ tip "t" rules[1]: nothing → "param(\"b\") == 1""#]
        ),
        (
            "a rule that became another", #"tips: [{id: 't', rules: ['param("a") == 1']}]"#,
            #"tips: [{id: 't', rules: ['param("a") == 2']}]"#,
            [#"~ tip "t" rules[0]: "param(\"a\") == 1" → "param(\"a\") == 2""#]
        ),
        (
            "a parameter and an event",
            "parameters: {a: {default: 1}, b: {}}, events: {e: {info: {x: 'number'}}}",
            "parameters: {a: {default: 2}}, events: {e: {info: {x: 'string'}}, f: {}}",
            [
                #"- parameter "b""#, #"~ parameter "a" default: 1 → 2"#,
                #"~ event "e" info.x: "number" → "string""#,
                #"+ event "f""#,
            ]
        ),
        (
            "the order of tips and of a group's members",
            "tips: [{id: 's'}, {id: 't'}], groups: [{id: 'g', tips: ['s', 't']}]",
            "tips: [{id: 't'}, {id: 's'}], groups: [{id: 'g', tips: ['t', 's']}]",
            [
                #"~ tips "order": ["s","t"] → ["t","s"]"#, #"~ group "g" tips[0]: "s" → nothing"#,
                #"~ group "g" tips[1]: nothing → "s""#,
            ]
        ),
        (
            "a variant's copy and weight", experiment("{id: 'a'}, {id: 'b', title: 'B'}"),
            experiment("{id: 'a', weight: 2}, {id: 'b', title: 'C'}, {id: 'c', shows: false}"),
            [
                #"~ experiment "x" variants.a.weight: nothing → 2"#,
                #"~ experiment "x" variants.b.title: "B" → "C""#,
                #"~ experiment "x" variants.c: nothing → {"id":"c","shows":false}"#,
            ]
        ),
        (
            "the order of variants, which changes who gets which", experiment("{id: 'a'}, {id: 'b'}"),
            experiment("{id: 'b'}, {id: 'a'}"), [#"~ experiment "x" variants.order: ["a","b"] → ["b","a"]"#]
        ),
    ]

    @Test("in lines for people", arguments: table)
    func lines(why: String, old: String, new: String, lines: [String]) throws {
        let diff = try Self.diff(old, new)

        #expect(diff.lines == lines, "\(why)")
        #expect(diff.isEmpty == lines.isEmpty, "\(why)")
    }

    @Test("and as JSON")
    func json() throws {
        let diff = try Self.diff("tips: [{id: 's'}, {id: 't'}]", "tips: [{id: 't', title: 'T'}]")
        let text =
            #"[{"change":"removed","subject":"tip","name":"s"},{"change":"changed","subject":"tip","name":"t","#
            + #""fields":[{"path":"title","before":null,"after":"T"}]}]"#

        #expect(diff.json.text() == text)
    }

    @Test("a catalog differs from itself in nothing, and from another in something", arguments: 0..<30)
    func laws(seed: Int) {
        var dice = Dice(seed: UInt64(seed))
        let (one, other) = (dice.catalog(), dice.catalog())

        #expect(CatalogDiff(from: one, to: one).isEmpty)
        #expect(CatalogDiff(from: one, to: other).isEmpty == (one == other))
    }

    private static func diff(_ old: String, _ new: String) throws -> CatalogDiff {
        CatalogDiff(
            from: try CatalogReaderTests.catalog("{\(old)}"),
            to: try CatalogReaderTests.catalog("{\(new)}")
        )
    }

    private static func experiment(_ variants: String) -> String {
        "tips: [{id: 't'}], experiments: [{id: 'x', tip: 't', variants: [\(variants)]}]"
    }
}
