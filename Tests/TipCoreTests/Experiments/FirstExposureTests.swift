import Testing
import TipCore

@Suite("The variant of the first exposure stays, whatever a person is called")
struct FirstExposureTests {
    private static func definition(unit: ExperimentDefinition.Unit = .person, audience: [Rule] = [])
        -> ExperimentDefinition
    {
        ExperimentDefinition(
            id: "copy",
            tip: "T",
            unit: unit,
            audience: audience,
            variants: [.init(id: "a"), .init(id: "b")]
        )
    }

    /// A project in which the definition runs from the tenth microsecond on.
    private static func lifecycle(
        _ definition: ExperimentDefinition = definition(),
        declarations: AudienceDeclarations? = nil
    ) throws -> Lifecycle {
        let phase = FrozenPhase(
            of: definition,
            salt: "copy",
            catalogRevision: 1,
            startedAt: Timestamp(microseconds: 10),
            declarations: declarations
        )
        var lifecycle = Lifecycle()
        try lifecycle.apply(.experimentStarted(id: "copy", phase: phase), at: phase.startedAt)
        return lifecycle
    }

    private static func seen(_ at: Int64, _ variant: String?, by person: String = "p", test: Bool = false)
        -> LoggedEvent
    {
        let event = Event(
            id: "e\(at)",
            person: person,
            at: Timestamp(microseconds: at),
            isTest: test,
            body: .impression(.init(tip: "T", display: "d", variant: variant))
        )
        return LoggedEvent(event: event, receivedAt: event.at)
    }

    /// A catalog whose experiment is in a phase, what holds under it, and the number of its tip.
    private static func running(_ definition: ExperimentDefinition, _ phase: ExperimentPhase) throws -> (
        catalog: CompiledCatalog, conditions: ProjectConditions, tip: UInt32
    ) {
        let catalog = CompiledCatalog(Catalog(tips: [TipDefinition(id: "T")], experiments: [definition]))
        var timeline = ProjectTimeline()
        timeline.record(.experiment("copy", .running(phase)), at: .epoch)
        let conditions = timeline.conditions(at: Timestamp(microseconds: 5), under: catalog)
        return (catalog, conditions, try #require(catalog.vocabulary.tips.number(of: "T")))
    }

    private static func kept(_ variant: String) -> KeptVariant {
        KeptVariant(experiment: "copy", phase: 1, variant: variant)
    }

    static let table: [(why: String, history: [LoggedEvent], variant: String?)] = [
        ("nothing seen", [], nil), ("seen before the phase", [seen(9, "a")], nil),
        ("the first of two", [seen(11, "b"), seen(12, "a")], "b"),
        ("a tester's look is none", [seen(11, "b", test: true), seen(12, "a")], "a"),
        ("under another name", [seen(11, "b", by: "anonymous"), seen(12, "a", by: "user")], "b"),
    ]

    @Test("the first exposure of the phase decides", arguments: table)
    func first(why: String, history: [LoggedEvent], variant: String?) throws {
        let found = FirstExposures(try Self.lifecycle()).variants(in: history)
        #expect(found == (variant.map { [Self.kept($0)] } ?? []), "\(why)")
    }

    @Test("an impression that states nothing has the variant that its name was given")
    func unstated() throws {
        let found = FirstExposures(try Self.lifecycle()).variants(in: [Self.seen(11, nil, by: "anonymous")])
        let definition = Self.definition()
        let phase = ExperimentPhase(first: definition, start: .epoch)
        let place = try #require(Assigner(definition, phase).assign("anonymous").variant)
        #expect(found == [Self.kept(["a", "b"][place])])
    }

    @Test("devices that are assigned alone keep nothing, and what was seen after the end is none")
    func nothing() throws {
        #expect(
            FirstExposures(try Self.lifecycle(Self.definition(unit: .device))).variants(in: [
                Self.seen(11, "b")
            ]).isEmpty
        )
        var over = try Self.lifecycle()
        try over.apply(.experimentStopped(id: "copy", decision: nil), at: Timestamp(microseconds: 99))
        #expect(FirstExposures(over).variants(in: [Self.seen(100, "b")]).isEmpty)
        #expect(FirstExposures(over).variants(in: [Self.seen(11, "b")]) == [Self.kept("b")])
    }

    @Test("a bot has seen nothing, and an impression outside the audience that states nothing is none")
    func noExposure() throws {
        var bot = Self.seen(11, "b")
        bot.isBot = true
        #expect(
            FirstExposures(try Self.lifecycle()).variants(in: [bot, Self.seen(12, "a")]) == [Self.kept("a")]
        )
        let audience = [try Rule(parsing: #"param("plan") == "pro""#)]
        let catalog = Catalog(parameters: ["plan": ParameterDefinition(defaultValue: .string("free"))])
        let lifecycle = try Self.lifecycle(
            Self.definition(audience: audience),
            declarations: AudienceDeclarations(of: audience, in: catalog)
        )
        let first = FirstExposures(lifecycle)
        #expect(first.variants(in: [Self.seen(11, nil)]).isEmpty)
        #expect(first.variants(in: [Self.seen(11, "b")]) == [Self.kept("b")], "who states it has shown it")
    }

    @Test("what was kept in one phase says nothing of the next")
    func phases() throws {
        let definition = Self.definition()
        let first = ExperimentPhase(first: definition, start: .epoch)
        let second = ExperimentPhase(
            number: 2,
            salt: "copy/2",
            weights: first.weights,
            inclusion: 1,
            start: .epoch
        )
        let (catalog, conditions, tip) = try Self.running(definition, second)
        for person in (0..<20).map({ "person-\($0)" }) {
            let places = ["a", "b"].map { kept -> Int? in
                var asker = Asker(person: person)
                asker.variants = [Self.kept(kept)]
                return Eligibility(PersonState(), under: catalog, conditions: conditions, asker: asker)
                    .verdict(on: tip, at: Timestamp(microseconds: 5))?.copy?.variant
            }
            #expect(places[0] != nil && places[0] == places[1])
        }
    }

    @Test("a decision gives the kept variant again after the hash would give another")
    func decision() throws {
        let definition = Self.definition()
        let phase = ExperimentPhase(first: definition, start: .epoch)
        let (catalog, conditions, tip) = try Self.running(definition, phase)
        for person in (0..<20).map({ "person-\($0)" }) {
            for kept in ["a", "b"] {
                var asker = Asker(person: person)
                asker.variants = [Self.kept(kept)]
                let eligibility = Eligibility(
                    PersonState(),
                    under: catalog,
                    conditions: conditions,
                    asker: asker
                )
                let verdict = try #require(eligibility.verdict(on: tip, at: Timestamp(microseconds: 5)))
                #expect(verdict.copy?.variant == (kept == "a" ? 0 : 1))
            }
        }
    }
}
