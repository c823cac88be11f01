import Testing
import TipCore
import TipWire

@Suite("A catalog file is read construct by construct")
struct CatalogReaderTests {
    /// The example of the contract, with the tip that its group names.
    static let example = """
        {
          displayFrequency: "daily",              // immediate hourly daily weekly monthly, or seconds
          timeZone: "Asia/Tokyo",
          parameters: { isLoggedIn: { type: "boolean", default: false },
                        platform: { type: "string", default: null } },
          events: { "entered-view": { info: { backyardID: "number" }, donationLimit: { maximumCount: 1000 } } },
          tips: [{ id: "welcome", title: "Welcome" }, {
            id: "favorite-backyard",
            title: "Save as a Favorite",
            message: "Your favorite backyards always appear at the top of the list.",
            image: "star",
            actions: [{ id: "learn-more", title: "Learn More" }],
            rules: ['param("isLoggedIn") == true',
                    'event("entered-view").donations.donatedWithin(days: 5).largestSubset(groupedBy: backyardID).count >= 3'],
            options: { maxDisplayCount: 5, maxDisplayDuration: 300, ignoresDisplayFrequency: false },
            priority: 0, presentation: "inline", revision: 1,
          }],
          groups: [{ id: "onboarding", priority: "ordered", tips: ["welcome", "favorite-backyard"] }],
          experiments: [{
            id: "favorites-copy", tip: "favorite-backyard", unit: "person",
            audience: ['param("platform") == "iOS"'],
            inclusion: 1.0, namespace: null,
            variants: [{ id: "control" },
                       { id: "benefit", title: "Never lose a backyard", weight: 1 },
                       { id: "none", shows: false }],
            primary: { metric: "tap", within: "7d" },
            secondary: [], guardrails: [{ metric: "invalidation:tipClosed", direction: "down" }],
            plan: { peoplePerVariant: 5000, looks: 5, alpha: 0.05, minimumLift: 0.1 },
          }],
        }
        """

