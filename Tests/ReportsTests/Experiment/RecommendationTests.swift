import Testing
import TipCore

@testable import Reports

@Suite("The recommendation follows rules fixed before the data, and says why in words")
struct RecommendationTests {
    private static let closed = MetricDefinition(metric: .invalidation(.tipClosed), direction: .down)
    private static let guarded = MetricDefinition(
        metric: .invalidation(.tipClosed),
        direction: .down,
        margin: 0.05
    )
    private static let plan = ExperimentDefinition.Plan(peoplePerVariant: 5000, looks: 5)

    private func finished(_ arms: (Int64, Int64)...) -> Snapshots {
        var snapshots = Snapshots(arms: arms)
        (snapshots.status, snapshots.assignment) = (.stopped, .external)
        return snapshots
    }

    private func advice(_ snapshots: Snapshots, _ change: (inout ExperimentSnapshot) -> Void = { _ in })
        throws
        -> String
    {
        var snapshot = snapshots.snapshot
        change(&snapshot)
        let advice = try ExperimentReport(snapshot).recommendation
        return "\(advice.decision.rawValue) \(advice.variant ?? "-"): \(Words.plain(advice.because.english))"
    }

    @Test("a clear winner is shipped, with the figures that made it one")
    func ship() throws {
        #expect(
            try advice(finished((612, 5012), (758, 4988))) == """
                ship benefit: "benefit" does better than "control": 15.2 % against 12.2 % tapped it, lift +24.5 % \
                (95 % interval +12.7 … +37.4 %). Its p is 1.4e-05; 0.05 or less counts as more than chance.
                """
        )
    }

    @Test("of several winners the one with the largest difference is shipped")
    func shipLargest() throws {
        let text = try advice(finished((500, 5000), (650, 5000), (700, 5000), (510, 5000)))

        #expect(
            text.hasPrefix("ship question: \"question\" does better than \"control\": 14.0 % against 10.0 %")
        )
        #expect(text.hasSuffix("counts as more than chance. Better than the baseline too: \"benefit\"."))
    }

    @Test("where less is better, the smaller rate is shipped")
    func shipSmaller() throws {
        var snapshots = finished((700, 5000), (500, 5000), (400, 5000))
        snapshots.primary = Self.closed

        #expect(
            try advice(snapshots).hasPrefix(
                "ship question: \"question\" does better than \"control\": 8.00 %"
            )
        )
    }

    @Test("a lift under the planned one is shipped all the same, and said to be small")
    func smallLift() throws {
        var snapshots = finished((5000, 50_000), (5400, 50_000))
        snapshots.plan = .init(minimumLift: 0.1)

        #expect(
            try advice(snapshots).hasSuffix(
                "The lift is less than the 10 % that the plan was made for."
            )
        )
    }

    @Test("without a difference the baseline is kept at the end")
    func keep() throws {
        #expect(
            try advice(finished((612, 5012), (658, 4988))) == """
                keep -: The difference between "benefit" and "control" can be chance: 13.2 % against 12.2 % tapped \
                it, lift +8.0 % (95 % interval −2.5 … +19.7 %). Its p is 0.141; 0.05 or less counts as more than \
                chance.
                """
        )
        #expect(
            try advice(finished((612, 5012), (658, 4988), (600, 5000))).hasPrefix(
                "keep -: No variant is better than \"control\" beyond chance; the best, \"benefit\": 13.2 %"
            )
        )
    }

    @Test("a variant that loses is not gone on with")
    func worse() throws {
        let text = "keep -: \"benefit\" does worse than \"control\": 8.00 % against 12.0 % tapped it"
        let all = "keep -: All variants do worse than \"control\": the best of them, \"question\": 9.00 %"

        #expect(try advice(Snapshots((1200, 10_000), (800, 10_000))).hasPrefix(text))
        #expect(try advice(Snapshots((1200, 10_000), (800, 10_000), (900, 10_000))).hasPrefix(all))
        #expect(
            try advice(Snapshots((1200, 10_000), (800, 10_000), (1200, 10_000))).hasPrefix("continue"),
            "as long as one of them may still win"
        )
    }

    @Test("a running experiment goes on, and is told what it waits for")
    func goOn() throws {
        var planned = Snapshots((244, 2012), (258, 1988))
        planned.plan = Self.plan

        #expect(
            try advice(planned).hasSuffix(
                """
                The difference is 0.812 standard errors, and 3.09 are needed at this look. \
                Look 2 of 5 comes at 2000 people a variant; the smallest has 1988: in about 1 day at this pace.
                """
            )
        )
        planned.status = .paused
        #expect(try advice(planned).hasSuffix("the smallest has 1988. Enrolment is paused."))
        #expect(
            try advice(Snapshots((244, 2012), (258, 1988))).hasSuffix(
                "Its always-valid p is 1; 0.05 or less counts as more than chance. "
                    + "Look whenever you want: the verdict allows for it."
            )
        )
    }

    @Test("before the first look no verdict is hinted at")
    func early() throws {
        var planned = Snapshots((80, 900), (150, 900))
        planned.plan = Self.plan

        #expect(
            try advice(planned).hasPrefix(
                "continue -: There is no verdict before the first look. So far: 16.7 % against 8.89 % tapped it"
            )
        )
    }

    @Test("at the planned size the baseline is kept without waiting for the stop")
    func planIsOver() throws {
        var planned = Snapshots((612, 5012), (658, 5001))
        planned.plan = Self.plan

        #expect(try advice(planned).hasPrefix("keep -: The difference"))
    }

    @Test("a broken split blocks, whatever the figures say, running or stopped", arguments: [true, false])
    func blocked(isRunning: Bool) throws {
        var snapshots = Snapshots((612, 5600), (1200, 4400))
        snapshots.status = isRunning ? .running : .stopped

        #expect(
            try advice(snapshots) == """
                blocked -: The split is not as configured: "control" has 5600 people where 5000 were expected \
                (p 3.6e-33). No figure can be trusted until the cause is found.
                """
        )
    }

    @Test("many people between variants block too")
    func blockedByMany() throws {
        let text = try advice(Snapshots((100, 1000), (200, 1000))) { $0.multipleVariants = 300 }

        #expect(text.hasPrefix("blocked -: 300 people (13 %) saw more than one variant and are left out."))
    }

    @Test("a broken guardrail holds a winner back")
    func guardrail() throws {
        var snapshots = finished((500, 5000), (700, 5000))
        snapshots.guardrails = [(Self.closed, [300, 450])]

        #expect(
            try advice(snapshots).hasSuffix(
                "But the guardrail invalidation:tipClosed got worse: 9.00 % against 6.00 % closed it, "
                    + "lift +50.0 % (95 % interval +30.3 … +72.7 %)."
            )
        )
        #expect(try advice(snapshots).hasPrefix("keep -"))
        snapshots.guardrails = [(Self.closed, [300, 310])]
        #expect(try advice(snapshots).hasPrefix("ship benefit"))
        #expect(try advice(snapshots).hasSuffix("No guardrail stands against it."))
    }

    @Test("the next best winner is shipped where the best one breaks a guardrail")
    func secondBest() throws {
        var snapshots = finished((500, 5000), (700, 5000), (650, 5000))
        snapshots.guardrails = [(Self.closed, [300, 450, 300])]

        #expect(try advice(snapshots).hasPrefix("ship question"))
    }

    @Test("of two objections the breach is told; of two winners the one that may still be cleared")
    func objections() throws {
        var snapshots = Snapshots((1000, 10_000), (1400, 10_000), (1350, 10_000))
        snapshots.guardrails = [(Self.guarded, [500, 500, 500]), (Self.closed, [300, 900, 300])]
        let text = try advice(snapshots)
        #expect(text.hasPrefix("continue -: \"question\" does better than \"control\": 13.5 %"))
        #expect(text.contains("is not shown to stay within its margin of 5 %"))

        snapshots.status = .stopped
        #expect(try advice(snapshots).hasPrefix("keep -: \"benefit\" does better than \"control\": 14.0 %"))
        #expect(try advice(snapshots).contains("But the guardrail invalidation:tipClosed got worse: 9.00 %"))
    }

    @Test("a registered margin has to be shown: the winner waits for it, and is not shipped without it")
    func margin() throws {
        var snapshots = Snapshots((1000, 10_000), (1400, 10_000))
        snapshots.guardrails = [(Self.guarded, [500, 500])]
        let text =
            "is not shown to stay within its margin of 5 %: 5.00 % against 5.00 % closed it, lift 0.0 %"

        #expect(try advice(snapshots).hasPrefix("continue -"))
        #expect(try advice(snapshots).contains(text))
        snapshots.status = .stopped
        #expect(try advice(snapshots).hasPrefix("keep -"))
        snapshots.guardrails = [(Self.guarded, [2000, 1700])]
        #expect(try advice(snapshots).hasPrefix("ship benefit"))
    }

    @Test("where the baseline has no conversions the difference is told instead of the lift")
    func noLift() throws {
        #expect(
            try advice(finished((0, 1000), (50, 1000))).contains(
                "5.00 % against 0.0 % tapped it, +5.00 points (95 % interval +3.8 … +6.5 points)"
            )
        )
    }

    static let empty: [(why: String, arms: [(Int64, Int64)], status: ExperimentRecord.Status, text: String)] =
        [
            ("a draft", [(0, 0), (0, 0)], .draft, "continue -: The experiment has not started yet."),
            ("nobody", [(0, 0), (0, 0)], .running, "continue -: Nobody has taken part yet."),
            (
                "nobody to the end", [(0, 0), (0, 0)], .stopped,
                "keep -: It is over, and nobody took part who can be compared."
            ),
            (
                "one variant", [(5, 50)], .running,
                "keep -: There is one variant, so there is nothing to compare."
            ),
            (
                "everybody in one variant that is not the baseline, few enough for chance", [(0, 0), (2, 5)],
                .running,
                "continue -: No variant has people to compare. Look whenever you want: the verdict allows for it."
            ),
        ]

    @Test("without anything to compare", arguments: empty)
    func nothingToCompare(why: String, arms: [(Int64, Int64)], status: ExperimentRecord.Status, text: String)
        throws
    {
        var snapshots = Snapshots(arms: arms)
        snapshots.status = status

        #expect(try advice(snapshots) == text, "\(why)")
    }

    @Test("people whose windows are open are waited for")
    func waiting() throws {
        let text = try advice(Snapshots((0, 0), (0, 0))) { $0.immature = 291 }

        #expect(text == "continue -: 291 people are in, whose windows have to close first.")
    }
}
