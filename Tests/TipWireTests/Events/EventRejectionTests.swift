import Testing
import TipCore
import TipWire

@Suite("An unfit event is rejected with a stable code and its field")
struct EventRejectionTests {
    typealias Row = (why: String, event: JSON, code: Rejection.Code, field: String?)

    static let common: [Row] = [
        ("a list is no event", [], .malformed, nil),
        ("a string is no event", "session", .malformed, nil),
        ("no type", ["person": "p"], .missingField, "type"),
        ("a type of null", ["type": nil, "person": "p"], .missingField, "type"),
        ("a type that is a number", ["type": 5, "person": "p"], .badField, "type"),
        ("a type nobody knows", ["type": "purchase", "person": "p"], .unknownType, "type"),
        ("letter case counts", ["type": "Session", "person": "p"], .unknownType, "type"),
        ("a type of the server", ["type": "tip_off", "person": "p"], .unknownType, "type"),
        ("no person", ["type": "session"], .missingField, "person"),
        ("an empty person", ["type": "session", "person": ""], .badField, "person"),
        ("a person that is a number", ["type": "session", "person": 5], .badField, "person"),
        ("a person of 257 bytes", ["type": "session", "person": long(257)], .badField, "person"),
        ("bytes count, not characters", ["type": "session", "person": long(86, "日")], .badField, "person"),
        ("an empty id", ["type": "session", "person": "p", "id": ""], .badField, "id"),
        ("an id of 129 bytes", ["type": "session", "person": "p", "id": long(129)], .badField, "id"),
        (
            "a device of 129 bytes", ["type": "session", "person": "p", "device": long(129)], .badField,
            "device"
        ),
        ("a device that is a list", ["type": "session", "person": "p", "device": []], .badField, "device"),
        ("a seq that is text", ["type": "session", "person": "p", "seq": "1"], .badField, "seq"),
        ("a seq with a fraction", ["type": "session", "person": "p", "seq": 1.5], .badField, "seq"),
        ("a seq beyond 64 bits", ["type": "session", "person": "p", "seq": 1e19], .badNumber, "seq"),
        ("a test that is a number", ["type": "session", "person": "p", "test": 1], .badField, "test"),
        (
            "a context that is text", ["type": "session", "person": "p", "context": "iOS"], .badField,
            "context"
        ),
        (
            "an os that is a number", ["type": "session", "person": "p", "context": ["os": 17]],
            .badField, "context.os"
        ),
        (
            "an app of 257 bytes", ["type": "session", "person": "p", "context": ["app": long(257)]],
            .badField, "context.app"
        ),
        ("an at that is a number", ["type": "session", "person": "p", "at": 1_772_445_600], .badField, "at"),
        ("an at that is no time", ["type": "session", "person": "p", "at": "yesterday"], .badTime, "at"),
        (
            "a time without offset", ["type": "session", "person": "p", "at": "2026-03-02T10:00:00"],
            .badTime, "at"
        ),
        (
            "a day that is none", ["type": "session", "person": "p", "at": "2026-02-30T10:00:00Z"], .badTime,
            "at"
        ),
        (
            "before 1970", ["type": "session", "person": "p", "at": "1969-12-31T23:59:59.999Z"], .badTime,
            "at"
        ),
        (
            "before 1970 by its offset",
            ["type": "session", "person": "p", "at": "1970-01-01T00:30:00+01:00"],
            .badTime, "at"
        ),
    ]

    static let soundness: [Row] = [
        ("U+0000 in a known field", ["type": "session", "person": "p\0"], .badText, nil),
        ("U+0000 in an unknown field", ["type": "session", "person": "p", "x": ["\0"]], .badText, nil),
        ("U+0000 in a key", ["type": "session", "person": "p", "a\0": 1], .badText, nil),
        ("an infinite number", ["type": "session", "person": "p", "x": .number(.infinity)], .badNumber, nil),
        ("not a number", ["type": "session", "person": "p", "x": .number(.nan)], .badNumber, nil),
        ("a key twice", ["type": "session", "person": "p", "person": "p"], .duplicateKey, nil),
        (
            "an unknown key twice", ["type": "session", "person": "p", "x": ["a": 1, "a": 1]], .duplicateKey,
            nil
        ),
        ("a key twice among many", .object(many + [many[3]]), .duplicateKey, nil),
        ("33 levels", ["type": "session", "person": "p", "x": nested(32)], .tooDeep, nil),
        ("1,001 levels", ["type": "session", "person": "p", "x": nested(1000)], .tooDeep, nil),
    ]

