@testable import TipCore

/// A catalog with every feature, what changed for everybody, and a person's history, all from one seed.
struct RandomWorld {
    let definition: Catalog
    private(set) var catalog: CompiledCatalog
    let timeline: ProjectTimeline
    /// The events in the order of the history; instants may be equal only within one device and by its counter.
    let events: [Event]
    let folded: [FoldEvent]
    let asker: Asker

    static let start = at("2026-03-02T22:50:00Z")

    init(seed: UInt64, events count: Int = 40) {
        var generator = SeededGenerator(seed: seed)
        let definition = Self.catalog(&generator)
        var catalog = CompiledCatalog(definition)
        var writer = HistoryWriter(definition, generator)
        let events = HistoryOrder.sorted((0..<count).map { _ in writer.next() })
        self.definition = definition
        self.events = events
        folded = events.map { catalog.foldEvent($0) }
        self.catalog = catalog
        timeline = Self.timeline(of: definition, &generator)
        asker = Asker(person: "person-\(seed % 5)", device: generator.pick(["d1", "d2", ""]))
    }

    /// The state after the first events.
    func state(after count: Int) -> PersonState {
        folded.prefix(count).reduce(into: PersonState()) { $0.apply($1, under: catalog) }
    }

    /// What may be seen after the first events, under the conditions of an instant.
    func eligibility(after count: Int, at now: Timestamp) -> Eligibility {
        Eligibility(
            state(after: count),
            under: catalog,
            conditions: timeline.conditions(at: now, under: catalog),
            asker: asker
        )
    }

    // MARK: Catalog

    private static let rules = [
        #"param("flag") == true"#, #"param("plan") != nil"#,
        #"param("level") >= 2 || param("flag") == false"#,
        #"event("opened").donations.count >= 2"#,
        #"event("opened").donations.donatedWithin(minute).count >= 1"#,
        #"event("opened").donations.donatedWithin(minutes: 5).count < 2"#,
        #"event("viewed").donations.filter(date isInToday).count >= 1"#,
        #"event("viewed").donations.donatedWithin(hour).largestSubset(groupedBy: kind).count >= 2"#,
        #"event("viewed").donations.smallestSubset(groupedBy: kind).count == 1"#,
        #"event("viewed").donations.filter(kind != "a" && date < now - 1 minute).count > 0"#,
        #"!(event("opened").donations.filter(date > now - 2 minutes).count > 1) || param("level") == 1"#,
        #"param("experiment.copy") == "b" || param("flag") == true"#, #"param("experiment.second") != nil"#,
    ]

    private static func rule(_ generator: inout SeededGenerator) -> [Rule] {
        (try? Rule(parsing: generator.pick(rules))).map { [$0] } ?? []
    }

    private static func catalog(_ generator: inout SeededGenerator) -> Catalog {
        let ids = ["t0", "t1", "t2", "t3", "trail-{item}"]
        let tips = ids.map { id in
            TipDefinition(
                id: id,
                copy: Copy(actions: [ActionDefinition(id: "go", invalidates: generator.chance(1, in: 3))]),
                rules: (0..<generator.pick([0, 0, 1, 2])).flatMap { _ in rule(&generator) },
                options: TipOptions(
                    maxDisplayCount: generator.pick([nil, nil, 1, 2, 3]),
                    maxDisplayDuration: generator.pick([nil, nil, 30, 60, 75, 150, 600]),
                    ignoresDisplayFrequency: generator.chance(1, in: 4)
                ),
                priority: generator.pick([0, 0, 1, -1])
            )
        }
        return Catalog(
            displayFrequency: DisplayFrequency(seconds: generator.pick([0, 0, 90, 3600, 86_400]))
                ?? .immediate,
            timeZone: generator.pick(["UTC", "Europe/Berlin"]),
            parameters: [
                "flag": ParameterDefinition(defaultValue: .boolean(generator.chance(1, in: 2))),
                "plan": ParameterDefinition(isTransient: true),
                "level": ParameterDefinition(
                    defaultValue: .number(0),
                    isTransient: generator.chance(1, in: 2)
                ),
            ],
            events: [
                "opened": EventDefinition(
                    donationLimit: DonationLimit(maximumCount: generator.pick([3, 1000]))
                ),
                "viewed": EventDefinition(
                    donationLimit: DonationLimit(maximumAgeSeconds: generator.pick([nil, 200]))
                ),
            ],
            tips: tips,
            groups: [
                GroupDefinition(id: "first", tips: ["t0", "t1", "trail-{item}", "t2"]),
                GroupDefinition(id: "ordered", priority: .ordered, tips: ["t1", "t0", "t3"]),
            ],
            experiments: experiments(&generator)
        )
    }

