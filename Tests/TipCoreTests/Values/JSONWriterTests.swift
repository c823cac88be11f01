import Foundation
import Testing

@testable import TipCore

@Suite("JSON is written exactly as it was built")
struct JSONWriterTests {
    static let table: [(why: String, value: JSON, text: String)] = [
        ("null", nil, "null"),
        ("booleans", [true, false], "[true,false]"),
        (
            "integers to the ends", [.integer(.min), .integer(.max)],
            "[-9223372036854775808,9223372036854775807]"
        ),
        ("a whole number loses its fraction", .number(2), "2"),
        ("a float keeps it", .float(2), "2.0"),
        ("the shortest digits that read back", .number(0.1), "0.1"),
        ("a third", .number(1.0 / 3), "0.3333333333333333"),
        ("an exponent", .number(1e300), "1e+300"),
        ("the smallest", .number(.leastNonzeroMagnitude), "5e-324"),
        ("minus zero", .number(-0.0), "-0"),
        (
            "what JSON cannot say", [.number(.nan), .number(.infinity), .float(-.infinity)],
            "[null,null,null]"
        ),
        ("order of members", ["b": 1, "a": 2], #"{"b":1,"a":2}"#),
        ("the same key twice stays", .object([.init("a", 1), .init("a", 2)]), #"{"a":1,"a":2}"#),
        ("empty containers", [[], [:]], "[[],{}]"),
        ("escapes", "\"\\/\u{8}\u{c}\n\r\t\u{0}\u{1f}", #""\"\\/\u0008\u000c\n\r\t\u0000\u001f""#),
        ("other characters as they are", "é日😀\u{7f}\u{2028}", "\"é日😀\u{7f}\u{2028}\""),
    ]

    @Test("on one line", arguments: table)
    func line(why: String, value: JSON, text: String) {
        #expect(value.text() == text, "\(why)")
    }

    @Test("indented")
    func indented() {
        let value: JSON = ["a": [1, ["b": "c"]], "d": [], "e": [:]]

        #expect(
            value.text(indented: true) == """
                {
                  "a": [
                    1,
                    {
                      "b": "c"
                    }
                  ],
                  "d": [],
                  "e": {}
                }
                """
        )
    }

    private struct Pair: Decodable {
        let n: Double
        let t: String
    }

    @Test("Foundation reads the same value", arguments: Seeds.first(30))
    func foundation(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<40 {
            let number = Double(bitPattern: generator.next())
            guard number.isFinite else { continue }
            let text = String(
                String.UnicodeScalarView(
                    (0..<8).compactMap { _ in
                        Unicode.Scalar(UInt32.random(in: 0...0x2FFF, using: &generator))
                    }
                )
            )
            let value: JSON = ["n": .number(number), "t": .string(text)]
            let read = try JSONDecoder().decode(Pair.self, from: Data(value.bytes()))
            #expect(read.n == number)
            #expect(Array(read.t.utf8) == Array(text.utf8))
        }
    }

    @Test("members and elements are found")
    func access() {
        let value: JSON = ["list": ["x", 1], "text": "y"]

        #expect(value["text"]?.stringValue == "y")
        #expect(value["list"]?.arrayValue?.count == 2)
        #expect(value["none"] == nil)
        #expect(JSON.null["x"] == nil)
        #expect(value.stringValue == nil)
        #expect(value.arrayValue == nil)
    }
}
