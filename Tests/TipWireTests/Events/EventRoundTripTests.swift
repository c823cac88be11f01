import Testing
import TipCore
import TipWire

@Suite("An event reads back from what is written of it")
struct EventRoundTripTests {
    @Test("decoding what was encoded gives the same event", arguments: 0..<40)
    func roundTrip(seed: Int) throws {
        var dice = Dice(seed: UInt64(seed))
        for _ in 0..<50 {
            let event = dice.event()

            let decoded = try decode(EventEncoder.json(event)).get()

            #expect(decoded == DecodedEvent(event: event, statedAtMilliseconds: event.at.milliseconds))
        }
    }

    @Test("unknown members come back where they stood")
    func unknownMembers() throws {
        let sent: JSON = [
            "id": "e1", "type": "session", "person": "p", "at": "2026-03-02T10:00:00Z",
            "context": ["os": "iOS", "screen": ["width": 390]], "build": [1, nil],
        ]

        let decoded = try decode(sent).get()

        #expect(decoded.extra == ["build": [1, nil], "context": ["screen": ["width": 390]]])
        #expect(EventEncoder.json(decoded.event, extra: decoded.extra) == sent)
    }

    @Test("an event has one text: members in order, empty ones left out")
    func text() {
        let event = Event(
            id: "e1",
            person: "p",
            at: Timestamp(microseconds: 1_772_445_600_500_000),
            device: "d1",
            sequence: 7,
            isTest: true,
            body: .donation(event: "opened", info: ["size": .number(2), "kind": .string("open")])
        )
        let expected =
            #"{"id":"e1","type":"donation","person":"p","at":"2026-03-02T10:00:00.5Z","device":"d1","seq":7,"#
            + #""test":true,"event":"opened","info":{"kind":"open","size":2}}"#

        #expect(EventEncoder.json(event).text() == expected)
    }

    private func decode(_ value: JSON) -> Result<DecodedEvent, Rejection> {
        EventDecoder().decode(value, receivedAt: Timestamp(microseconds: .max)) { "made" }
    }
}
