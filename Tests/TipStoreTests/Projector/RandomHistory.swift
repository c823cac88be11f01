import TipCore
import TipStore
import TipTestSupport

/// Two experiments and the events of some persons who meet them, from a seed.
///
/// Times lie in 2024, so that no clock makes them the future, and differ, so that the order of a history
/// does not depend on the order of arrival.
struct RandomHistory {
    /// The events in the order of their time.
    let events: [IncomingEvent]

    /// An instant by its minute.
    static func minute(_ minute: Int) -> Timestamp {
        Timestamp(microseconds: 1_704_067_200_000_000).adding(seconds: Int64(minute) * 60)
    }

    /// How many minutes the events span.
    static let minutes = 600

    /// An experiment that is assigned by hash to persons, with one metric of each place.
    static let copy = ExperimentDefinition(
        id: "copy",
        tip: "T",
        variants: [.init(id: "control"), .init(id: "benefit")],
        primary: MetricDefinition(metric: .tap, within: 7200),
        secondary: [MetricDefinition(metric: .donation("saved"))],
        guardrails: [MetricDefinition(metric: .invalidation(.tipClosed), direction: .down)]
    )

    /// An experiment on each device over a tip with an item.
    static let trail = ExperimentDefinition(
        id: "trail",
        tip: "trail-{item}",
        unit: .device,
        inclusion: 0.8,
        variants: [.init(id: "a"), .init(id: "b", weight: 2), .init(id: "none", shows: false)],
        primary: MetricDefinition(metric: .action("open"))
    )

    /// Makes events.
    init(seed: UInt64, count: Int, people: Int = 12) {
        var random = SeededGenerator(seed: seed)
        events = (0..<count).map { number in
            let at = Self.minute(0).adding(seconds: Int64(number * Self.minutes * 60 / count))
            let id = Bool.random(using: &random) ? "e\(number)" : UUIDv7.make(at: at)
            return incoming(
                id,
                person: "person-\(Int.random(in: 0..<people, using: &random))",
                at: at,
                device: ["", "phone", "tablet"].randomElement(using: &random) ?? "",
                test: Int.random(in: 0..<20, using: &random) == 0,
                Self.body(number, &random)
            )
        }
    }

    private static func body(_ number: Int, _ random: inout SeededGenerator) -> EventBody {
        let item = "trail-\(Int.random(in: 1...3, using: &random))"
        let tip = Bool.random(using: &random) ? "T" : item
        switch Int.random(in: 0..<20, using: &random) {
        case 0...7: return .impression(.init(tip: tip, display: "d\(number)"))
        case 8:
            let variant = ["control", "benefit", "old"].randomElement(using: &random)
            return .impression(.init(tip: "T", display: "d\(number)", experiment: "copy", variant: variant))
        case 9: return .exposure(tip: item, experiment: "trail", variant: "none")
        case 10...12: return .actionTap(tip: tip, action: "open", display: nil)
        case 13: return .invalidation(tip: tip, reason: .tipClosed)
        case 14: return .invalidation(tip: tip, reason: .actionPerformed)
        case 15...16: return .donation(event: "saved", info: [:])
        case 17: return .optOut
        case 18: return .optIn
        default: return .session
        }
    }

    /// Starts both experiments at a minute.
    static func start(_ store: Store, at minute: Int) async throws {
        for definition in [copy, trail] {
            try await store.project.decide(at: Self.minute(minute)) { _ in
                .experimentStarted(
                    id: definition.id,
                    phase: FrozenPhase(
                        of: definition,
                        salt: definition.id,
                        catalogRevision: 0,
                        startedAt: Self.minute(minute)
                    )
                )
            }
        }
    }
}