    @Test("the contract's example has neither errors nor warnings")
    func contractExample() throws {
        let reading = CatalogReader().read(Self.example, file: "tips.json5")

        #expect(reading.errors.map(\.description) == [])
        #expect(reading.warnings.map(\.description) == [])
        let catalog = try #require(reading.catalog)
        #expect(catalog.displayFrequency == DisplayFrequency(name: "daily"))
        #expect(catalog.timeZone == "Asia/Tokyo")
        #expect(
            catalog.parameters["isLoggedIn"]
                == ParameterDefinition(type: .boolean, defaultValue: .boolean(false))
        )
        #expect(catalog.parameters["platform"] == ParameterDefinition(type: .string))
        #expect(catalog.events["entered-view"] == EventDefinition(info: ["backyardID": .number]))
        let tip = try #require(catalog.tips.last)
        #expect(tip.copy.title == LocalizedText("Save as a Favorite"))
        #expect(tip.copy.actions == [ActionDefinition(id: "learn-more", title: LocalizedText("Learn More"))])
        #expect(tip.rules.count == 2)
        #expect(tip.options == TipOptions(maxDisplayCount: 5, maxDisplayDuration: 300))
        #expect(tip.presentation == "inline")
        #expect(
            catalog.groups == [
                GroupDefinition(id: "onboarding", priority: .ordered, tips: ["welcome", "favorite-backyard"])
            ]
        )
        let experiment = try #require(catalog.experiments.first)
        #expect(experiment.variants.map(\.id) == ["control", "benefit", "none"])
        #expect(experiment.variants.map(\.shows) == [true, true, false])
        #expect(experiment.audience.map(\.text) == [#"param("platform") == "iOS""#])
        #expect(experiment.primary == MetricDefinition(metric: .tap, within: 604_800))
        #expect(
            experiment.guardrails == [MetricDefinition(metric: .invalidation(.tipClosed), direction: .down)]
        )
        #expect(experiment.plan?.peoplePerVariant == 5000)
    }

    static let frequencies: [(why: String, text: String, seconds: Double)] = [
        ("left out", "{}", 0),
        ("a name", "{displayFrequency: 'weekly'}", 604_800),
        ("seconds", "{displayFrequency: 432000}", 432_000),
        ("a fraction of a second", "{displayFrequency: 0.5}", 0.5),
        ("an object of seconds", "{displayFrequency: {seconds: 432000}}", 432_000),
        ("no time at all", "{displayFrequency: {seconds: 0}}", 0),
    ]

    @Test("display frequencies", arguments: frequencies)
    func displayFrequency(why: String, text: String, seconds: Double) throws {
        #expect(try Self.catalog(text).displayFrequency.seconds == seconds, "\(why)")
    }

    static let parameters: [(why: String, text: String, parameter: ParameterDefinition)] = [
        ("nothing said", "{}", ParameterDefinition()),
        ("a type alone", "{type: 'number'}", ParameterDefinition(type: .number)),
        (
            "the type from the default", "{default: 3}",
            ParameterDefinition(type: .number, defaultValue: .number(3))
        ),
        ("an empty text", "{default: ''}", ParameterDefinition(type: .string, defaultValue: .string(""))),
        ("any type with null", "{default: null}", ParameterDefinition()),
        (
            "transient", "{type: 'boolean', default: true, transient: true}",
            ParameterDefinition(type: .boolean, defaultValue: .boolean(true), isTransient: true)
        ),
    ]

    @Test("parameters", arguments: parameters)
    func reads(why: String, text: String, parameter: ParameterDefinition) throws {
        #expect(try Self.catalog("{parameters: {p: \(text)}}").parameters == ["p": parameter], "\(why)")
    }

    static let events: [(why: String, text: String, event: EventDefinition)] = [
        ("nothing said", "{}", EventDefinition()),
        (
            "fields", "{info: {a: 'string', b: 'boolean'}}",
            EventDefinition(info: ["a": .string, "b": .boolean])
        ),
        (
            "a limit of count", "{donationLimit: {maximumCount: 50}}",
            EventDefinition(donationLimit: DonationLimit(maximumCount: 50))
        ),
        (
            "a limit of age", "{donationLimit: {maximumAge: 60}}",
            EventDefinition(donationLimit: DonationLimit(maximumAgeSeconds: 60))
        ),
        (
            "a limit of age as the golden cases write it",
            "{donationLimit: {maximumCount: 5, maximumAgeSeconds: 604800}}",
            EventDefinition(donationLimit: DonationLimit(maximumCount: 5, maximumAgeSeconds: 604_800))
        ),
    ]

    @Test("events", arguments: events)
    func event(why: String, text: String, event: EventDefinition) throws {
        #expect(try Self.catalog("{events: {e: \(text)}}").events == ["e": event], "\(why)")
    }

    @Test("a tip has defaults for all but its id")
    func smallestTip() throws {
        #expect(try Self.catalog("{tips: [{id: 't'}]}").tips == [TipDefinition(id: "t")])
    }

    @Test("texts in several languages keep their order")
    func localizedText() throws {
        let tips = try Self.catalog("{tips: [{id: 't', title: {en: 'Hi', ja: 'やあ', 'pt-BR': 'Oi'}}]}").tips

        let expected = LocalizedText(variants: [
            .init(locale: "en", text: "Hi"), .init(locale: "ja", text: "やあ"),
            .init(locale: "pt-BR", text: "Oi"),
        ])
        #expect(tips.first?.copy.title == expected)
    }

    @Test("a button without an id is named by its index")
    func actions() throws {
        let tips = try Self.catalog(
            "{tips: [{id: 't', actions: [{title: 'A'}, {title: 'B', invalidates: true}]}]}"
        ).tips

        let expected = [
            ActionDefinition(id: "0", title: LocalizedText("A")),
            ActionDefinition(id: "1", title: LocalizedText("B"), invalidates: true),
        ]
        #expect(tips.first?.copy.actions == expected)
    }

    @Test("an experiment has defaults for all but its id, tip and variants")
    func smallestExperiment() throws {
        let experiments = try Self.catalog(
            "{tips: [{id: 't'}], experiments: [{id: 'x', tip: 't', variants: [{id: 'a'}, {id: 'b', weight: 0}]}]}"
        ).experiments

        let expected = ExperimentDefinition(
            id: "x",
            tip: "t",
            variants: [.init(id: "a"), .init(id: "b", weight: 0)]
        )
        #expect(experiments == [expected])
    }

    static let durations: [(why: String, text: String, seconds: Double?)] = [
        ("days", "'7d'", 604_800), ("weeks", "'2w'", 1_209_600), ("hours", "'36h'", 129_600),
        ("minutes", "'90m'", 5400), ("seconds in text", "'45s'", 45), ("a fraction", "'1.5h'", 5400),
        ("seconds", "3600", 3600), ("left out", "null", nil),
    ]

    @Test("windows of metrics", arguments: durations)
    func within(why: String, text: String, seconds: Double?) throws {
        let catalog = try Self.catalog(
            """
            {tips: [{id: 't'}], experiments: [{id: 'x', tip: 't', variants: [{id: 'a'}],
             primary: {metric: 'donation:e', within: \(text), direction: 'up', margin: 0.02}}]}
            """
        )

        let expected = MetricDefinition(metric: .donation("e"), within: seconds, direction: .up, margin: 0.02)
        #expect(catalog.experiments.first?.primary == expected, "\(why)")
    }

    @Test("namespaces and units")
    func namespace() throws {
        let experiment = try Self.catalog(
            """
            {tips: [{id: 't-{item}'}], experiments: [{id: 'x', tip: 't-{item}', unit: 'device', inclusion: 0.5,
             namespace: {id: 'n', from: 0, to: 0.5}, variants: [{id: 'a'}]}]}
            """
        ).experiments.first

        #expect(experiment?.unit == .device)
        #expect(experiment?.inclusion == 0.5)
        #expect(experiment?.namespace == ExperimentDefinition.Namespace(id: "n", from: 0, to: 0.5))
    }

    /// The catalog of a text without errors.
    static func catalog(_ text: String) throws -> Catalog {
        let reading = CatalogReader().read(text, file: "f")
        return try #require(reading.catalog, "\(reading.errors.map(\.description))")
    }
}
