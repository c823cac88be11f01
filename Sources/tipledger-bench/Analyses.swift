import Reports
import TipCore

extension Benchmark {
    /// The report of ten variants on ten metrics, beside gbstats.
    static let figures = Benchmark(
        name: "figures",
        summary: "a report of ten variants on ten metrics, all figures, beside gbstats from PyPI"
    ) { _ in
        let snapshot = tenVariants()
        let clock = ContinuousClock()
        // The fastest of many rounds on both sides, as other programs share the machine.
        var fastest = Duration.seconds(60)
        for _ in 0..<200 {
            var compared = 0
            let time = try clock.measure { compared = try comparisons(of: ExperimentReport(snapshot)) }
            guard compared == 90 else { throw BenchFailure("a comparison is missing") }
            fastest = min(fastest, time)
        }
        let rate = 1 / (fastest / .seconds(1))
        let alone = BenchResult(name: "report 10 × 10", value: rate, unit: "reports/s")
        guard let peer = PythonPeer(package: "gbstats") else {
            TipledgerBench.note("gbstats could not be installed from PyPI; the figure stands alone")
            return [alone]
        }
        func beside(_ path: String, _ call: String, aim: Double) throws -> BenchResult {
            var result = alone
            result.against = "gbstats \(path)"
            result.baseline = try peer.figure(countsScript + call + timingScript)
            result.aim = aim
            return result
        }
        return [
            try beside("t-test", testScript, aim: 20), try beside("Bayesian", bayesianScript, aim: 100),
        ]
    }

    /// The comparisons of a report that have every figure of either path of the peer, and the bound of a look.
    private static func comparisons(of report: ExperimentReport) -> Int {
        ([report.primary] + report.secondary).flatMap(\.comparisons).count { comparison in
            comparison.p.value != nil && comparison.liftInterval.value != nil
                && comparison.chanceToBeat.value != nil && comparison.expectedLoss.value != nil
                && comparison.sequential?.interval.value != nil
        }
    }

    /// A running experiment at its third of five looks; each report computes the bounds of its plan.
    private static func tenVariants() -> ExperimentSnapshot {
        let definition = ExperimentDefinition(
            id: "x",
            tip: "T",
            variants: (0..<10).map { .init(id: "v\($0)") },
            secondary: (1..<10).map { MetricDefinition(metric: .donation("metric-\($0)")) },
            plan: .init(peoplePerVariant: 16_000, looks: 5, minimumLift: 0.1)
        )
        let phase = FrozenPhase(of: definition, salt: "x", catalogRevision: 1, startedAt: .epoch)
        var snapshot = ExperimentSnapshot(
            experiment: definition.id,
            status: .running,
            phase: phase,
            tip: definition.tip,
            asOf: Timestamp.epoch.adding(seconds: 14 * 86_400),
            events: 1_000_000,
            metric: definition.primary,
            arms: definition.variants.map { .init(variant: $0.id, weight: 1, copy: nil, metrics: 10) }
        )
        for variant in snapshot.arms.indices {
            snapshot.arms[variant].people = 10_000 + 37 * Int64(variant)
            for metric in 0..<10 {
                snapshot.arms[variant].conversions[metric] = 900 + 13 * Int64(variant) + 7 * Int64(metric)
            }
        }
        return snapshot
    }

    private static let countsScript = """
        import time
        from gbstats.models.statistics import ProportionStatistic
        arms = [[ProportionStatistic(n=10000 + 37 * v, sum=900 + 13 * v + 7 * m) for v in range(10)]
                for m in range(10)]

        """
    private static let testScript = """
        from gbstats.frequentist.tests import TwoSidedTTest
        test = lambda a, b: TwoSidedTTest(a, b).compute_result()

        """
    private static let bayesianScript = """
        from gbstats.bayesian.tests import EffectBayesianABTest
        test = lambda a, b: EffectBayesianABTest(a, b).compute_result()

        """
    // Both sides give a p-value or a chance to beat, an effect and its interval; ours give all of them, the loss,
    // the check of the split and a recommendation. What the peer computes is looked at, as it fails silently.
    private static let timingScript = """
        check = test(arms[0][0], arms[0][9])
        assert check.ci[0] < check.expected < check.ci[1], check
        fastest = 60
        for _ in range(20):
            begin = time.perf_counter()
            for metric in arms:
                for arm in metric[1:]: test(metric[0], arm)
            fastest = min(fastest, time.perf_counter() - begin)
        print(1 / fastest)
        """
}
