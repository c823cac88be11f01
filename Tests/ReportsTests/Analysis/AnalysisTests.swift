import Foundation
import Statistics
import Testing
import TipCore

@testable import Reports

@Suite("Counts become findings, and what cannot be found says why")
struct AnalysisTests {
    private func analyse(
        _ arms: [(Int64, Int64)],
        baseline: String? = nil,
        weights: NamedValues<Double> = [:],
        direction: MetricDefinition.Direction = .up
    ) throws -> Analysis {
        let variants = arms.enumerated().map { index, arm in
            VariantCounts(variant: "v\(index + 1)", people: arm.1, conversions: arm.0)
        }
        return try analysis(
            of: ExperimentCounts(experiment: "e", variants: variants),
            baseline: baseline,
            weights: weights,
            direction: direction
        )
    }

    static let verdicts: [(why: String, arms: [(Int64, Int64)], verdict: Comparison.Verdict)] = [
        ("a clear win", [(100, 1000), (160, 1000)], .better),
        ("a clear loss", [(160, 1000), (100, 1000)], .worse),
        ("chance explains it", [(100, 1000), (110, 1000)], .inconclusive),
        ("nobody converted anywhere", [(0, 1000), (0, 1000)], .inconclusive),
        ("everybody converted everywhere", [(10, 10), (10, 10)], .inconclusive),
        ("small cells are decided exactly", [(0, 1000), (9, 1000)], .better),
        ("no people in the variant", [(10, 100), (0, 0)], .noData),
        ("no people in the baseline", [(0, 0), (10, 100)], .noData),
    ]

    @Test("the adjusted p-value decides", arguments: verdicts)
    func verdict(why: String, arms: [(Int64, Int64)], verdict: Comparison.Verdict) throws {
        #expect(try analyse(arms).comparisons.map(\.verdict) == [verdict], "\(why)")
    }

    @Test("without conversions in the baseline there is a difference but no lift")
    func baselineWithoutConversions() throws {
        let found = try #require(try analyse([(0, 1000), (50, 1000)]).comparisons.first)

        #expect(found.lift == .missing(reason: "baseline has no conversions"))
        #expect(found.liftInterval == .missing(reason: "baseline has no conversions"))
        #expect(found.difference == .value(0.05))
        #expect(found.differenceInterval.value?.contains(0) == false)
        #expect(try #require(found.p.value) < 1e-14)
    }

    @Test("without conversions in the variant the lift is minus one and has no interval")
    func variantWithoutConversions() throws {
        let found = try #require(try analyse([(50, 1000), (0, 1000)]).comparisons.first)

        #expect(found.lift == .value(-1))
        #expect(found.liftInterval == .missing(reason: "variant has no conversions"))
        #expect(found.verdict == .worse)
    }

    @Test("without people every figure of the comparison is missing for that reason")
    func nobody() throws {
        let analysis = try analyse([(5, 100), (0, 0)])
        let found = try #require(analysis.comparisons.first)
        let reasons = [
            found.difference.reason, found.differenceInterval.reason, found.lift.reason,
            found.liftInterval.reason,
            found.p.reason, found.pAdjusted.reason, found.chanceToBeat.reason, found.expectedLoss.reason,
        ]

        #expect(reasons.allSatisfy { $0 == "variant has no people" })
        #expect(analysis.variants.last?.rate == .missing(reason: "nobody was counted"))
        #expect(analysis.variants.last?.interval == .missing(reason: "nobody was counted"))
        #expect(try #require(analysis.srm.value).ok == false, "an empty arm of positive weight counts")
    }

    @Test("comparisons without a p-value are no part of Holm's family")
    func family() throws {
        let two = try analyse([(100, 1000), (130, 1000), (125, 1000)])
        let withEmpty = try analyse([(100, 1000), (130, 1000), (0, 0), (125, 1000)])

        #expect(withEmpty.comparisons[0].pAdjusted == two.comparisons[0].pAdjusted)
        #expect(withEmpty.comparisons[2].pAdjusted == two.comparisons[1].pAdjusted)
        #expect(two.comparisons[0].pAdjusted.value == two.comparisons[0].p.value.map { $0 * 2 })
    }

