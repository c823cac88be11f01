import JSONReading
import Testing

@Suite("A number is an integer where 64 bits hold it, else the nearest double")
struct NumberTests {
    static let accepted: [(text: String, value: JSONValue)] = [
        ("0", .integer(0)),
        ("-1", .integer(-1)),
        ("9007199254740993", .integer(9_007_199_254_740_993)),
        ("999999999999999999", .integer(999_999_999_999_999_999)),
        ("9223372036854775807", .integer(.max)),
        ("-9223372036854775808", .integer(.min)),
        ("9223372036854775808", .number(9_223_372_036_854_775_808)),
        ("-9223372036854775809", .number(-9_223_372_036_854_775_808)),
        ("18446744073709551615", .number(18_446_744_073_709_551_616)),
        ("18446744073709551616", .number(18_446_744_073_709_551_616)),
        ("123456789012345678901234567890", .number(123_456_789_012_345_677_877_719_597_056)),
        ("1.0", .number(1)),
        ("-0.5", .number(-0.5)),
        ("0.1", .number(0.1)),
        ("1e2", .number(100)),
        ("1E+2", .number(100)),
        ("25e-1", .number(2.5)),
        ("1.7976931348623157e308", .number(.greatestFiniteMagnitude)),
        ("5e-324", .number(.leastNonzeroMagnitude)),
        ("1e-400", .number(0)),
        ("2.2250738585072011e-308", .number(Double.leastNormalMagnitude.nextDown)),
        ("0e999999999", .number(0)),
    ]

    @Test("alone and among others it has the same value", arguments: accepted)
    func accepts(text: String, value: JSONValue) throws {
        #expect(try JSONValue.read(Array(text.utf8)) == value)
        #expect(
            try JSONValue.read(Array("[\(text),\(text) , 7]".utf8)) == .array([value, value, .integer(7)])
        )
    }

    @Test("the sign of a zero is kept", arguments: ["-0", "-0.0", "-0e5"])
    func negativeZero(text: String) throws {
        guard case .number(let number) = try JSONValue.read(Array(text.utf8)) else {
            Issue.record("\(text) is no double")
            return
        }
        #expect(number == 0)
        #expect(number.sign == .minus)
    }

    static let outOfRange: [(text: String, offset: Int)] = [
        ("1e400", 0), ("-1e400", 0), ("[1,2e308]", 3), ("1.8e308", 0), (#"{"1e999":"1e999","a":1e999}"#, 21),
        ("1" + String(repeating: "0", count: 400), 0),
        ("[-0,99999999999999999999,1e999]", 25),
    ]

    @Test("a number that no double holds is refused, at its place", arguments: outOfRange)
    func refuses(text: String, offset: Int) {
        let failure = #expect(throws: JSONFailure.self) { try JSONValue.read(Array(text.utf8)) }
        #expect(failure?.code == .badNumber)
        #expect(failure?.offset == offset)
    }

    static let malformed = [
        "01", "-01", "00", "-", "+1", ".5", "5.", "5.e1", "1e", "1e+", "1e-", "1.5.5", "--1", "0x10", "1_000",
        "NaN",
        "-NaN", "Infinity", "-Infinity", "1,5", "1e5.5", "١",
    ]

    @Test("what only looks like a number is malformed", arguments: malformed)
    func refusesMalformed(text: String) {
        for text in [text, "[\(text)]", #"{"a":\#(text)}"#] where text != "[1,5]" {
            let failure = #expect(throws: JSONFailure.self, "\(text)") {
                try JSONValue.read(Array(text.utf8))
            }
            #expect(failure?.code == .malformed, "\(text)")
        }
    }
}
