import Testing
import TipCore
import TipWire

@Suite("An event that names what no catalog has is noticed")
struct KnownNamesTests {
    static let table: [(why: String, body: EventBody, warning: String?)] = [
        ("a declared event", .donation(event: "declared", info: [:]), nil),
        ("an event that a rule counts", .donation(event: "counted", info: [:]), nil),
        ("another event", .donation(event: "cuonted", info: [:]), "unknown_event event"),
        ("another event's donations", .donationsDeleted(event: "other"), "unknown_event event"),
        ("a parameter that an audience reads", .parameter(name: "platform", value: .null), nil),
        ("another parameter", .parameter(name: "other", value: .null), "unknown_parameter name"),
        ("a tip", .impression(.init(tip: "t", display: "d")), nil),
        ("an item of a reusable tip", .impressionEnd(tip: "trail-7", display: "d"), nil),
        ("no item at all", .impressionProgress(tip: "trail-", display: "d"), "unknown_tip tip"),
        ("another tip", .invalidation(tip: "other", reason: .tipClosed), "unknown_tip tip"),
        ("an override of a tip", .overrideSet(kind: .showTips, tips: ["t"], until: nil), nil),
        (
            "an override of another tip", .overrideSet(kind: .showTips, tips: ["t", "u"], until: nil),
            "unknown_tip tips"
        ),
        ("what names nothing", .session, nil),
    ]

    @Test("by its field", arguments: table)
    func warns(why: String, body: EventBody, warning: String?) throws {
        let catalog = Catalog(
            events: ["declared": EventDefinition()],
            tips: [
                TipDefinition(id: "t", rules: [try Rule(parsing: #"event("counted").donations.count > 1"#)]),
                TipDefinition(id: "trail-{item}"),
            ],
            experiments: [
                ExperimentDefinition(
                    id: "x",
                    tip: "t",
                    audience: [try Rule(parsing: #"param("platform") == "iOS""#)],
                    variants: []
                )
            ]
        )
        let event = Event(id: "e", person: "p", at: .epoch, body: body)

        let warnings = KnownNames(catalog).warnings(for: event)

        #expect(warnings.map { "\($0.code) \($0.field)" } == (warning.map { [$0] } ?? []), "\(why)")
    }
}
