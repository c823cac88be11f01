import Testing
import TipCore

@Suite("Catalogs and experiments live by the events of stream 0")
struct LifecycleTests {
    static func second(_ seconds: Int64) -> Timestamp { Timestamp(microseconds: seconds * 1_000_000) }

    static func phase(_ number: Int = 1, at seconds: Int64 = 10) -> FrozenPhase {
        FrozenPhase(
            of: ExperimentDefinition(
                id: "x",
                tip: "T",
                audience: [],
                inclusion: 0.5,
                namespace: .init(id: "n", from: 0, to: 0.5),
                variants: [.init(id: "a"), .init(id: "b", weight: 2, shows: false)],
                primary: MetricDefinition(metric: .donation("bought"), within: 60, direction: .up),
                secondary: [MetricDefinition(metric: .tap)],
                guardrails: [
                    MetricDefinition(metric: .invalidation(.tipClosed), direction: .down, margin: 0.02)
                ],
                plan: .init(peoplePerVariant: 100, looks: 3, alpha: 0.05, minimumLift: nil)
            ),
            number: number,
            salt: "x:\(number)",
            catalogRevision: 1,
            startedAt: second(seconds)
        )
    }

    static let start = LifecycleEvent.experimentStarted(id: "x", phase: phase())

    static let refused:
        [(why: String, before: [LifecycleEvent], event: LifecycleEvent, problem: LifecycleError.Problem)] = [
            (
                "a catalog with the wrong revision", [], .catalogApplied(revision: 2, text: "{}"),
                .staleRevision
            ),
            ("a second start", [start], start, .alreadyStarted),
            ("a pause before the start", [], .experimentPaused(id: "x"), .notStarted),
            ("a second pause", [start, .experimentPaused(id: "x")], .experimentPaused(id: "x"), .notRunning),
            ("a resumption without a pause", [start], .experimentResumed(id: "x"), .notPaused),
            ("a share over one", [start], .experimentRamped(id: "x", share: 1.5), .badShare),
            (
                "a step after the end", [start, .experimentStopped(id: "x", decision: .keep)],
                .experimentPaused(id: "x"), .alreadyStopped
            ),
            (
                "shipping what does not exist", [start],
                .experimentStopped(id: "x", decision: .ship(variant: "z")),
                .unknownVariant
            ),
        ]

    @Test("a step that does not fit is refused and changes nothing", arguments: refused)
    func refusal(
        why: String,
        before: [LifecycleEvent],
        event: LifecycleEvent,
        problem: LifecycleError.Problem
    ) throws {
        var lifecycle = Lifecycle()
        for event in before { try lifecycle.apply(event, at: Self.second(20)) }
        let copy = lifecycle

        let error = #expect(throws: LifecycleError.self, "\(why)") {
            try lifecycle.apply(event, at: Self.second(30))
        }
        #expect(error?.problem == problem)
        #expect(lifecycle == copy)
        #expect(error?.description.isEmpty == false)
    }

    @Test("an experiment runs, ramps, pauses, changes weights and stops")
    func life() throws {
        var lifecycle = Lifecycle()
        let steps: [(Int64, LifecycleEvent)] = [
            (10, Self.start), (20, .experimentRamped(id: "x", share: 1)), (30, .experimentPaused(id: "x")),
            (40, .experimentResumed(id: "x")), (50, .phaseStarted(id: "x", phase: Self.phase(2, at: 50))),
            (60, .experimentPaused(id: "x")),
            (70, .experimentStopped(id: "x", decision: .ship(variant: "b"))),
        ]
        for (seconds, event) in steps { try lifecycle.apply(event, at: Self.second(seconds)) }

        let record = try #require(lifecycle.experiments["x"])
        #expect(record.status == .stopped)
        #expect(record.decision == .ship(variant: "b"))
        #expect(record.phases.map(\.endedAt) == [Self.second(50), Self.second(70)])
        #expect(record.phases[0].inclusion.map(\.share) == [0.5, 1])
        #expect(record.phases[0].pauses == [.init(from: Self.second(30), to: Self.second(40))])
        #expect(record.phases[1].pauses == [.init(from: Self.second(60), to: Self.second(70))])
    }

    @Test("a tip is off from the switch on, and only until it is switched back")
    func switches() throws {
        var lifecycle = Lifecycle()
        try lifecycle.apply(.tipOff(tip: "T"), at: Self.second(10))
        try lifecycle.apply(.tipOn(tip: "T"), at: Self.second(20))

        #expect(lifecycle.tipsOff(at: Self.second(9)) == [])
        #expect(lifecycle.tipsOff(at: Self.second(10)) == ["T"])
        #expect(lifecycle.tipsOff(at: Self.second(20)) == [])
    }

    static let all: [LifecycleEvent] = [
        .catalogApplied(revision: 1, text: "{\"tips\":[]}"), start, .phaseStarted(id: "x", phase: phase(2)),
        .experimentRamped(id: "x", share: 0.25), .experimentPaused(id: "x"), .experimentResumed(id: "x"),
        .experimentStopped(id: "x", decision: nil),
        .experimentStopped(id: "x", decision: .ship(variant: "b")),
        .tipOff(tip: "T"), .tipOn(tip: "T"),
    ]

    @Test("an event reads back from the JSON that the log keeps", arguments: all)
    func coding(event: LifecycleEvent) throws {
        let json = try #require(JSON(parsing: event.payload.text()))

        #expect(LifecycleEvent(type: event.type, payload: json) == event)
    }
}
