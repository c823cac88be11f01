import Testing
import TipWire

@Suite("A place in a rule is found in the file under any way of writing the text")
struct RulePlaceTests {
    @Test("whatever characters are escaped and wherever the line is broken", arguments: 0..<40)
    func anySpelling(seed: Int) throws {
        var dice = Dice(seed: UInt64(seed))
        for _ in 0..<10 {
            let names = dice.pick(["a", "日本", "größe", "👩‍👩‍👧", "a\\\"b"])
            let before = "param(\"\(names)\") == 1 && param(\"b\") "
            let (text, place) = dice.spelled(before + "= 1", markAt: before.unicodeScalars.count)
            let head = dice.pick([
                "{tips: [{id: 't', rules: [", "{\r\n\ttips: [{id: 't',\n rules: [ /* 日 */ ",
            ])
            let file = head + text + "]}]}"

            let errors = CatalogReader().read(file, file: "f").errors

            let offset = head.utf8.count + place
            #expect(errors.map(\.code) == ["rule_assignment"], "\(file)")
            #expect(errors.first?.position == SourceText(file).position(of: offset), "\(file)")
        }
    }
}

extension Dice {
    /// A text as a JSON5 literal with random quotes, escapes and line breaks, and where in the literal a
    /// scalar of the text starts.
    fileprivate mutating func spelled(_ text: String, markAt mark: Int) -> (literal: String, place: Int) {
        let quote: Unicode.Scalar = flip() ? "'" : "\""
        var literal = String(quote)
        var place = 0
        for (index, scalar) in text.unicodeScalars.enumerated() {
            if roll(0...9) == 0 { literal += pick(["\\\n", "\\\r\n", "\\\u{2028}"]) }
            if index == mark { place = literal.utf8.count }
            literal += spelled(scalar, quote)
        }
        return (literal + String(quote), place)
    }

    private mutating func spelled(_ scalar: Unicode.Scalar, _ quote: Unicode.Scalar) -> String {
        let hex = { (value: UInt32, width: Int) in
            let digits = String(value, radix: 16)
            return String(repeating: "0", count: width - digits.count) + digits
        }
        switch roll(0...4) {
        case 0 where scalar.value < 0x100: return "\\x" + hex(scalar.value, 2)
        case 1 where scalar.value < 0x10000: return "\\u" + hex(scalar.value, 4)
        case 1:
            let units = Array(String(scalar).utf16)
            return units.map { "\\u" + hex(UInt32($0), 4) }.joined()
        case 2 where scalar == "(" || scalar == ")" || scalar == "=": return "\\" + String(scalar)
        default: return scalar == quote || scalar == "\\" ? "\\" + String(scalar) : String(scalar)
        }
    }
}
