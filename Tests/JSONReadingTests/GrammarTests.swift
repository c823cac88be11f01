import JSONReading
import Testing

@Suite("A text is JSON by RFC 8259 or it is malformed")
struct GrammarTests {
    static let accepted: [(text: String, value: JSONValue)] = [
        ("null", .null),
        (" \t\r\n true \n", .bool(true)),
        ("false", .bool(false)),
        ("[]", .array([])),
        ("[ ]", .array([])),
        ("{}", .object([])),
        ("{ }", .object([])),
        ("[[],{}]", .array([.array([]), .object([])])),
        (#"{"":0}"#, .object([JSONMember("", .integer(0))])),
        (
            #"{"b":1,"a":[2,{"c":null}]}"#,
            .object([
                JSONMember("b", .integer(1)),
                JSONMember("a", .array([.integer(2), .object([JSONMember("c", .null)])])),
            ])
        ),
        (#"{ "a" : 1 , "b" : 2 }"#, .object([JSONMember("a", .integer(1)), JSONMember("b", .integer(2))])),
        (#""a\"b\\c\/d""#, .string("a\"b\\c/d")),
        (#""\b\f\n\r\t""#, .string("\u{8}\u{c}\n\r\t")),
        (#""\u0041\u00e9\u20AC\ud83d\ude00""#, .string("Aé€😀")),
        ("\"é€😀\u{7F}\"", .string("é€😀\u{7F}")),
        ("\"comment // no /* no */\"", .string("comment // no /* no */")),
    ]

    @Test("a JSON text has the value it says", arguments: accepted)
    func accepts(text: String, value: JSONValue) throws {
        #expect(try JSONValue.read(Array(text.utf8)) == value)
    }

    static let rejected: [(why: String, text: String, offset: Int)] = [
        ("nothing", "", 0),
        ("only white space", " \n ", 3),
        ("white space that is none in JSON", "\u{A0}1", 0),
        ("a byte order mark", "\u{FEFF}{}", 0),
        ("text behind the value", "{} x", 3),
        ("a second value", "1 2", 2),
        ("a comma behind the value", "[1],", 3),
        ("an open array", "[1", 2),
        ("an open object", #"{"a":1"#, 6),
        ("a bracket of the other kind", "[1}", 2),
        ("a brace of the other kind", #"{"a":1]"#, 6),
        ("a bracket too many", "[1]]", 3),
        ("a comma at the end of an array", "[1,]", 3),
        ("a comma at the end of an object", #"{"a":1,}"#, 7),
        ("a comma at the start", "[,1]", 1),
        ("two commas", "[1,,2]", 3),
        ("no comma", "[1 2]", 3),
        ("no comma between members", #"{"a":1 "b":2}"#, 7),
        ("no colon", #"{"a" 1}"#, 5),
        ("two colons", #"{"a"::1}"#, 5),
        ("no value", #"{"a":}"#, 5),
        ("a name without quotes", "{a:1}", 1),
        ("a name in single quotes", "{'a':1}", 1),
        ("a number as a name", "{1:1}", 1),
        ("a line comment", "[1] // one", 4),
        ("a block comment", "[/* one */1]", 1),
        ("a capital literal", "True", 0),
        ("a literal cut short", "tru", 3),
        ("a literal cut short inside", "[tru]", 1),
        ("a literal with a tail", "nulls", 4),
        ("an unknown word", "undefined", 0),
        ("an open string", #""abc"#, 4),
        ("an open string behind an escaped quote", #""abc\""#, 6),
        ("an unknown escape", #""\x41""#, 1),
        ("an escape with a capital U", #""\U0041""#, 1),
        ("an escape with three digits", #""\u041""#, 1),
        ("an escape with no digits at the end", #""\u00"#, 5),
        ("a line feed in a string", "\"a\nb\"", 2),
        ("a tab in a string", "\"a\tb\"", 2),
        ("a zero byte in a string", "\"a\0b\"", 2),
        ("a zero byte behind the value", "1\0", 1),
        ("a form feed as white space", "\u{c}1", 0),
    ]

    @Test("anything else is malformed, at its place", arguments: rejected)
    func rejects(why: String, text: String, offset: Int) {
        let failure = #expect(throws: JSONFailure.self, "\(why)") { try JSONValue.read(Array(text.utf8)) }
        #expect(failure?.code == .malformed, "\(why)")
        #expect(failure?.offset == offset, "\(why)")
    }

    @Test("a control character is found wherever it stands in a string", arguments: 0...20)
    func controlAnywhere(place: Int) {
        var bytes = Array("\"aaaaaaaaaaaaaaaaaaaaa\"".utf8)
        for control in UInt8(0)..<0x20 {
            bytes[1 + place] = control
            let failure = #expect(throws: JSONFailure.self) { try JSONValue.read(bytes) }
            #expect(failure?.code == .malformed)
            #expect(failure?.offset == 1 + place)
        }
    }

    @Test("a failure reads as a sentence with its code")
    func description() {
        let failure = #expect(throws: JSONFailure.self) { try JSONValue.read(Array("[1,]".utf8)) }
        #expect(failure?.description == "Expected a value at byte 3 [malformed]")
    }
}