    @Test("one variant alone has a rate, no comparison, and no split to check")
    func oneVariant() throws {
        let analysis = try analyse([(5, 100)])

        #expect(analysis.variants.first?.rate == .value(0.05))
        #expect(analysis.comparisons.isEmpty)
        #expect(analysis.srm == .missing(reason: "fewer than two variants can be compared"))
    }

    @Test("variants of weight zero are left out of both sides of the split")
    func weights() throws {
        let arms: [(Int64, Int64)] = [(1, 500), (1, 500), (1, 300)]

        #expect(try analyse(arms).srm.value?.ok == false)
        #expect(try analyse(arms, weights: ["v3": 0]).srm.value?.p == 1)
        #expect(try analyse(arms, weights: ["v1": 5, "v2": 5, "v3": 3]).srm.value?.p == 1)
        #expect(try analyse(arms, weights: ["v1": 0, "v2": 0]).srm.value == nil)
    }

    @Test("any variant can be the baseline; the others keep their order")
    func otherBaseline() throws {
        let analysis = try analyse([(10, 100), (20, 100), (30, 100)], baseline: "v2")

        #expect(analysis.variants.map(\.counts.variant) == ["v1", "v2", "v3"])
        #expect(analysis.comparisons.map(\.variant) == ["v1", "v3"])
        #expect(analysis.comparisons.map(\.baseline) == ["v2", "v2"])
        #expect(analysis.comparisons.map { $0.lift.value ?? 0 } == [-0.5, 0.5])
    }

    @Test("where less is better, verdict, chance and loss are those of the people who did not convert")
    func direction() throws {
        let arms: [(Int64, Int64)] = [(160, 1000), (100, 1000)]
        let missed = arms.map { ($0.1 - $0.0, $0.1) }
        let less = try #require(try analyse(arms, direction: .down).comparisons.first)
        let more = try #require(try analyse(missed).comparisons.first)

        #expect(less.verdict == .better)
        #expect(less.chanceToBeat == more.chanceToBeat)
        #expect(less.expectedLoss == more.expectedLoss)
        #expect(less.difference == .value(-0.06), "figures stay those of the rate itself")
    }

    static let problems: [(why: String, arms: [(Int64, Int64)], baseline: String?, text: String)] = [
        (
            "an unknown baseline", [(1, 2), (1, 2)], "v9",
            "Experiment \"e\" has no variant \"v9\" [unknown_baseline]. Did you mean v1?"
        ),
        ("no variants", [], nil, "Experiment \"e\" has no variants [no_variants]. Count at least one."),
        (
            "a negative count", [(-1, 2)], nil,
            "Experiment \"e\" has impossible counts for \"v1\" [impossible_counts]. "
                + "Counts are whole, and conversions at most people."
        ),
    ]

    @Test("counts that cannot be are a problem with a name", arguments: problems)
    func problem(why: String, arms: [(Int64, Int64)], baseline: String?, text: String) {
        let thrown = #expect(throws: AnalysisProblem.self) { try analyse(arms, baseline: baseline) }
        #expect(thrown?.description == text, "\(why)")
    }

    @Test("a weight that is no weight, and a variant counted twice, are problems")
    func otherProblems() {
        let twice = ExperimentCounts(
            experiment: "e",
            variants: Array(repeating: VariantCounts(variant: "a", people: 2, conversions: 1), count: 2)
        )

        #expect(throws: AnalysisProblem(code: .badWeight, experiment: "e", variant: "v2")) {
            try analyse([(1, 2), (1, 2)], weights: ["v2": -1])
        }
        #expect(throws: AnalysisProblem(code: .duplicateVariant, experiment: "e", variant: "a")) {
            try analysis(of: twice)
        }
    }

    @Test("a billion people are analysed like a hundred")
    func billions() throws {
        let found = try analyse([(50_000_000, 1_000_000_000), (50_020_000, 1_000_000_000)])

        #expect(found.comparisons.first?.verdict == .better)
        #expect(
            abs(try #require(found.comparisons.first?.chanceToBeat.value) - 0.979_903_617_205_029_7) < 1e-9
        )
        #expect(found.srm.value?.p == 1)
    }
}
