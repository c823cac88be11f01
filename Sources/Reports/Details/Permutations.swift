package import Statistics
import TipCore

/// An A/A test on the people of a real experiment: their variants are dealt out anew many times, so that there is
/// no effect, and the share of times that one is found anyway is the error rate of the whole pipeline.
package struct Permutations: Hashable, Sendable {
    /// How often variants were dealt out.
    package let rounds: Int
    /// How often some comparison was significant at the report's level after Holm's correction.
    package let falsePositives: Int
    /// What seeded the dealing.
    package let seed: UInt64
    /// The share of false positives.
    package let rate: Figure<Double>
    /// Its interval at 95 %, by Wilson.
    package let interval: Figure<Interval>
    /// The level that the share should not be above.
    package let alpha: Double

    /// Whether the level is not below the interval.
    package var isSound: Bool { interval.value.map { $0.lower <= alpha } ?? true }

    /// The most rounds that can be asked for.
    package static let mostRounds = 100_000

    /// Deals out the variants of compared units anew.
    init(
        rounds: Int,
        seed: UInt64,
        _ units: [CountedUnit],
        of report: ExperimentReport
    ) throws(AnalysisProblem) {
        self.rounds = rounds
        self.seed = seed
        alpha = report.method.level.alpha
        let arms = report.snapshot.arms
        var labels: [Int] = []
        for (index, arm) in arms.enumerated() { labels += Array(repeating: index, count: Int(arm.people)) }
        var conversions = units.count { $0.participation.convertedAt.first.map { $0 != nil } ?? false }
        conversions = min(conversions, labels.count)
        var dice = SplitMix64(seed: seed)
        var found = 0
        for _ in 0..<rounds {
            // Who converted is drawn from all people: the first places of a partial shuffle.
            var counts = Array(repeating: Int64(0), count: arms.count)
            for place in 0..<conversions {
                labels.swapAt(place, place + Int(dice.next(below: UInt64(labels.count - place))))
                counts[labels[place]] += 1
            }
            let dealt = ExperimentCounts(
                experiment: report.snapshot.experiment,
                variants: arms.indices.map { index in
                    VariantCounts(
                        variant: arms[index].variant,
                        people: arms[index].people,
                        conversions: counts[index]
                    )
                }
            )
            let analysis = try Reports.analysis(
                of: dealt,
                baseline: report.baseline,
                level: report.method.level
            )
            if analysis.comparisons.contains(where: { $0.verdict == .better || $0.verdict == .worse }) {
                found += 1
            }
        }
        falsePositives = found
        let share = Figure { [rounds] () throws(Undefined) in
            try Proportion(conversions: Int64(found), people: Int64(rounds))
        }
        rate = share.flatMap { share throws(Undefined) in try share.rate }
        interval = share.flatMap { share throws(Undefined) in try share.wilsonInterval(.fivePercent) }
    }
}
