import Testing
import TipCore
import TipWire

@Suite("Limits of events can be set")
struct EventLimitsTests {
    typealias Lowering = @Sendable (inout EventLimits) -> Void

    static let table: [(why: String, lower: Lowering, event: JSON, field: String?)] = [
        ("ids", { $0.idBytes = 4 }, ["id": "12345"], "id"),
        ("persons", { $0.personBytes = 4 }, ["person": "12345"], "person"),
        ("devices", { $0.deviceBytes = 4 }, ["device": "12345"], "device"),
        // Types are names as well, so that the limit must let them through.
        ("names", { $0.nameBytes = 8 }, ["type": "donation", "event": "123456789"], "event"),
        ("contexts", { $0.contextBytes = 4 }, ["context": ["os": "12345"]], "context.os"),
        ("infos", { $0.infoBytes = 4 }, ["type": "donation", "event": "e", "info": ["a": 1]], "info"),
        ("values", { $0.valueBytes = 4 }, ["type": "parameter", "name": "n", "value": "12345"], "value"),
        ("tips of an override", { $0.overrideTips = 4 }, override, "tips"),
        ("depths", { $0.depth = 4 }, ["x": [[[[1]]]]], nil),
    ]

    private static let override: JSON = [
        "type": "override_set", "kind": "hideTips", "tips": ["1", "2", "3", "4", "5"],
    ]

    @Test("to less", arguments: table)
    func less(why: String, lower: Lowering, event: JSON, field: String?) {
        var limits = EventLimits()
        let standard = decode(event, limits)
        lower(&limits)
        let result = decode(event, limits)

        #expect(throws: Never.self, "\(why)") { try standard.get() }
        let rejection = #expect(throws: Rejection.self, "\(why)") { try result.get() }
        #expect(rejection?.field == field, "\(why)")
    }

    @Test("the contract's own")
    func contract() {
        let limits = EventLimits()

        #expect(limits.eventBytes == 64 * 1024)
        #expect(limits.depth == 32)
        #expect([limits.idBytes, limits.deviceBytes] == [128, 128])
        #expect(limits.personBytes == 256)
        #expect(limits.infoBytes == 1024)
    }

    @Test("a decoder's size limit is the one that is set")
    func size() {
        var limits = EventLimits()
        limits.eventBytes = 10
        let decoder = EventDecoder(limits: limits)
        let event: JSON = ["type": "session", "person": "p"]

        let result = decoder.decode(event, receivedAt: .epoch, byteCount: 11) { "made" }

        #expect(throws: Rejection.self) { try result.get() }
        #expect(throws: Never.self) {
            try decoder.decode(event, receivedAt: .epoch, byteCount: 10) { "made" }.get()
        }
    }

    private func decode(_ event: JSON, _ limits: EventLimits) -> Result<DecodedEvent, Rejection> {
        guard case .object(var members) = event else { preconditionFailure("an object") }
        for (key, value) in [("type", "session"), ("person", "p")] where event[key] == nil {
            members.append(JSON.Member(key, .string(value)))
        }
        return EventDecoder(limits: limits).decode(.object(members), receivedAt: .epoch) { "made" }
    }
}