    static let bodies: [Row] = [
        ("a donation of nothing", ["type": "donation"], .missingField, "event"),
        ("an empty event", ["type": "donation", "event": ""], .badField, "event"),
        ("an event of 257 bytes", ["type": "donation", "event": long(257)], .badField, "event"),
        ("an info that is a list", ["type": "donation", "event": "e", "info": []], .badField, "info"),
        ("an info that nests", ["type": "donation", "event": "e", "info": ["a": [1]]], .badField, "info"),
        (
            "an info of 1,025 bytes", ["type": "donation", "event": "e", "info": info(1025)], .badField,
            "info"
        ),
        ("deleting nothing", ["type": "donations_deleted"], .missingField, "event"),
        ("a parameter without a name", ["type": "parameter", "value": 1], .missingField, "name"),
        ("a parameter without a value", ["type": "parameter", "name": "n"], .missingField, "value"),
        ("a value that is a list", ["type": "parameter", "name": "n", "value": []], .badField, "value"),
        (
            "a value of 1,025 bytes", ["type": "parameter", "name": "n", "value": long(1025)], .badField,
            "value"
        ),
        ("no zone", ["type": "time_zone"], .missingField, "timeZone"),
        ("a zone on Mars", ["type": "time_zone", "timeZone": "Mars/Olympus_Mons"], .badField, "timeZone"),
        ("an offset is no zone", ["type": "time_zone", "timeZone": "GMT+9"], .badField, "timeZone"),
        ("a path is no zone", ["type": "time_zone", "timeZone": "../UTC"], .badField, "timeZone"),
        ("a legacy word is no zone", ["type": "time_zone", "timeZone": "PST"], .badField, "timeZone"),
        ("an impression of nothing", ["type": "impression", "display": "x"], .missingField, "tip"),
        ("an impression without a name", ["type": "impression", "tip": "t"], .missingField, "display"),
        ("an empty display", ["type": "impression", "tip": "t", "display": ""], .badField, "display"),
        (
            "a variant that is a number", ["type": "impression", "tip": "t", "display": "x", "variant": 1],
            .badField, "variant"
        ),
        (
            "a revision with a fraction",
            ["type": "impression", "tip": "t", "display": "x", "revision": 1.5],
            .badField, "revision"
        ),
        ("progress of nothing", ["type": "impression_progress", "tip": "t"], .missingField, "display"),
        ("an end of nothing", ["type": "impression_end", "tip": "t"], .missingField, "display"),
        ("a failure without a reason", ["type": "impression_failed", "tip": "t"], .missingField, "reason"),
        (
            "an exposure to nothing", ["type": "exposure", "tip": "t", "variant": "v"], .missingField,
            "experiment"
        ),
        (
            "an exposure to no variant", ["type": "exposure", "tip": "t", "experiment": "x"], .missingField,
            "variant"
        ),
        ("a tap on nothing", ["type": "action_tap", "tip": "t"], .missingField, "action"),
        ("an action that is a number", ["type": "action_tap", "tip": "t", "action": 0], .badField, "action"),
        ("an invalidation for no reason", ["type": "invalidation", "tip": "t"], .missingField, "reason"),
        (
            "an automatic reason", ["type": "invalidation", "tip": "t", "reason": "displayCountExceeded"],
            .badField, "reason"
        ),
        (
            "an automatic reason of the betas",
            ["type": "invalidation", "tip": "t", "reason": "maxDisplayCountExceeded"], .badField, "reason"
        ),
        (
            "a reason of one's own", ["type": "invalidation", "tip": "t", "reason": "boring"],
            .badField, "reason"
        ),
        ("a reset of nothing", ["type": "eligibility_reset"], .missingField, "tip"),
        ("an override of no kind", ["type": "override_set"], .missingField, "kind"),
        ("an override of another kind", ["type": "override_set", "kind": "show"], .badField, "kind"),
        ("named tips need names", ["type": "override_set", "kind": "showTips"], .missingField, "tips"),
        (
            "an empty list names nothing", ["type": "override_set", "kind": "hideTips", "tips": []],
            .missingField, "tips"
        ),
        (
            "a tip without a name", ["type": "override_set", "kind": "hideTips", "tips": [""]], .badField,
            "tips"
        ),
        (
            "a tip that is a number", ["type": "override_set", "kind": "hideTips", "tips": [1]], .badField,
            "tips"
        ),
        (
            "an end that is no time", ["type": "override_set", "kind": "hideAllTips", "until": "soon"],
            .badTime, "until"
        ),
        ("clearing of another kind", ["type": "override_cleared", "kind": "all"], .badField, "kind"),
        ("joining with nobody", ["type": "identify"], .missingField, "previous"),
        ("joining with oneself", ["type": "identify", "previous": "p"], .badField, "previous"),
    ]

