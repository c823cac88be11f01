import Testing
import TipCore

@Suite("A start event holds the whole plan, also what was left to defaults")
struct FrozenPlanTests {
    private static func phase(_ plan: ExperimentDefinition.Plan?) -> FrozenPhase {
        FrozenPhase(
            of: ExperimentDefinition(
                id: "x",
                tip: "T",
                variants: [.init(id: "a"), .init(id: "b")],
                primary: MetricDefinition(metric: .invalidation(.tipClosed)),
                secondary: [MetricDefinition(metric: .donation("bought"), measure: .sum(field: "price"))],
                guardrails: [MetricDefinition(metric: .tap), MetricDefinition(metric: .tap, margin: 0.1)],
                plan: plan
            ),
            salt: "x",
            catalogRevision: 3,
            startedAt: .epoch
        )
    }

    static let plans: [(why: String, plan: ExperimentDefinition.Plan?, json: JSON)] = [
        (
            "no plan at all", nil,
            [
                "peoplePerVariant": .null, "looks": .null, "alpha": 0.05, "minimumLift": .null,
                "spending": .null, "tuning": 5000,
            ]
        ),
        (
            "looks at a size", .init(peoplePerVariant: 900, looks: 3, minimumLift: 0.1),
            [
                "peoplePerVariant": 900, "looks": 3, "alpha": 0.05, "minimumLift": 0.1, "spending": 2,
                "tuning": .null,
            ]
        ),
        (
            "a size without looks", .init(peoplePerVariant: 900, alpha: 0.01),
            [
                "peoplePerVariant": 900, "looks": .null, "alpha": 0.01, "minimumLift": .null,
                "spending": .null, "tuning": 1800,
            ]
        ),
    ]

    @Test("level, spending and tuning stand in the event", arguments: plans)
    func plan(why: String, plan: ExperimentDefinition.Plan?, json: JSON) throws {
        let phase = Self.phase(plan)
        let event = LifecycleEvent.experimentStarted(id: "x", phase: phase)
        let written = try #require(event.payload["phase"]?["plan"])
        for key in ["peoplePerVariant", "looks", "alpha", "minimumLift", "spending", "tuning"] {
            #expect(written[key]?.doubleValue == json[key]?.doubleValue, "\(why): \(key)")
        }
        let text = try #require(JSON(parsing: event.payload.text()))
        #expect(LifecycleEvent(type: event.type, payload: text) == event, "\(why): read back")
    }

    @Test("every metric has its direction and its measure, every guardrail its margin")
    func metrics() {
        let phase = Self.phase(nil)
        #expect(phase.metrics.map(\.direction) == [.down, .up, .up, .up])
        #expect(phase.metrics.map(\.margin) == [nil, nil, 0, 0.1])
        for metric in phase.json["metrics"]?.arrayValue ?? [] {
            #expect(metric["direction"]?.stringValue != nil && metric["measure"]?.stringValue != nil)
        }
    }

    @Test("freezing what is frozen changes nothing, so an event says the same to every program")
    func idempotent() {
        var plan = ExperimentDefinition.Plan(peoplePerVariant: 10, looks: 2, alpha: 0.2)
        (plan.spending, plan.tuning) = (3, 77)
        #expect(plan.frozen == plan)
        #expect(Self.phase(nil).plan?.frozen == Self.phase(nil).plan)
    }
}