    private static func experiments(_ generator: inout SeededGenerator) -> [ExperimentDefinition] {
        [
            ExperimentDefinition(
                id: "copy",
                tip: "t0",
                audience: generator.chance(1, in: 2) ? rule(&generator).filter { $0.parameters.isEmpty } : [],
                variants: [
                    ExperimentDefinition.Variant(id: "a"),
                    ExperimentDefinition.Variant(
                        id: "b",
                        copy: Copy(actions: [ActionDefinition(id: "stop", invalidates: true)])
                    ),
                    ExperimentDefinition.Variant(id: "none", shows: false),
                ]
            ),
            ExperimentDefinition(
                id: "second",
                tip: generator.pick(["t0", "t1"]),
                unit: .device,
                audience: (try? Rule(parsing: #"param("experiment.copy") != "b""#)).map { [$0] } ?? [],
                namespace: ExperimentDefinition.Namespace(id: "line", from: 0, to: 0.7),
                variants: [
                    ExperimentDefinition.Variant(id: "x", weight: 1, shows: false),
                    ExperimentDefinition.Variant(id: "y", weight: 2),
                ]
            ),
        ]
    }

    private static func timeline(
        of catalog: Catalog,
        _ generator: inout SeededGenerator
    ) -> ProjectTimeline {
        var timeline = ProjectTimeline()
        let configuration = ProjectTimeline.Change.configuration(
            displayFrequency: catalog.displayFrequency,
            timeZone: catalog.timeZone
        )
        timeline.record(configuration, at: .epoch)
        for experiment in catalog.experiments where generator.chance(2, in: 3) {
            let phase = ExperimentPhase(first: experiment, start: start)
            timeline.record(.experiment(experiment.id, .running(phase)), at: start)
        }
        if generator.chance(1, in: 4) { timeline.record(.tipOff("t1"), at: start.adding(seconds: 300)) }
        if generator.chance(1, in: 4) {
            timeline.record(.tipOff("trail-{item}"), at: start.adding(seconds: 100))
            timeline.record(.tipOn("trail-{item}"), at: start.adding(seconds: 400))
        }
        if generator.chance(1, in: 3) {
            let other = DisplayFrequency(seconds: generator.pick([0, 60, 7200])) ?? .immediate
            let change = ProjectTimeline.Change.configuration(displayFrequency: other, timeZone: "Asia/Tokyo")
            timeline.record(change, at: start.adding(seconds: 600))
        }
        return timeline
    }
}

/// Writes a history event by event: gaps around every limit, devices that fall silent, ends that get lost.
struct HistoryWriter {
    private var generator: SeededGenerator
    private var now = RandomWorld.start
    private var sequence: Int64 = 0
    private var displays: [(tip: String, display: String)] = []
    private var count = 0
    private var device = "d1"

    private static let tips = ["t0", "t0", "t1", "t2", "t3", "trail-a", "trail-b", "gone"]
    private static let gaps: [Int64] = [
        1, 1, 500_000, 1_000_000, 5_000_000, 20_000_000, 20_000_000, 59_999_999, 60_000_000, 60_000_001,
        150_000_000, 3_600_000_000, 40_000_000_000, 86_400_000_000,
    ]

    init(_ catalog: Catalog, _ generator: SeededGenerator) {
        self.generator = generator
    }

    /// The next event, later than the one before, or at its instant on its device with a higher counter.
    mutating func next() -> Event {
        if generator.chance(9, in: 10) || count == 0 {
            now = now.adding(microseconds: generator.pick(Self.gaps))
            device = generator.pick(["d1", "d1", "d1", "d2", ""])
        }
        sequence += 1
        count += 1
        return Event(
            id: "e\(count)",
            person: "p",
            at: now,
            device: device,
            sequence: sequence,
            isTest: generator.chance(1, in: 10),
            body: body()
        )
    }

    private mutating func body() -> EventBody {
        let tip = generator.pick(Self.tips)
        switch Int.random(in: 0..<40, using: &generator) {
        case 0..<6: return .donation(event: "opened", info: [:])
        case 6..<12: return .donation(event: "viewed", info: info())
        case 12: return .donationsDeleted(event: generator.pick(["opened", "viewed"]))
        case 13..<16: return parameter()
        case 16..<18: return .session
        case 18: return .timeZone(generator.pick(["America/New_York", "Europe/Berlin", "Nowhere/None"]))
        case 19..<26:
            let display = generator.chance(1, in: 12) ? displays.last?.display : nil
            displays.append((tip, display ?? "x\(count)"))
            return .impression(EventBody.Impression(tip: tip, display: displays[displays.count - 1].display))
        case 26..<29: return aboutDisplay { .impressionProgress(tip: $0, display: $1) }
        case 29..<33: return aboutDisplay { .impressionEnd(tip: $0, display: $1) }
        case 33:
            let action = generator.pick(["go", "stop", "other"])
            let isNamed = generator.chance(1, in: 2)
            return aboutDisplay { .actionTap(tip: $0, action: action, display: isNamed ? $1 : nil) }
        case 34: return .invalidation(tip: tip, reason: generator.pick([.actionPerformed, .tipClosed]))
        case 35: return .eligibilityReset(tip: tip)
        case 36: return generator.chance(1, in: 3) ? .datastoreReset : .optIn
        case 37:
            let until = generator.pick([nil, now.adding(seconds: 45), now.adding(seconds: -1)])
            let kind = generator.pick(OverrideKind.allCases)
            return .overrideSet(
                kind: kind,
                tips: [tip, generator.pick(["t1", "trail-{item}"])],
                until: until
            )
        case 38: return .overrideCleared(kind: generator.pick([nil, .showTips, .hideAllTips]))
        default:
            let others: [EventBody] = [
                .optOut, .impressionFailed(tip: tip, display: nil, reason: "x"), .identify(previous: "q"),
                .exposure(tip: tip, experiment: "copy", variant: "none"),
            ]
            return generator.pick(others)
        }
    }

    private mutating func info() -> NamedValues<Scalar> {
        switch Int.random(in: 0..<6, using: &generator) {
        case 0: [:]
        case 1: ["kind": .null, "other": .string("unread")]
        default: ["kind": .string(generator.pick(["a", "b"]))]
        }
    }

    private mutating func parameter() -> EventBody {
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: .parameter(name: "flag", value: .boolean(generator.chance(1, in: 2)))
        case 1: .parameter(name: "plan", value: generator.pick([.null, .string("pro")]))
        case 2: .parameter(name: "level", value: .number(generator.pick([0, 1, 2, 3])))
        default: .parameter(name: "unknown", value: .number(1))
        }
    }

    private mutating func aboutDisplay(_ make: (String, String) -> EventBody) -> EventBody {
        guard let last = displays.last else { return make("t0", "never began") }
        let display = generator.chance(2, in: 3) ? last : generator.pick(displays)
        return make(display.tip, display.display)
    }
}
