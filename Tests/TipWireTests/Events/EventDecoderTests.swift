import Testing
import TipCore
import TipWire

@Suite("An event is read as it was sent")
struct EventDecoderTests {
    static let receipt = Timestamp(microseconds: 1_772_445_600_000_000)  // 2026-03-02T10:00:00Z

    static let bodies: [(why: String, fields: JSON, body: EventBody)] = [
        ("a donation without info", ["type": "donation", "event": "e"], .donation(event: "e", info: [:])),
        (
            "null is an absent field", ["type": "donation", "event": "e", "info": nil],
            .donation(event: "e", info: [:])
        ),
        (
            "a donation keeps the four kinds",
            ["type": "donation", "event": "e", "info": ["a": 1, "b": 2.5, "c": true, "d": "x", "e": nil]],
            .donation(
                event: "e",
                info: [
                    "a": .number(1), "b": .number(2.5), "c": .boolean(true), "d": .string("x"), "e": .null,
                ]
            )
        ),
        (
            "null is a value of a parameter",
            ["type": "parameter", "name": "n", "value": nil],
            .parameter(name: "n", value: .null)
        ),
        (
            "an empty string is a value of a parameter",
            ["type": "parameter", "name": "n", "value": ""],
            .parameter(name: "n", value: .string(""))
        ),
        ("a zone", ["type": "time_zone", "timeZone": "Asia/Tokyo"], .timeZone("Asia/Tokyo")),
        ("a link is a zone", ["type": "time_zone", "timeZone": "Asia/Calcutta"], .timeZone("Asia/Calcutta")),
        (
            "the closing of a tip by its name of the betas",
            ["type": "invalidation", "tip": "t", "reason": "userClosedTip"],
            .invalidation(tip: "t", reason: .tipClosed)
        ),
        (
            "the doing of what a tip teaches by its name of the betas",
            ["type": "invalidation", "tip": "t", "reason": "userPerformedAction"],
            .invalidation(tip: "t", reason: .actionPerformed)
        ),
        (
            "all tips need no names",
            ["type": "override_set", "kind": "hideAllTips"],
            .overrideSet(kind: .hideAllTips, tips: [], until: nil)
        ),
        (
            "an override may say its end",
            [
                "type": "override_set", "kind": "showTips", "tips": ["t"],
                "until": "2026-03-02T12:00:00+02:00",
            ],
            .overrideSet(kind: .showTips, tips: ["t"], until: receipt)
        ),
        ("clearing without a kind clears all", ["type": "override_cleared"], .overrideCleared(kind: nil)),
        (
            "a whole number may be written with a fraction of zero",
            ["type": "impression", "tip": "t", "display": "x", "revision": .float(3)],
            .impression(EventBody.Impression(tip: "t", display: "x", revision: 3))
        ),
        (
            "fields of other types are kept, not checked",
            ["type": "session", "tip": 5],
            .session
        ),
    ]

    @Test("each type carries its fields", arguments: bodies)
    func carries(why: String, fields: JSON, body: EventBody) throws {
        let decoded = try Self.decode(fields).get()

        #expect(decoded.event.body == body, "\(why)")
        #expect(decoded.warnings.isEmpty)
    }

    @Test("the common fields are read")
    func commonFields() throws {
        let decoded = try Self.decode([
            "type": "session", "id": "e1", "at": "2026-03-02T18:59:59.123456789+09:00", "device": "d1",
            "seq": -3, "test": true, "context": ["locale": "ja", "sdk": ""],
        ]).get()

        var context = EventContext()
        context.locale = "ja"
        let event = Event(
            id: "e1",
            person: "p",
            at: Timestamp(microseconds: Self.receipt.microseconds - 1_000_000 + 123_456),
            device: "d1",
            sequence: -3,
            context: context,
            isTest: true,
            body: .session
        )
        #expect(decoded == DecodedEvent(event: event, statedAtMilliseconds: 1_772_445_599_123))
    }

    @Test("what is absent is made or empty")
    func absentFields() throws {
        let decoded = try Self.decode(["type": "session", "device": nil, "at": nil, "id": nil]).get()

        let event = Event(id: "made", person: "p", at: Self.receipt, body: .session)
        #expect(decoded == DecodedEvent(event: event, idWasGenerated: true))
    }

    static let clocks: [(why: String, at: String, used: Int64, stated: Int64?, milliseconds: Int64)] = [
        ("earlier than receipt", "2026-03-02T09:59:59Z", -1_000_000, nil, -1000),
        ("at receipt", "2026-03-02T10:00:00Z", 0, nil, 0),
        ("a microsecond later: receipt", "2026-03-02T10:00:00.000001Z", 0, 1, 0),
        ("years later: receipt", "2030-03-02T10:00:00Z", 0, 126_230_400_000_000, 126_230_400_000),
    ]

    @Test("a later time is used as receipt and kept as stated", arguments: clocks)
    func clock(why: String, at: String, used: Int64, stated: Int64?, milliseconds: Int64) throws {
        let decoded = try Self.decode(["type": "session", "at": .string(at)]).get()

        #expect(decoded.event.at == Self.receipt.adding(microseconds: used), "\(why)")
        #expect(decoded.statedAt == stated.map { Self.receipt.adding(microseconds: $0) }, "\(why)")
        #expect(decoded.statedAtMilliseconds == Self.receipt.milliseconds + milliseconds, "\(why)")
        #expect(decoded.warnings == (stated == nil ? [] : [.futureTime]), "\(why)")
    }

    static let ids: [(why: String, value: JSON, id: String?)] = [
        ("of a sound event", ["id": "e1"], "e1"),
        ("of an event that is unfit otherwise", ["id": "e1", "type": 5], "e1"),
        ("no string", ["id": 5], nil),
        ("empty", ["id": ""], nil),
        ("too long", ["id": .string(String(repeating: "x", count: 129))], nil),
        ("with U+0000", ["id": "a\0"], nil),
        ("no object", ["e1"], nil),
    ]

    @Test("the id of a rejected event is read where it has one", arguments: ids)
    func readableID(why: String, value: JSON, id: String?) {
        #expect(EventDecoder().readableID(of: value) == id, "\(why)")
    }

    /// Decodes an event of person `p` that arrived at `receipt`.
    static func decode(_ fields: JSON, byteCount: Int? = nil) -> Result<DecodedEvent, Rejection> {
        guard case .object(let members) = fields else { preconditionFailure("an object") }
        let value = JSON.object(members + [JSON.Member("person", "p")])
        return EventDecoder().decode(value, receivedAt: receipt, byteCount: byteCount) { "made" }
    }
}
