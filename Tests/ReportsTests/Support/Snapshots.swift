import TipCore

@testable import Reports

/// Builds snapshots of experiments as tests need them.
///
/// By default a running experiment on taps within seven days, with the variants `control`, `benefit`, and
/// further ones named by number; started on a Monday two weeks before the report.
struct Snapshots {
    /// Conversions and people of each variant on the primary metric.
    var arms: [(conversions: Int64, people: Int64)]
    var status = ExperimentRecord.Status.running
    var assignment = FrozenPhase.AssignmentSource.hash
    var primary = MetricDefinition(metric: .tap, within: 7 * 86_400)
    var plan: ExperimentDefinition.Plan?
    var weights: [Double] = []
    /// Further metrics, each with the conversions of every variant.
    var secondary: [(MetricDefinition, [Int64])] = []
    var guardrails: [(MetricDefinition, [Int64])] = []
    var copy: [Copy?] = []

    static let names = ["control", "benefit", "question", "joke", "long"]
    static let start = Timestamp(rfc3339: "2026-11-16T00:00:00Z") ?? .epoch
    static let now = Timestamp(rfc3339: "2026-11-30T15:00:00Z") ?? .epoch

    init(_ arms: (Int64, Int64)...) {
        self.init(arms: arms)
    }

    init(arms: [(Int64, Int64)]) {
        self.arms = arms.map { (conversions: $0.0, people: $0.1) }
    }

    /// The snapshot.
    var snapshot: ExperimentSnapshot {
        let definition = ExperimentDefinition(
            id: "favorites-copy",
            tip: "favorite-backyard",
            variants: arms.indices.map { index in
                ExperimentDefinition.Variant(
                    id: Self.names[index],
                    copy: (index < copy.count ? copy[index] : nil) ?? Copy(),
                    weight: index < weights.count ? weights[index] : 1
                )
            },
            primary: primary,
            secondary: secondary.map(\.0),
            guardrails: guardrails.map(\.0),
            plan: plan
        )
        var phase = FrozenPhase(
            of: definition,
            salt: "salt",
            assignment: assignment,
            catalogRevision: 1,
            startedAt: Self.start
        )
        if status == .stopped { phase.endedAt = Self.now }
        var snapshot = ExperimentSnapshot(
            experiment: definition.id,
            status: status,
            phase: status == .draft ? nil : phase,
            tip: definition.tip,
            asOf: Self.now,
            events: 143_180,
            metric: primary,
            arms: arms.indices.map { index in
                ExperimentSnapshot.Arm(
                    variant: Self.names[index],
                    weight: definition.variants[index].weight,
                    copy: index < copy.count ? copy[index] : nil,
                    metrics: phase.metrics.count
                )
            }
        )
        if status == .draft { snapshot.plan = plan }
        for index in arms.indices {
            snapshot.arms[index].people = arms[index].people
            snapshot.arms[index].conversions =
                [arms[index].conversions] + (secondary + guardrails).map { $0.1[index] }
        }
        return snapshot
    }

    /// The report of the snapshot.
    func report(baseline: String? = nil) throws -> ExperimentReport {
        try ExperimentReport(snapshot, baseline: baseline)
    }
}

extension Copy {
    /// Copy that has a title and nothing else.
    init(title: String) {
        self.init(title: LocalizedText(title))
    }
}