    @Test("by what all events share", arguments: common + soundness)
    func unfitAtAll(row: Row) {
        expect(row, EventDecoder().decode(row.event, receivedAt: EventDecoderTests.receipt) { "made" })
    }

    @Test("by what its type needs", arguments: bodies)
    func unfitForItsType(row: Row) {
        expect(row, EventDecoderTests.decode(row.event))
    }

    static let sizes: [(why: String, fields: JSON, byteCount: Int?)] = [
        ("an event of 64 KiB", ["type": "session"], 65_536),
        ("an event whose size nobody counted", ["type": "session"], nil),
        ("an id of 128 bytes", ["type": "session", "id": long(128)], nil),
        ("a name of 256 bytes", ["type": "donation", "event": long(256)], nil),
        ("an info of 1,024 bytes", ["type": "donation", "event": "e", "info": info(1024)], nil),
        ("a value of 1,024 bytes", ["type": "parameter", "name": "n", "value": long(1024)], nil),
        ("32 levels", ["type": "session", "x": nested(31)], nil),
        ("the same letters as other bytes are another key", ["type": "session", "é": 1, "e\u{301}": 1], nil),
    ]

    @Test("but not at its limits", arguments: sizes)
    func limits(why: String, fields: JSON, byteCount: Int?) {
        #expect(throws: Never.self, "\(why)") {
            try EventDecoderTests.decode(fields, byteCount: byteCount).get()
        }
    }

    @Test("by its size as a whole")
    func tooLarge() {
        let row: Row = ("one byte over 64 KiB", ["type": "session"], .tooLarge, nil)
        expect(row, EventDecoderTests.decode(row.event, byteCount: 65_537))
    }

    @Test("and the reason never repeats what was typed")
    func neverLeaks() {
        var dice = Dice(seed: 1)
        var rejected = 0
        for round in 0..<500 {
            guard case .object(var members) = EventEncoder.json(dice.event()) else { continue }
            let index = dice.roll(0...members.count - 1)
            let secrets: [JSON] = [
                "tanuki", ["tanuki"], .object([JSON.Member("tanuki", "tanuki\0")]),
            ]
            members[index] = JSON.Member(members[index].key, dice.pick(secrets))

            let result = EventDecoder().decode(.object(members), receivedAt: EventDecoderTests.receipt) {
                "made"
            }

            guard case .failure(let rejection) = result else { continue }
            rejected += 1
            #expect(
                !String(reflecting: rejection).contains("tanuki"),
                "round \(round), \(members[index].key)"
            )
        }
        #expect(rejected > 200, "a law about rejections needs some")
    }

    @Test("and reads as sentences")
    func sentence() throws {
        let result = EventDecoderTests.decode(["type": "donation", "event": 5])

        let rejection = try #require(throws: Rejection.self) { try result.get() }

        #expect(rejection.description == "`event` is a number where a string is expected. [bad_field]")
    }

    private func expect(_ row: Row, _ result: Result<DecodedEvent, Rejection>) {
        guard case .failure(let rejection) = result else {
            Issue.record("accepted: \(row.why)")
            return
        }
        #expect(rejection.code == row.code, "\(row.why): \(rejection)")
        #expect(rejection.field == row.field, "\(row.why): \(rejection)")
    }

    private static func long(_ count: Int, _ character: Character = "x") -> JSON {
        .string(String(repeating: character, count: count))
    }

    /// An `info` of a number of bytes as JSON.
    private static func info(_ bytes: Int) -> JSON {
        ["a": long(bytes - 8)]
    }

    private static func nested(_ depth: Int) -> JSON {
        (1..<depth).reduce([]) { inner, _ in [inner] }
    }

    private static let many: [JSON.Member] = (0..<40).map { JSON.Member("key\($0)", 1) }
}
