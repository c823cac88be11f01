import JSONReading
import Testing

@Suite("One bad element never fails its neighbours")
struct IsolationTests {
    private static func nested(_ depth: Int) -> String {
        String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }

    static let unfit: [(why: String, element: [UInt8], code: JSONFailure.Code, offset: Int)] = [
        ("U+0000 as an escape", Array(#"{"a":"\u0000"}"#.utf8), .badText, 6),
        ("U+0000 in a name", Array(#"{"a\u0000":1}"#.utf8), .badText, 3),
        ("a high half alone", Array(#"["\ud800"]"#.utf8), .badText, 2),
        ("a low half alone", Array(#"["x\uDC00"]"#.utf8), .badText, 3),
        ("halves in the wrong order", Array(#"["\udc00\ud800"]"#.utf8), .badText, 2),
        ("two high halves and a low one", Array(#"["\ud83d\ud83d\ude00"]"#.utf8), .badText, 2),
        ("a high half before another escape", Array(#"["\ud83d\n"]"#.utf8), .badText, 2),
        ("a high half before the quote", Array(#"["\ud83d"]"#.utf8), .badText, 2),
        ("a byte that starts nothing", [0x22, 0xFF, 0x22], .badText, 1),
        ("a byte that only continues", [0x22, 0x41, 0x80, 0x22], .badText, 2),
        ("a character cut by the quote", [0x22, 0xE2, 0x82, 0x22], .badText, 1),
        ("an overlong slash", [0x22, 0xC0, 0xAF, 0x22], .badText, 1),
        ("an overlong euro", [0x22, 0xF0, 0x82, 0x82, 0xAC, 0x22], .badText, 1),
        ("an overlong zero", [0x22, 0xE0, 0x80, 0x80, 0x22], .badText, 1),
        ("a surrogate as UTF-8", [0x22, 0xED, 0xA0, 0x80, 0x22], .badText, 1),
        ("over U+10FFFF", [0x22, 0xF4, 0x90, 0x80, 0x80, 0x22], .badText, 1),
        ("out of range", Array(#"{"a":[1,1e400]}"#.utf8), .badNumber, 8),
        ("a name twice", Array(#"{"a":1,"b":2,"a":3}"#.utf8), .duplicateKey, 0),
        ("a name twice, once escaped", Array(#"{"a":1,"\u0061":3}"#.utf8), .duplicateKey, 0),
        ("a name twice, deep inside", Array(#"{"x":[{"y":{"a":1,"a":1}}]}"#.utf8), .duplicateKey, 0),
        ("nested 33 times", Array(nested(33).utf8), .tooDeep, 32),
        ("nested 1,000 times", Array(nested(1_000).utf8), .tooDeep, 32),
        ("nested 20,000 times", Array(nested(20_000).utf8), .tooDeep, 32),
        ("over 64 KiB", Array(("\"" + String(repeating: "x", count: 65_535) + "\"").utf8), .tooLarge, 65_536),
        ("nested 40,000 times", Array(nested(40_000).utf8), .tooLarge, 65_536),
    ]

    @Test("an unfit element fails with its code and place, and the rest is read", arguments: unfit)
    func alone(why: String, element: [UInt8], code: JSONFailure.Code, offset: Int) throws {
        let before = Array(#"{"n":1}"#.utf8)
        let after = Array(#"{"n":2}"#.utf8)
        let comma = [UInt8(ascii: ",")]
        let newline = [UInt8(ascii: "\n")]
        let list =
            [UInt8(ascii: "[")] + [before, element, after].joined(separator: comma) + [UInt8(ascii: "]")]
        let bodies: [(body: [UInt8], form: JSONBatch.Form)] = [
            (list, .array),
            (Array(#"{"events":"#.utf8) + list + Array("}".utf8), .envelope(member: "events")),
            (Array([before, element, after].joined(separator: newline)), .lines),
        ]
        for (body, form) in bodies {
            let batch = try JSONBatch.read(body, form: form)
            #expect(batch.elements.count == 3, "\(why)")
            #expect(Array(body[batch.elements[1].range]) == element, "\(why)")
            guard case .failure(let failure) = batch.elements[1].outcome else {
                Issue.record("\(why) was read")
                continue
            }
            #expect(failure.code == code, "\(why)")
            #expect(failure.offset == offset, "\(why)")
            #expect(try batch.elements[0].outcome.get()["n"] == .integer(1), "\(why)")
            #expect(try batch.elements[2].outcome.get()["n"] == .integer(2), "\(why)")
        }
    }

    static let fit: [(why: String, element: String)] = [
        ("nested 32 times", nested(32)),
        ("64 KiB to the byte", "\"" + String(repeating: "x", count: 65_534) + "\""),
        ("names that are only equivalent", "{\"\u{E9}\":1,\"e\u{301}\":2}"),
        ("a Kelvin sign is no K", "{\"K\":1,\"\u{212A}\":2}"),
        ("the same name in two objects", #"[{"a":1},{"a":1},{"b":{"a":1},"a":1}]"#),
        ("a thousand names", "{" + (0..<1_000).map { "\"n\($0)\":\($0)" }.joined(separator: ",") + "}"),
        ("the last character", "\"\u{10FFFF}\""),
        ("a private character and a noncharacter", "\"\u{E000}\u{FFFE}\""),
    ]

    @Test("what is just inside the limits is read", arguments: fit)
    func insideLimits(why: String, element: String) throws {
        let batch = try JSONBatch.read(Array("[1,\(element)]".utf8), form: .array)
        let outcome = try #require(batch.elements.last).outcome
        #expect(throws: Never.self, "\(why)") { try outcome.get() }
    }

    @Test("a name twice among a thousand is found", arguments: [0, 1, 15, 16, 17, 500, 999])
    func duplicateAmongMany(place: Int) {
        let names = (0..<1_000).map { "\"n\($0)\":\($0)" } + ["\"n\(place)\":0"]
        let failure = #expect(throws: JSONFailure.self) {
            try JSONValue.read(Array("{\(names.joined(separator: ","))}".utf8))
        }
        #expect(failure?.code == .duplicateKey)
    }
}
