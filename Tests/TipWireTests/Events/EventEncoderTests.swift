import Testing
import TipCore
import TipWire

@Suite("Every type has one text on the wire")
struct EventEncoderTests {
    static let bodies: [(body: EventBody, text: String)] = [
        (.donation(event: "e", info: [:]), #""type":"donation","event":"e""#),
        (
            .donation(
                event: "e",
                info: ["b": .null, "a": .number(1), "c": .boolean(true), "d": .string("x")]
            ),
            #""type":"donation","event":"e","info":{"a":1,"b":null,"c":true,"d":"x"}"#
        ),
        (.donationsDeleted(event: "e"), #""type":"donations_deleted","event":"e""#),
        (.parameter(name: "n", value: .null), #""type":"parameter","name":"n","value":null"#),
        (.parameter(name: "n", value: .number(0.1)), #""type":"parameter","name":"n","value":0.1"#),
        (.session, #""type":"session""#),
        (.timeZone("Asia/Tokyo"), #""type":"time_zone","timeZone":"Asia/Tokyo""#),
        (
            .impression(.init(tip: "t", display: "d")),
            #""type":"impression","tip":"t","display":"d""#
        ),
        (
            .impression(
                .init(tip: "t", display: "d", experiment: "x", variant: "v", revision: 2, group: "g")
            ),
            #""type":"impression","tip":"t","display":"d","experiment":"x","variant":"v","revision":2,"group":"g""#
        ),
        (
            .impressionProgress(tip: "t", display: "d"),
            #""type":"impression_progress","tip":"t","display":"d""#
        ),
        (.impressionEnd(tip: "t", display: "d"), #""type":"impression_end","tip":"t","display":"d""#),
        (
            .impressionFailed(tip: "t", display: nil, reason: "r"),
            #""type":"impression_failed","tip":"t","reason":"r""#
        ),
        (
            .exposure(tip: "t", experiment: "x", variant: "v"),
            #""type":"exposure","tip":"t","experiment":"x","variant":"v""#
        ),
        (
            .actionTap(tip: "t", action: "a", display: "d"),
            #""type":"action_tap","tip":"t","action":"a","display":"d""#
        ),
        (
            .invalidation(tip: "t", reason: .tipClosed),
            #""type":"invalidation","tip":"t","reason":"tipClosed""#
        ),
        (.eligibilityReset(tip: "t"), #""type":"eligibility_reset","tip":"t""#),
        (.datastoreReset, #""type":"datastore_reset""#),
        (
            .overrideSet(kind: .showTips, tips: ["t", "u"], until: Timestamp(microseconds: 1)),
            #""type":"override_set","kind":"showTips","tips":["t","u"],"until":"1970-01-01T00:00:00.000001Z""#
        ),
        (
            .overrideSet(kind: .hideAllTips, tips: [], until: nil),
            #""type":"override_set","kind":"hideAllTips""#
        ),
        (.overrideCleared(kind: nil), #""type":"override_cleared""#),
        (.overrideCleared(kind: .hideTips), #""type":"override_cleared","kind":"hideTips""#),
        (.optOut, #""type":"opt_out""#),
        (.optIn, #""type":"opt_in""#),
        (.identify(previous: "q"), #""type":"identify","previous":"q""#),
    ]

    @Test("what happened", arguments: bodies)
    func writes(body: EventBody, text: String) {
        let event = Event(id: "e", person: "p", at: .epoch, body: body)

        let written = EventEncoder.json(event).text()

        // The type stands second; what happened stands after the common fields.
        let parts = text.split(separator: ",", maxSplits: 1)
        let common = #"{"id":"e","# + parts[0] + #","person":"p","at":"1970-01-01T00:00:00Z""#
        #expect(written == common + (parts.count > 1 ? "," + parts[1] : "") + "}")
    }

    @Test("what the app says about itself, empty members left out")
    func context() {
        var context = EventContext()
        context.sdk = "s"
        context.app = "a"
        context.osVersion = "26.1"
        let event = Event(id: "e", person: "p", at: .epoch, context: context, body: .optIn)

        let text =
            #"{"id":"e","type":"opt_in","person":"p","at":"1970-01-01T00:00:00Z","#
            + #""context":{"app":"a","osVersion":"26.1","sdk":"s"}}"#
        #expect(EventEncoder.json(event).text() == text)
    }

    static let extras: [(why: String, extra: JSON?, text: String)] = [
        ("nothing", nil, ""),
        ("an empty object", [:], ""),
        ("what is no object", [1], ""),
        ("a member", ["x": [1]], #","x":[1]"#),
        ("a member of the context", ["context": ["x": 1]], #","context":{"x":1}"#),
        ("both", ["y": 2, "context": ["x": 1]], #","context":{"x":1},"y":2"#),
        ("a context that is none", ["context": 1], #","context":1"#),
    ]

    @Test("what came along unknown", arguments: extras)
    func writesExtra(why: String, extra: JSON?, text: String) {
        let event = Event(id: "e", person: "p", at: .epoch, body: .optIn)

        let written = EventEncoder.json(event, extra: extra).text()

        let expected = #"{"id":"e","type":"opt_in","person":"p","at":"1970-01-01T00:00:00Z""# + text + "}"
        #expect(written == expected, "\(why)")
    }
}
