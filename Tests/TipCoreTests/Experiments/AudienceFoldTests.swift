import Testing
import TipCore

@Suite("Who is in an audience is followed through the history, by rules that were frozen")
struct AudienceFoldTests {
    private static func phase(_ rules: [String], _ catalog: Catalog) throws -> FrozenPhase {
        let audience = try rules.map { try Rule(parsing: $0) }
        let definition = ExperimentDefinition(
            id: "copy",
            tip: "T",
            audience: audience,
            variants: [.init(id: "a"), .init(id: "b")]
        )
        let phase = FrozenPhase(
            of: definition,
            salt: "copy",
            catalogRevision: 1,
            startedAt: .epoch,
            declarations: AudienceDeclarations(of: audience, in: catalog)
        )
        return try #require(FrozenPhase(json: phase.json), "a start event gives the phase back")
    }

    private static let catalog = Catalog(
        parameters: [
            "platform": ParameterDefinition(type: .string),
            "hot": ParameterDefinition(type: .boolean, defaultValue: .boolean(false), isTransient: true),
        ],
        events: ["open": EventDefinition(donationLimit: DonationLimit(maximumCount: 2))]
    )

    private static func event(_ seconds: Int64, _ body: EventBody) -> Event {
        Event(id: "e\(seconds)", person: "p", at: Timestamp.epoch.adding(seconds: seconds), body: body)
    }

    private static let open = EventBody.donation(event: "open", info: [:])

    static let table: [(why: String, rules: [String], history: [Event], holds: Bool)] = [
        ("a parameter that was never set", [#"param("platform") == "iOS""#], [], false),
        (
            "one that was set", [#"param("platform") == "iOS""#],
            [event(1, .parameter(name: "platform", value: .string("iOS")))], true
        ),
        (
            "one that was set and changed", [#"param("platform") == "iOS""#],
            [
                event(1, .parameter(name: "platform", value: .string("iOS"))),
                event(2, .parameter(name: "platform", value: .string("web"))),
            ], false
        ),
        (
            "a transient one after a launch", [#"param("hot") == true"#],
            [event(1, .parameter(name: "hot", value: .boolean(true))), event(2, .session)], false
        ),
        (
            "donations enough", [#"event("open").donations.count >= 2"#], [event(1, open), event(2, open)],
            true
        ),
        (
            "no more donations than the limit keeps", [#"event("open").donations.count >= 3"#],
            [event(1, open), event(2, open), event(3, open)], false
        ),
        (
            "all rules have to hold", [#"param("platform") == nil"#, #"event("open").donations.count >= 1"#],
            [], false
        ),
    ]

    @Test("a history leads into the audience or not", arguments: table)
    func holds(why: String, rules: [String], history: [Event], expected: Bool) throws {
        var fold = try #require(AudienceFold(try Self.phase(rules, Self.catalog)))
        for event in history { fold.apply(event) }
        #expect(fold.holds(at: Timestamp.epoch.adding(seconds: 10)) == expected, "\(why)")
    }

    @Test("everyone is in the audience of a phase without rules")
    func everyone() throws {
        #expect(AudienceFold(try Self.phase([], Self.catalog)) == nil)
    }

    @Test("an impression that states no variant enrols only who is in; one that states it is believed")
    func exposure() throws {
        let phase = try Self.phase([#"param("platform") == "iOS""#], Self.catalog)
        func standing(_ stated: String?, sets: Bool) -> Participation.Standing? {
            var fold = ParticipationFold(
                phase: phase,
                experiment: "copy",
                assigned: { _ in ["a"] },
                isOfTip: { $0 == "T" },
                audience: AudienceFold(phase)
            )
            var history: [Event] = []
            if sets { history.append(Self.event(1, .parameter(name: "platform", value: .string("iOS")))) }
            history.append(Self.event(2, .impression(.init(tip: "T", display: "d", variant: stated))))
            for event in history { fold.apply(LoggedEvent(event: event, receivedAt: event.at)) }
            return fold.result?.standing
        }
        #expect(standing(nil, sets: true) == .compared)
        #expect(standing(nil, sets: false) == nil)
        #expect(standing("a", sets: false) == .compared)
    }
}
