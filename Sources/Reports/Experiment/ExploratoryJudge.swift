import Foundation
import Statistics

/// Judges what is explored: every secondary metric of an experiment in one family, by Benjamini and Hochberg.
///
/// The primary metric is a family of its own under Holm's correction, so that watching more makes no winner
/// harder to find; in return what is watched is corrected for all of it together, also metrics that are measured
/// rather than counted once. Each method keeps its allowance for peeking: the procedure runs over the bounds of
/// the look, over the always-valid p-values, or at fixed horizon over the p-values themselves.
extension SequentialJudge {
    /// The comparisons of secondary metrics, corrected over all of them and some further tests.
    ///
    /// - Parameters:
    ///   - metrics: The comparisons of each metric.
    ///   - means: The tests of metrics that are measured.
    /// - Returns: The comparisons with their adjusted p-values, sequential figures and verdicts.
    func explored(_ metrics: [[Comparison]], besides means: [MeanFindings.Comparison] = []) -> [[Comparison]]
    {
        var all = metrics.flatMap(\.self)
        let adjusted = Adjustment.benjaminiHochberg.adjusted(all.map(\.p) + means.map(\.p))
        for index in all.indices { all[index].settle(pAdjusted: adjusted[index], method.level) }
        switch method.test {
        case .fixedHorizon: break
        case .groupSequential(let plan): all = explored(all, besides: means.map(\.p), plan)
        case .alwaysValid(let tuning): all = explored(all, besides: means.map(\.safeP), tuning: tuning)
        }
        var rest = all[...]
        return metrics.map { metric in
            defer { rest = rest.dropFirst(metric.count) }
            return Array(rest.prefix(metric.count))
        }
    }

    /// Benjamini and Hochberg's procedure over the bounds of the look.
    ///
    /// The largest k is found whose k-th largest |z| passes the bound at α·k/m. All k pass that bound, and the
    /// intervals at it keep the rate of false coverage.
    private func explored(
        _ comparisons: [Comparison],
        besides pValues: [Figure<Double>],
        _ plan: ReportMethod.GroupPlan
    ) -> [Comparison] {
        let statistics = comparisons.map { comparison in
            Figure { () throws(Undefined) in try comparison.pair.signedZ() }
        }
        let others = pValues.compactMap { p in
            p.flatMap { p throws(Undefined) in try Normal.upperQuantile(p / 2) }.value
        }
        let sizes = (statistics.compactMap { $0.value.map { abs($0) } } + others).sorted(by: >)
        let count = Double(sizes.count)
        func alpha(_ rank: Int) -> Double { method.level.alpha * Double(rank) / count }
        let passing = sizes.indices.last { passes(sizes[$0], plan, at: alpha($0 + 1)) }.map { $0 + 1 } ?? 0
        let bound = sizes.isEmpty ? nil : bound(plan, at: alpha(max(1, passing)))
        return zip(comparisons, statistics).map { comparison, z in
            var judged = comparison
            let bound = z.then { _ in bound }
            judged.sequential = .groupSequential(
                z: z,
                bound: bound,
                interval: bound.flatMap { bound throws(Undefined) in
                    try judged.pair.newcombeInterval(try Level(alpha: Normal.twoSidedTail(bound)))
                }
            )
            let isPassing = z.value.map { passing > 0 && abs($0) >= sizes[passing - 1] } ?? false
            judged.settle(isSignificant: isPassing)
            return judged
        }
    }

    /// Whether a size of z passes the bound of the look at a level.
    ///
    /// What a look spends lies between what it adds and all that is spent by then, so most sizes are told without
    /// the bound.
    private func passes(_ size: Double, _ plan: ReportMethod.GroupPlan, at alpha: Double) -> Bool {
        guard plan.look > 0 else { return false }
        func spent(_ look: Int) -> Double {
            alpha * pow(Double(look) / Double(plan.looks), plan.spending)
        }
        let p = Normal.twoSidedTail(size)
        if size >= GroupSequential.highestBound || p <= spent(plan.look) - spent(plan.look - 1) {
            return true
        }
        guard p <= spent(plan.look) else { return false }
        return bound(plan, at: alpha).value.map { size >= $0 } ?? false
    }

    private func explored(
        _ comparisons: [Comparison],
        besides pValues: [Figure<Double>],
        tuning: Double
    ) -> [Comparison] {
        let level = method.level
        let sequence = Figure { () throws(Undefined) in try ConfidenceSequence(level: level, tuning: tuning) }
        let raw = comparisons.map { comparison in
            sequence.flatMap { sequence throws(Undefined) in try comparison.pair.alwaysValidP(sequence) }
        }
        let adjusted = Adjustment.benjaminiHochberg.adjusted(raw + pValues)
        return comparisons.indices.map { index in
            var judged = comparisons[index]
            judged.sequential = .alwaysValid(
                p: raw[index],
                pAdjusted: adjusted[index],
                interval: sequence.flatMap { sequence throws(Undefined) in
                    try judged.pair.alwaysValidInterval(sequence)
                }
            )
            judged.settle(isSignificant: adjusted[index].value.map { $0 <= level.alpha } ?? false)
            return judged
        }
    }
}
