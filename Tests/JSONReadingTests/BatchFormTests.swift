import JSONReading
import Testing

@Suite("A body is taken apart by its form, to the byte")
struct BatchFormTests {
    /// The raw text of each element, as a quarantine would keep it.
    private func raw(_ body: String, _ batch: JSONBatch) -> [String] {
        batch.elements.map { String(decoding: Array(body.utf8)[$0.range], as: UTF8.self) }
    }

    static let table: [(why: String, body: String, form: JSONBatch.Form, raw: [String])] = [
        ("one element", #" {"a":1} "#, .single, [#"{"a":1}"#]),
        ("one element may be an array", "[1,2]", .single, ["[1,2]"]),
        ("no elements", " [ ] ", .array, []),
        (
            "elements of any kind", #"[1, "a,]" ,{"b":[1,2]},null]"#, .array,
            ["1", #""a,]""#, #"{"b":[1,2]}"#, "null"]
        ),
        ("an envelope", #"{"events":[1, 2],"sentAt":"x"}"#, .envelope(member: "events"), ["1", "2"]),
        ("an empty envelope", #"{"events":[]}"#, .envelope(member: "events"), []),
        ("the list may come last", #"{"a":[9],"batch" : [{}]}"#, .envelope(member: "batch"), ["{}"]),
        ("a name may be escaped", #"{"b\u0061tch":[3]}"#, .envelope(member: "batch"), ["3"]),
        ("an array where both may be", "[{},{}]", .arrayOrEnvelope(member: "events"), ["{}", "{}"]),
        ("an envelope where both may be", #" {"events":[{}]}"#, .arrayOrEnvelope(member: "events"), ["{}"]),
        (
            "one where both may be", #" {"event":[1]}"#, .arrayOrEnvelope(member: "events"),
            [#"{"event":[1]}"#]
        ),
        ("a list must be a list", #"{"events":1}"#, .arrayOrEnvelope(member: "events"), [#"{"events":1}"#]),
        ("an empty object is an element", "{}", .arrayOrEnvelope(member: "events"), ["{}"]),
        (
            "the name must be outermost", #"{"a":{"events":[1]}}"#, .arrayOrEnvelope(member: "events"),
            [#"{"a":{"events":[1]}}"#]
        ),
        ("lines", "{}\n[1]\n", .lines, ["{}", "[1]"]),
        ("lines without an end", "1\n2", .lines, ["1", "2"]),
        ("lines of Windows", "1\r\n2\r\n", .lines, ["1", "2"]),
        ("blank lines", "\n \n1\n\t\r\n\n2\n\n", .lines, ["1", "2"]),
        ("space around lines", "  1  \n\t2 \r\n", .lines, ["1", "2"]),
        ("no lines", "", .lines, []),
    ]

    @Test("elements are cut without the space around them", arguments: table)
    func cuts(why: String, body: String, form: JSONBatch.Form, raw: [String]) throws {
        let batch = try JSONBatch.read(Array(body.utf8), form: form)
        #expect(self.raw(body, batch) == raw, "\(why)")
        for element in batch.elements {
            let alone = try JSONValue.read(Array(Array(body.utf8)[element.range]))
            #expect(try element.outcome.get() == alone, "\(why)")
        }
    }

    static let malformed: [(why: String, body: String, form: JSONBatch.Form, offset: Int)] = [
        ("no array", "{}", .array, 0),
        ("no object", "[]", .envelope(member: "events"), 0),
        ("the list is missing", #"{"event":[]}"#, .envelope(member: "events"), 0),
        ("the list is no list", #"{"events":{}}"#, .envelope(member: "events"), 0),
        ("an empty body", "", .array, 0),
        ("an empty body of either form", "", .arrayOrEnvelope(member: "events"), 0),
        ("a scalar of either form", "1", .arrayOrEnvelope(member: "events"), 0),
        ("text behind the array", "[1] x", .array, 4),
        ("two arrays", "[1][2]", .array, 3),
        ("text behind the envelope", #"{"events":[1]}}"#, .envelope(member: "events"), 14),
        ("an open array", "[{},{}", .array, 6),
        ("an open envelope", #"{"events":[{}]"#, .envelope(member: "events"), 14),
        ("an element that is no JSON", #"[{"a":1},{"a":01}]"#, .array, 14),
        ("a comma at the end", "[1,]", .array, 3),
        ("a comma at the end of the list", #"{"events":[1,]}"#, .envelope(member: "events"), 13),
        ("a comma at the end of the envelope", #"{"events":[1],}"#, .envelope(member: "events"), 14),
        ("a missing comma", "[{}{}]", .array, 3),
        ("lines given as an array", "{}\n{}", .arrayOrEnvelope(member: "events"), 3),
    ]

    @Test("a body that is not JSON, or not of the form, fails as a whole", arguments: malformed)
    func refusesMalformed(why: String, body: String, form: JSONBatch.Form, offset: Int) {
        let failure = #expect(throws: JSONFailure.self, "\(why)") {
            try JSONBatch.read(Array(body.utf8), form: form)
        }
        #expect(failure?.code == .malformed, "\(why)")
        #expect(failure?.offset == offset, "\(why)")
    }

    @Test("what stands beside the list is read, and its failures are told apart from the elements")
    func members() throws {
        let body = #"{"sentAt":"now","bad":"\ud800","events":[1],"context":{"a":true},"huge":1e999}"#
        let batch = try JSONBatch.read(Array(body.utf8), form: .arrayOrEnvelope(member: "events"))
        #expect(batch.isEnvelope)
        #expect(
            batch.members == [
                JSONMember("sentAt", .string("now")),
                JSONMember("context", .object([JSONMember("a", .bool(true))])),
            ]
        )
        #expect(batch.memberFailures.map(\.code) == [.badText, .badNumber])
        #expect(batch.memberFailures.map(\.offset) == [23, 72])
        #expect(try batch.elements.map { try $0.outcome.get() } == [.integer(1)])
    }

    static let ambiguous: [(why: String, body: String, code: JSONFailure.Code, offset: Int)] = [
        ("two lists", #"{"events":[1],"events":[2]}"#, .duplicateKey, 14),
        ("two lists, one escaped", #"{"events":[1],"\u0065vents":[2]}"#, .duplicateKey, 14),
        ("another member twice", #"{"a":1,"events":[],"a":1}"#, .duplicateKey, 19),
        ("half a pair in a name", #"{"events":[],"\udc00":1}"#, .badText, 14),
    ]

    @Test("an envelope whose names do not say what is meant fails as a whole", arguments: ambiguous)
    func refusesAmbiguous(why: String, body: String, code: JSONFailure.Code, offset: Int) {
        let failure = #expect(throws: JSONFailure.self, "\(why)") {
            try JSONBatch.read(Array(body.utf8), form: .envelope(member: "events"))
        }
        #expect(failure?.code == code, "\(why)")
        #expect(failure?.offset == offset, "\(why)")
    }

    @Test(
        "a list and a scalar under its name are a name twice",
        arguments: [
            #"{"events":[1],"events":2}"#, #"{"events":2,"events":[1]}"#,
        ]
    )
    func listAndScalar(body: String) {
        let failure = #expect(throws: JSONFailure.self) {
            try JSONBatch.read(Array(body.utf8), form: .arrayOrEnvelope(member: "events"))
        }
        #expect(failure?.code == .duplicateKey)
    }

    @Test("lines carry their number, and each fails alone")
    func lineNumbers() throws {
        let body = "\n{\"a\":1}\r\n\n{\"a\":\nnull x\n\"\\ud800\"\n2"
        let batch = try JSONBatch.read(Array(body.utf8), form: .lines)
        #expect(batch.elements.map(\.line) == [2, 4, 5, 6, 7])
        let codes = batch.elements.map { element -> JSONFailure.Code? in
            if case .failure(let failure) = element.outcome { failure.code } else { nil }
        }
        #expect(codes == [nil, .malformed, .malformed, .badText, nil])
        #expect(raw(body, batch)[2] == "null x")
    }
}
