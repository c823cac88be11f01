import TipCore

@testable import Reports

/// Reports that the tests of formats print as a whole.
enum Examples {
    /// A planned experiment at its second look, with copy in two languages, a guardrail, and a few exclusions.
    static func planned() throws -> ExperimentReport {
        var snapshots = Snapshots((612, 5012), (658, 4988))
        snapshots.plan = .init(peoplePerVariant: 10_000, looks: 5, alpha: 0.05, minimumLift: 0.1)
        snapshots.guardrails = [
            (MetricDefinition(metric: .invalidation(.tipClosed), direction: .down, margin: 0.1), [310, 290])
        ]
        let texts = [("Save as a Favorite", "お気に入りに保存"), ("Never lose a backyard", "裏庭を見失わない")]
        snapshots.copy = texts.map { english, japanese in
            Copy(
                title: LocalizedText(
                    variants: [.init(locale: "en", text: english), .init(locale: "ja", text: japanese)]
                ),
                message: LocalizedText("It stays at the top.")
            )
        }
        var snapshot = snapshots.snapshot
        (snapshot.arms[0].impressions, snapshot.arms[1].impressions) = (9120, 9034)
        (snapshot.arms[0].taps, snapshot.arms[1].taps) = (640, 702)
        (snapshot.arms[0].actionPerformed, snapshot.arms[0].tipClosed) = (700, 310)
        snapshot.immature = 291
        snapshot.multipleVariants = 3
        snapshot.multipleVariantsByFirst = ["control": 1, "benefit": 2]
        (snapshot.testers, snapshot.optedOut) = (4, 2)
        (snapshot.countedEvents, snapshot.lateEvents) = (28_000, 112)
        return try ExperimentReport(snapshot)
    }

    /// A finished test that another system ran, with a winner.
    static func finished() throws -> ExperimentReport {
        var snapshots = Snapshots((612, 5012), (758, 4988), (640, 5003))
        (snapshots.status, snapshots.assignment) = (.stopped, .external)
        snapshots.primary = MetricDefinition(metric: .tap)
        snapshots.copy = [Copy(title: "Save"), Copy(title: "Never lose it"), nil]
        var snapshot = snapshots.snapshot
        snapshot.decision = .ship(variant: "benefit")
        return try ExperimentReport(snapshot)
    }

    /// A running experiment without a plan whose split is broken, and in which nobody converted at first.
    static func broken() throws -> ExperimentReport {
        var snapshots = Snapshots((0, 560), (9, 400))
        snapshots.copy = [Copy(title: "=HYPERLINK(\"x\")"), Copy(title: "\u{1B}[31m<b>Save</b> | now")]
        snapshots.guardrails = [(MetricDefinition(metric: .donation("saved")), [200, 60])]
        return try snapshots.report()
    }

    /// A draft.
    static func draft() throws -> ExperimentReport {
        var snapshots = Snapshots((0, 0), (0, 0))
        snapshots.status = .draft
        return try snapshots.report()
    }
}
