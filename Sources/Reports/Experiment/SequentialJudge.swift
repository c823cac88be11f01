import Statistics

/// Judges comparisons by a method that allows for peeking.
struct SequentialJudge {
    let method: ReportMethod
    private let bounds = BoundTable()

    init(_ method: ReportMethod) {
        self.method = method
    }

    /// The bounds that were computed: those of one metric are those of the others.
    private final class BoundTable {
        private var known: [Double: Figure<Double>] = [:]

        func bound(_ alpha: Double, _ compute: () -> Figure<Double>) -> Figure<Double> {
            if let bound = known[alpha] { return bound }
            let bound = compute()
            known[alpha] = bound
            return bound
        }
    }

    /// The comparisons of one metric with their sequential figures and verdicts, and the level of a single
    /// look whose intervals are as safe.
    func judged(_ comparisons: [Comparison]) -> [(comparison: Comparison, safe: Figure<Level>)] {
        switch method.test {
        case .fixedHorizon:
            comparisons.map { ($0, safeLevel(method.level, comparisons.count)) }
        case .groupSequential(let plan): judged(comparisons, plan)
        case .alwaysValid(let tuning): judged(comparisons, tuning: tuning)
        }
    }

    // MARK: Planned looks

    /// Holm's procedure over the bounds of the look: the largest |z| has to pass the bound at α/m, the next
    /// one that at α/(m − 1), and so on until one fails.
    private func judged(
        _ comparisons: [Comparison],
        _ plan: ReportMethod.GroupPlan
    ) -> [(comparison: Comparison, safe: Figure<Level>)] {
        let statistics = comparisons.map { comparison in
            Figure { () throws(Undefined) in try comparison.pair.signedZ() }
        }
        let bounds = holmBounds(plan, statistics)
        return comparisons.indices.map { index in
            let (z, bound) = (statistics[index], statistics[index].then { bounds[abs($0)] })
            let safe = bound.flatMap { bound throws(Undefined) in
                try Level(alpha: Normal.twoSidedTail(bound))
            }
            var judged = comparisons[index]
            let pair = judged.pair
            judged.sequential = .groupSequential(
                z: z,
                bound: bound,
                interval: safe.flatMap { level throws(Undefined) in try pair.newcombeInterval(level) }
            )
            judged.settle(isSignificant: passes(z.value, bound))
            return (judged, safe)
        }
    }

    /// The bound that each size of z has to pass; equal sizes have equal bounds.
    private func holmBounds(
        _ plan: ReportMethod.GroupPlan,
        _ statistics: [Figure<Double>]
    ) -> [Double: Figure<Double>] {
        let sizes = statistics.compactMap { $0.value.map { abs($0) } }.sorted(by: >)
        var bounds: [Double: Figure<Double>] = [:]
        var failed: Figure<Double>?
        for (rank, size) in sizes.enumerated() where bounds[size] == nil {
            let bound = failed ?? bound(plan, at: method.level.alpha / Double(sizes.count - rank))
            if !passes(size, bound) { failed = bound }
            bounds[size] = bound
        }
        return bounds
    }

    private func passes(_ z: Double?, _ bound: Figure<Double>) -> Bool {
        guard let z, let bound = bound.value else { return false }
        return abs(z) >= bound
    }

    /// The bound of the last look passed, at a level.
    func bound(_ plan: ReportMethod.GroupPlan, at alpha: Double) -> Figure<Double> {
        guard plan.look > 0 else {
            let people = Words.plain(Words.count(plan.peopleAtNextLook))
            return .missing(reason: "the first look comes at \(people) people a variant")
        }
        return bounds.bound(alpha) {
            Figure { () throws(Undefined) in
                let level = try Level(alpha: alpha)
                let times = (1...plan.look).map { Double($0) / Double(plan.looks) }
                let test = try GroupSequential(times: times, spending: .power(plan.spending), level: level)
                guard let last = test.bounds.last else { throw .mismatched }
                return last
            }
        }
    }

    // MARK: Any number of looks

    private func judged(
        _ comparisons: [Comparison],
        tuning: Double
    ) -> [(comparison: Comparison, safe: Figure<Level>)] {
        let level = method.level
        let sequence = Figure { () throws(Undefined) in try ConfidenceSequence(level: level, tuning: tuning) }
        let raw = comparisons.map { comparison in
            sequence.flatMap { sequence throws(Undefined) in try comparison.pair.alwaysValidP(sequence) }
        }
        let adjusted = Adjustment.holm.adjusted(raw)
        return comparisons.indices.map { index in
            let pair = comparisons[index].pair
            var judged = comparisons[index]
            judged.sequential = .alwaysValid(
                p: raw[index],
                pAdjusted: adjusted[index],
                interval: sequence.flatMap { sequence throws(Undefined) in
                    try pair.alwaysValidInterval(sequence)
                }
            )
            judged.settle(isSignificant: adjusted[index].value.map { $0 <= level.alpha } ?? false)
            let safe = safeLevel(level, comparisons.count).flatMap { level throws(Undefined) in
                try pair.alwaysValidLevel(try ConfidenceSequence(level: level, tuning: tuning))
            }
            return (judged, safe)
        }
    }

    private func safeLevel(_ level: Level, _ count: Int) -> Figure<Level> {
        Figure { () throws(Undefined) in try level.shared(among: max(1, count)) }
    }
}
