import TipCore

@testable import Reports

/// Reports as tests of pages need them.
enum Examples {
    static let start = Timestamp(rfc3339: "2026-11-16T00:00:00Z") ?? .epoch
    static let now = Timestamp(rfc3339: "2026-11-30T15:00:00Z") ?? .epoch

    /// A running experiment on taps, with a guardrail, whose variants have given people, conversions and copy.
    static func report(
        _ arms: [(name: String, people: Int64, conversions: Int64, copy: Copy?)],
        named experiment: String = "favorites-copy",
        plan: ExperimentDefinition.Plan? = nil,
        hides: Set<String> = [],
        days: Int = 0
    ) throws -> ExperimentReport {
        let definition = ExperimentDefinition(
            id: experiment,
            tip: "favorite-backyard",
            variants: arms.map {
                .init(id: $0.name, copy: $0.copy ?? Copy(), shows: !hides.contains($0.name))
            },
            primary: MetricDefinition(metric: .tap, within: 86_400),
            guardrails: [MetricDefinition(metric: .invalidation(.tipClosed), direction: .down)],
            plan: plan
        )
        let phase = FrozenPhase(of: definition, salt: "salt", catalogRevision: 1, startedAt: start)
        var snapshot = ExperimentSnapshot(
            experiment: experiment,
            status: .running,
            phase: phase,
            tip: definition.tip,
            asOf: now,
            events: 143_180,
            metric: definition.primary,
            arms: arms.map { arm in
                ExperimentSnapshot.Arm(
                    variant: arm.name,
                    weight: 1,
                    copy: arm.copy,
                    metrics: phase.metrics.count
                )
            }
        )
        for index in arms.indices {
            snapshot.arms[index].people = arms[index].people
            snapshot.arms[index].conversions = [arms[index].conversions, arms[index].people / 9]
        }
        var report = try ExperimentReport(snapshot)
        var details = ReportDetails()
        if days > 0 { details.series = series(arms.map { ($0.name, $0.people, $0.conversions) }, days: days) }
        report.add(details)
        return report
    }

    /// Days on which the same number of people came, so that the last one has all of them.
    private static func series(_ arms: [(name: String, people: Int64, conversions: Int64)], days: Int)
        -> DailySeries?
    {
        var units: [CountedUnit] = []
        for arm in arms {
            for person in 0..<arm.people {
                let at = start.adding(seconds: person * Int64(days) * 86_400 / max(1, arm.people))
                // The conversions are spread over the people, so that every day has its share.
                let converts =
                    (person * arm.conversions) / arm.people != ((person + 1) * arm.conversions) / arm.people
                var participation = Participation(
                    variant: arm.name,
                    standing: .compared,
                    exposedAt: at,
                    convertedAt: [converts ? at.adding(seconds: 60) : nil, nil]
                )
                participation.impressions = 1
                units.append(
                    CountedUnit(participation, context: EventContext(), parameters: [:], values: [nil, nil])
                )
            }
        }
        return DailySeries("UTC", units, arms: arms.map(\.name))
    }

    /// Two variants of which one is better.
    static func winning(days: Int = 0) throws -> ExperimentReport {
        try report(
            [
                ("control", 4000, 480, Copy(title: LocalizedText("Save as a Favorite"))),
                ("benefit", 4000, 640, Copy(title: LocalizedText("Never Lose a Backyard"))),
            ],
            days: days
        )
    }
}
