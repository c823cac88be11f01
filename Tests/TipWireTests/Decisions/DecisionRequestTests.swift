import Testing
import TipCore
import TipWire

@Suite("A question is read as the contract says")
struct DecisionRequestTests {
    @Test("with all its members")
    func whole() throws {
        let json: JSON = [
            "person": "p", "device": "d", "timeZone": "Asia/Tokyo", "locale": "ja",
            "parameters": ["a": true, "b": nil, "c": 2, "d": "x"], "tips": ["t", "u"],
            "at": "2026-03-02T10:00:00Z", "explain": true,
        ]

        let request = try DecisionRequest.decode(json).get()

        let expected = DecisionRequest(
            person: "p",
            device: "d",
            timeZone: "Asia/Tokyo",
            locale: "ja",
            parameters: ["a": .boolean(true), "b": .null, "c": .number(2), "d": .string("x")],
            tips: ["t", "u"],
            at: Timestamp(rfc3339: "2026-03-02T10:00:00Z"),
            isExplained: true
        )
        #expect(request == expected)
        #expect(try DecisionRequest.decode(request.json).get() == request)
        let asker = Asker(person: "p", device: "d", timeZone: "Asia/Tokyo", parameters: expected.parameters)
        #expect(request.asker == asker)
    }

    @Test("with a person alone; nulls and unknown members count as absent")
    func smallest() throws {
        let json: JSON = [
            "person": "p", "device": nil, "tips": nil, "at": nil, "explain": nil, "future": [1],
        ]

        let request = try DecisionRequest.decode(json).get()

        #expect(request == DecisionRequest(person: "p"))
        #expect(request.json.text() == #"{"person":"p"}"#)
    }

    static let table: [(why: String, json: JSON, code: Rejection.Code, field: String?)] = [
        ("no object", [], .malformed, nil),
        ("no person", ["tips": []], .missingField, "person"),
        ("an empty person", ["person": ""], .badField, "person"),
        ("a person of another kind", ["person": 1], .badField, "person"),
        ("a zone that is none", ["person": "p", "timeZone": "Mars"], .badField, "timeZone"),
        ("parameters in a list", ["person": "p", "parameters": []], .badField, "parameters"),
        ("a parameter that is a list", ["person": "p", "parameters": ["a": []]], .badField, "parameters"),
        ("a parameter without a name", ["person": "p", "parameters": ["": 1]], .badField, "parameters"),
        (
            "a parameter of 1,025 bytes",
            ["person": "p", "parameters": ["a": .string(String(repeating: "x", count: 1025))]], .badField,
            "parameters"
        ),
        ("tips that are no list", ["person": "p", "tips": "t"], .badField, "tips"),
        ("a tip that is a number", ["person": "p", "tips": [1]], .badField, "tips"),
        (
            "more tips than may be asked for",
            ["person": "p", "tips": .array(Array(repeating: "t", count: 1001))], .badField, "tips"
        ),
        ("an instant that is none", ["person": "p", "at": "now"], .badTime, "at"),
        ("explain that is text", ["person": "p", "explain": "yes"], .badField, "explain"),
        ("U+0000", ["person": "p\0"], .badText, nil),
        ("a key twice", ["person": "p", "person": "q"], .duplicateKey, nil),
    ]

    @Test("or refused with a code and its field", arguments: table)
    func refuses(why: String, json: JSON, code: Rejection.Code, field: String?) {
        let rejection = #expect(throws: Rejection.self, "\(why)") { try DecisionRequest.decode(json).get() }

        #expect(rejection?.code == code, "\(why)")
        #expect(rejection?.field == field, "\(why)")
    }

    @Test("names of tips become numbers; a name that no tip has is left out")
    func numbers() throws {
        var catalog = CompiledCatalog(
            Catalog(tips: [TipDefinition(id: "t"), TipDefinition(id: "trail-{item}"), TipDefinition(id: "u")])
        )

        let none = DecisionRequest(person: "p").numbers(in: &catalog)
        let some = DecisionRequest(person: "p", tips: ["u", "x", "trail-7", "trail-"]).numbers(in: &catalog)

        #expect(none == nil)
        #expect(some?.map { catalog.vocabulary.tips[$0] } == ["u", "trail-7"])
    }
}
