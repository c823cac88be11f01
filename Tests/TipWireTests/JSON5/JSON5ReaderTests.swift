import Testing
import TipCore
import TipWire

@Suite("JSON5 is read as its grammar says")
struct JSON5ReaderTests {
    static let table: [(why: String, text: String, value: JSON)] = [
        ("an object", #"{"a": 1, "b": [true, false, null]}"#, ["a": 1, "b": [true, false, nil]]),
        ("empty containers", "[{}, []]", [[:], []]),
        (
            "keys without quotes", "{a: 1, $b_2: 2, größe: 3, \\u0061b: 4}",
            ["a": 1, "$b_2": 2, "größe": 3, "ab": 4]
        ),
        (
            "words of the grammar are keys too", "{null: 1, true: 2, Infinity: 3}",
            ["null": 1, "true": 2, "Infinity": 3]
        ),
        ("single quotes", #"{'a': 'say "hi"'}"#, ["a": #"say "hi""#]),
        ("trailing commas", "{a: [1, 2,],}", ["a": [1, 2]]),
        ("a comment to the end of the line", "// first\n1 // last", 1),
        ("a comment that closes", "/* a\n * b **/ [ /**/ 1 /* , */ ]", [1]),
        ("a comment ends at a line separator too", "// a\u{2028}1", 1),
        ("a comment in the last line without end", "1 //", 1),
        ("a line end of CRLF", "{\r\n  a: 1, // one\r\n  b: 2\r\n}", ["a": 1, "b": 2]),
        ("a byte order mark", "\u{FEFF}[1]", [1]),
        ("every white space", "\t\u{0B}\u{0C} \u{A0}\u{FEFF}\u{2028}\u{2029}\u{3000}1\u{3000}", 1),
        ("escapes", #""\b\f\n\r\t\v\0\'\"\\\/\x41\u00e9\a""#, "\u{8}\u{C}\n\r\t\u{B}\0'\"\\/Aéa"),
        ("a surrogate pair", #""\ud83d\ude00""#, "😀"),
        ("a text over lines", "'a\\\nb\\\r\nc\\\rd\\\u{2028}e'", "abcde"),
        ("a line separator in a text", "'a\u{2028}b'", "a\u{2028}b"),
        (
            "whole numbers", "[0, -0, +7, 9223372036854775807, -9223372036854775808]",
            [0, 0, 7, 9_223_372_036_854_775_807, .integer(.min)]
        ),
        ("a whole number beyond 64 bits", "9223372036854775808", .number(9_223_372_036_854_775_808)),
        ("fractions", "[1.5, .5, 5., -.25, +1.0]", [1.5, 0.5, .number(5), -0.25, .number(1)]),
        ("exponents", "[1e3, 1E-2, 2.5e+1, .5e1]", [.number(1000), 0.01, .number(25), .number(5)]),
        ("hexadecimal numbers", "[0x1F, -0xa, +0XFF]", [31, -10, 255]),
        (
            "keys that look alike but are not", #"{"é": 1, "e\#u{301}": 2}"#,
            .object([
                JSON.Member("é", 1), JSON.Member("e\u{301}", 2),
            ])
        ),
    ]

    @Test("what it reads", arguments: table)
    func reads(why: String, text: String, value: JSON) throws {
        #expect(try JSON5Reader().read(SourceText(text)).json == value, "\(why)")
        #expect(try JSON5Reader().read(bytes: Array(text.utf8)).json == value, "\(why)")
    }

    @Test("strict JSON reads back from what is written of it", arguments: 0..<30)
    func strictSubset(seed: Int) throws {
        var dice = Dice(seed: UInt64(seed))
        for _ in 0..<20 {
            let value = dice.json(depth: 4)

            #expect(try JSON5Reader().read(SourceText(value.text())).json == value)
            #expect(try JSON5Reader().read(SourceText(value.text(indented: true))).json == value)
        }
    }

    @Test("keys and values know their places")
    func places() throws {
        let source = SourceText("\u{FEFF}{\n  '日本': {b:\t[7,\r\n 8]}}")
        let root = try JSON5Reader().read(source)
        let inner = try #require(root["日本"])
        guard case .object(let members) = inner.value, case .array(let elements) = members[0].value.value
        else {
            Issue.record("not as written")
            return
        }

        let offsets = [root.offset, inner.offset, members[0].keyOffset] + elements.map(\.offset)
        let places = offsets.map { source.position(of: $0) }
        #expect(places.map(\.line) == [1, 2, 2, 2, 3])
        #expect(places.map(\.column) == [1, 9, 10, 14, 2])
    }

    @Test("lines are divided at LF, CR and CRLF")
    func lines() {
        let source = SourceText("one\ntwo\rthree\r\n\nfive")

        #expect((0...7).map { source.line($0) } == [nil, "one", "two", "three", "", "five", nil, nil])
        #expect(source.position(of: 4) == SourcePosition(line: 2, column: 1))
        #expect(source.position(of: 1000) == SourcePosition(line: 5, column: 5))
    }
}

extension Dice {
    /// A random value; no key stands twice, and numbers are written as they are read.
    mutating func json(depth: Int) -> JSON {
        switch roll(0...(depth > 0 ? 7 : 5)) {
        case 0: return .null
        case 1: return .boolean(flip())
        case 2: return .integer(Int64.random(in: .min ... .max, using: &self))
        case 3: return .number(Double(roll(-9...9)) + 0.5)
        case 4, 5: return .string(text())
        case 6: return .array((0..<roll(0...4)).map { _ in json(depth: depth - 1) })
        default:
            return .object((0..<roll(0...4)).map { JSON.Member("\($0)" + text(), json(depth: depth - 1)) })
        }
    }
}
