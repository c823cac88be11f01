import Reports
import TipCore

extension Benchmark {
    /// All figures of ten variants on ten metrics, beside gbstats.
    static let figures = Benchmark(
        name: "figures",
        summary: "ten variants on ten metrics, all figures, beside gbstats from PyPI"
    ) { _ in
        let experiments = (0..<10).map { tenVariants(metric: Int64($0)) }
        let clock = ContinuousClock()
        let rounds = 20
        var comparisons = 0
        let time = try clock.measure {
            for _ in 0..<rounds {
                for counts in experiments { comparisons += try analysis(of: counts).comparisons.count }
            }
        }
        guard comparisons == rounds * 90 else { throw BenchFailure("a comparison is missing") }
        let rate = Double(rounds) / (time / .seconds(1))
        let alone = BenchResult(name: "analysis 10 × 10", value: rate, unit: "reports/s")
        guard let peer = PythonPeer(packages: ["gbstats"]) else {
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

    private static func tenVariants(metric: Int64) -> ExperimentCounts {
        var variants: [VariantCounts] = []
        for variant in 0..<10 as Range<Int64> {
            let conversions: Int64 = 900 + 13 * variant + 7 * metric
            variants.append(
                VariantCounts(variant: "v\(variant)", people: 10_000 + 37 * variant, conversions: conversions)
            )
        }
        return ExperimentCounts(experiment: "metric-\(metric)", variants: variants)
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
    private static let timingScript = """
        rounds = 5
        begin = time.perf_counter()
        for _ in range(rounds):
            for metric in arms:
                for arm in metric[1:]: test(metric[0], arm)
        print(rounds / (time.perf_counter() - begin))
        """
}
