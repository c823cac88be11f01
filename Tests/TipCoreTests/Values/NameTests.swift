import Testing

@testable import TipCore

@Suite("Names and values are told apart by their bytes")
struct NameTests {
    @Test("canonically equal text is not the same text")
    func bytes() {
        let composed = "\u{e9}"
        let decomposed = "e\u{301}"

        #expect(composed == decomposed, "Swift says so")
        #expect(!composed.hasSameBytes(as: decomposed))
        #expect(Scalar.string(composed) != .string(decomposed))
        #expect(ExactText(composed) != ExactText(decomposed))
        #expect(Set([Scalar.string(composed), .string(decomposed), .string(composed)]).count == 2)
    }

    @Test("scalars of two kinds are never equal")
    func scalars() {
        let values: [Scalar] = [
            .null, .boolean(true), .boolean(false), .number(0), .number(1), .string(""), .string("1"),
        ]

        #expect(Set(values).count == values.count)
        #expect(Scalar.number(0) == .number(-0.0))
        #expect(values.map(\.ruleText) == ["nil", "true", "false", "0", "1", #""""#, #""1""#])
        #expect(values.map { $0.json.text() } == ["null", "true", "false", "0", "1", #""""#, #""1""#])
    }

    @Test("a stable hash is the same in every process")
    func stableHash() {
        #expect(StableHash.of("") == 17_280_346_270_528_514_342)
        #expect(StableHash.of("phone") == StableHash.of("phone"))
        #expect(Set((0..<10_000).map { StableHash.of("device-\($0)") }).count == 10_000)
        #expect(StableHash.pair(1, 2) != StableHash.pair(2, 1))
    }

    @Test("a table gives numbers, keeps them, and leaves gaps")
    func table() {
        var table = NameTable(["", "a"])

        #expect(table.number(of: "a") == 1)
        #expect(table.number(of: "") == nil)
        #expect(table.intern("b") == 2)
        #expect(table.intern("a") == 1)
        table.set("far", to: 9)
        #expect(table.number(of: "far") == 9)
        #expect(table[9] == "far")
        #expect(table[5] == "")
        #expect(table[100] == "")
        #expect(table.intern("next") == 10)
        #expect(table.intern("e\u{301}") != table.intern("\u{e9}"))
    }

    static let nearest: [(word: String, candidates: [String], match: String?)] = [
        ("filtr", ["filter", "count"], "filter"),
        ("cuont", ["filter", "count"], "count"),
        ("Count", ["filter", "count"], "count"),
        ("xyz", ["filter", "count"], nil),
        ("", ["a", "abcd"], "a"),
        ("day", ["days", "day"], "day"),
        ("largestSubst", ["smallestSubset", "largestSubset"], "largestSubset"),
        ("a", [], nil),
        (String(repeating: "a", count: 500), [String(repeating: "a", count: 499)], nil),
    ]

    @Test("the nearest name is the one that was meant", arguments: nearest)
    func nearestName(word: String, candidates: [String], match: String?) {
        #expect(NearestName.nearest(to: word, among: candidates) == match)
    }
}
