import Testing

@testable import TipCore

@Suite("An experiment gives a variant as a parameter, copy and blocker")
struct ExperimentEligibilityTests {
    private static func catalog(
        unit: ExperimentDefinition.Unit = .person,
        audience: [String] = [],
        rules: [String] = []
    ) throws -> Catalog {
        Catalog(
            tips: [
                TipDefinition(id: "t", rules: try rules.map { try Rule(parsing: $0) }),
                TipDefinition(id: "b-only", rules: [try Rule(parsing: #"param("experiment.copy") == "b""#)]),
            ],
            experiments: [
                ExperimentDefinition(
                    id: "copy",
                    tip: "t",
                    unit: unit,
                    audience: try audience.map { try Rule(parsing: $0) },
                    variants: [
                        ExperimentDefinition.Variant(id: "a"), ExperimentDefinition.Variant(id: "b"),
                        ExperimentDefinition.Variant(id: "none", shows: false),
                    ]
                )
            ]
        )
    }

    /// A person or device for each variant of the first phase of `copy`.
    private static func unit(of variant: Int, _ catalog: Catalog) -> String {
        let experiment = catalog.experiments[0]
        let assigner = Assigner(experiment, ExperimentPhase(first: experiment, start: .epoch))
        return (0..<100).map { "u\($0)" }.first { assigner.assign($0).variant == variant } ?? ""
    }

    private static func running(_ story: inout Story) {
        let phase = ExperimentPhase(
            first: story.catalog.catalog.experiments[0],
            start: Story.time("10:00:00")
        )
        story.timeline.record(.experiment("copy", .running(phase)), at: Story.time("10:00:00"))
    }

    private static func choice(_ story: Story, at time: String) -> VariantChoice? {
        let eligibility = story.eligibility(at: time)
        return eligibility.verdict(on: 0, at: Story.time(time))?.copy
    }

    @Test("a draft gives everyone the first variant")
    func draft() throws {
        var story = Story(try Self.catalog(audience: ["1 == 2"]))
        Self.running(&story)

        #expect(Self.choice(story, at: "09:59:59") == VariantChoice(experiment: 0, variant: 0))
        #expect(Self.choice(story, at: "10:00:00") == nil, "nobody is in this audience")
    }

    @Test("a phase gives each unit its own, one that shows nothing blocks", arguments: [0, 1, 2])
    func running(variant: Int) throws {
        let catalog = try Self.catalog()
        var story = Story(catalog)
        story.asker.person = Self.unit(of: variant, catalog)
        Self.running(&story)

        #expect(Self.choice(story, at: "10:00:00")?.variant == variant)
        #expect(
            story.tells("t", at: "10:00:00")
                == ["available", "available", "pending variant:copy/none"][variant]
        )
        #expect(story.tells("b-only", at: "10:00:00") == (variant == 1 ? "available" : "pending rule:0"))
    }

    @Test("a device is a unit of its own, and without one there is no variant")
    func device() throws {
        let catalog = try Self.catalog(unit: .device)
        var story = Story(catalog)
        Self.running(&story)
        story.asker = Asker(person: Self.unit(of: 0, catalog), device: Self.unit(of: 1, catalog))
        #expect(Self.choice(story, at: "10:00:00")?.variant == 1)
        story.asker.device = ""
        #expect(Self.choice(story, at: "10:00:00") == nil)
    }

    @Test("an audience that changes with time changes the answer at its instant")
    func audience() throws {
        let catalog = try Self.catalog(audience: [#"event("e").donations.donatedWithin(hour).count > 0"#])
        var story = Story(catalog)
        story.asker.person = Self.unit(of: 2, catalog)
        Self.running(&story)
        story.happens("10:30:00", .donation(event: "e", info: [:]))

        #expect(story.tells("t", at: "10:29:59") == "available")
        #expect(story.tells("t", at: "10:30:00") == "pending variant:copy/none")
        #expect(story.until("t", at: "10:30:00") == "11:30:00.000001")
        #expect(Self.choice(story, at: "11:30:00") != nil)
        #expect(Self.choice(story, at: "11:30:01") == nil)
        #expect(story.until("b-only", at: "10:30:00") == nil, "none is not b, and nil is not b")
    }

    @Test("paused, all have the first variant; stopped, nobody is in")
    func lifecycle() throws {
        let catalog = try Self.catalog()
        var story = Story(catalog)
        story.asker.person = Self.unit(of: 1, catalog)
        Self.running(&story)
        let phase = ExperimentPhase(first: catalog.experiments[0], start: .epoch)
        story.timeline.record(.experiment("copy", .paused(phase)), at: Story.time("11:00:00"))
        story.timeline.record(.experiment("copy", .running(phase)), at: Story.time("12:00:00"))
        story.timeline.record(.experiment("copy", .stopped), at: Story.time("13:00:00"))
        let times = ["10:30:00", "11:00:00", "12:00:00", "13:00:00"]

        #expect(times.map { Self.choice(story, at: $0)?.variant } == [1, 0, 1, nil])
    }

    @Test("a paused experiment keeps its own people, and everyone else is in the running one on the same tip")
    func pausedBeforeRunning() throws {
        var catalog = try Self.catalog()
        let paused = ExperimentDefinition(
            id: "paused",
            tip: "t",
            variants: [ExperimentDefinition.Variant(id: "x"), ExperimentDefinition.Variant(id: "y")]
        )
        catalog.experiments.insert(paused, at: 0)
        var story = Story(catalog)
        let phase = ExperimentPhase(first: catalog.experiments[1], start: .epoch)
        story.timeline.record(.experiment("copy", .running(phase)), at: Story.time("10:00:00"))
        let held = ExperimentPhase(first: paused, start: .epoch)
        story.timeline.record(.experiment("paused", .paused(held)), at: Story.time("10:00:00"))

        #expect(Self.choice(story, at: "10:00:00")?.experiment == 1)
        story.asker.variants = [KeptVariant(experiment: "paused", phase: held.number, variant: "y")]
        #expect(Self.choice(story, at: "10:00:00") == VariantChoice(experiment: 0, variant: 1))
    }

    @Test("a running experiment goes before a draft on the same tip")
    func twoExperiments() throws {
        var catalog = try Self.catalog()
        catalog.experiments.insert(
            ExperimentDefinition(id: "draft", tip: "t", variants: [ExperimentDefinition.Variant(id: "x")]),
            at: 0
        )
        var story = Story(catalog)
        let phase = ExperimentPhase(first: catalog.experiments[1], start: .epoch)
        story.timeline.record(.experiment("copy", .running(phase)), at: Story.time("10:00:00"))

        #expect(Self.choice(story, at: "09:00:00")?.experiment == 0)
        #expect(Self.choice(story, at: "10:00:00")?.experiment == 1)
    }

    @Test("an audience that depends on its own variant is nobody")
    func cycle() throws {
        var catalog = try Self.catalog(audience: [#"param("experiment.other") == nil"#])
        catalog.experiments.append(
            ExperimentDefinition(
                id: "other",
                tip: "t",
                audience: [try Rule(parsing: #"param("experiment.copy") == nil"#)],
                variants: [ExperimentDefinition.Variant(id: "x")]
            )
        )
        var story = Story(catalog)
        Self.running(&story)
        let phase = ExperimentPhase(first: catalog.experiments[1], start: .epoch)
        story.timeline.record(.experiment("other", .running(phase)), at: .epoch)

        #expect(Self.choice(story, at: "11:00:00") == nil)
        #expect(story.until("t", at: "11:00:00") == nil)
    }

    @Test("a variant's copy is completed by the tip's own")
    func copy() throws {
        var definition = try Self.catalog()
        definition.tips[0].copy = Copy(
            title: LocalizedText("own"),
            message: LocalizedText("message"),
            image: "star",
            actions: [ActionDefinition(id: "go")]
        )
        definition.experiments[0].variants[1].copy.title = LocalizedText("variant")
        let catalog = CompiledCatalog(definition)
        let copy = catalog.copy(of: 0, choice: VariantChoice(experiment: 0, variant: 1))

        #expect(copy.title == LocalizedText("variant"))
        #expect(copy.message == LocalizedText("message"))
        #expect(copy.actions.map(\.id) == ["go"])
        #expect(catalog.copy(of: 0, choice: nil) == definition.tips[0].copy)
    }

    @Test("a button of a variant ends the tip as it declares")
    func variantButton() throws {
        var catalog = try Self.catalog()
        catalog.experiments[0].variants[1].copy.actions = [ActionDefinition(id: "got-it", invalidates: true)]
        var story = Story(catalog)
        story.happens("10:00:00", .actionTap(tip: "t", action: "got-it", display: nil))

        #expect(story.tells("t", at: "10:00:00") == "invalidated actionPerformed 10:00:00")
    }
}
