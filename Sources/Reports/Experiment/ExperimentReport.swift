import Statistics
import TipCore

/// All that can be said of an experiment from its counts: the findings, whether to trust them, what to do.
package struct ExperimentReport: Hashable, Sendable {
    /// The counts that everything here comes from.
    package let snapshot: ExperimentSnapshot

    /// How it was judged.
    package let method: ReportMethod

    /// The variant that the others are compared with.
    package let baseline: String

    /// The metric that decides.
    package let primary: MetricFindings

    /// Metrics that are watched.
    package private(set) var secondary: [MetricFindings]

    /// Metrics that must not get worse.
    package let guardrails: [MetricFindings]

    /// Whether the figures can be trusted.
    package let health: ReportHealth

    /// What to do, and why.
    package let recommendation: Recommendation

    /// How far it has come.
    package let progress: Progress

    /// What was asked beyond that, found from the units.
    package private(set) var details = ReportDetails()

    /// Reports on an experiment.
    ///
    /// The figures are those of ``analysis(of:baseline:weights:level:direction:)`` of the same counts, to the
    /// last bit.
    ///
    /// - Parameters:
    ///   - snapshot: The counts.
    ///   - baseline: The variant that the others are compared with; the first one unless another is named.
    /// - Throws: ``AnalysisProblem`` where the baseline is no variant, or where counts cannot be.
    package init(_ snapshot: ExperimentSnapshot, baseline: String? = nil) throws(AnalysisProblem) {
        let method = ReportMethod(for: snapshot)
        let judge = SequentialJudge(method)
        func analysed(_ index: Int) throws(AnalysisProblem) -> Analysis {
            try analysis(
                of: snapshot.counts(metric: index),
                baseline: baseline,
                weights: snapshot.weights,
                level: method.level,
                direction: snapshot.metrics[index].betterDirection
            )
        }
        func findings(_ index: Int, isGuardrail: Bool) throws(AnalysisProblem) -> MetricFindings {
            let metric = snapshot.metrics[index]
            return MetricFindings(try analysed(index), metric: metric, isGuardrail: isGuardrail, by: judge)
        }
        let firstGuardrail = 1 + snapshot.secondaryCount
        let primary = try findings(0, isGuardrail: false)
        let health = ReportHealth(snapshot, split: primary.srm)
        var guardrails: [MetricFindings] = []
        for index in firstGuardrail..<snapshot.metrics.count {
            guardrails.append(try findings(index, isGuardrail: true))
        }
        var secondary: [MetricFindings] = []
        for index in 1..<firstGuardrail {
            secondary.append(MetricFindings(try analysed(index), metric: snapshot.metrics[index]))
        }
        secondary.explore(by: judge)
        let evidence = Evidence(
            snapshot: snapshot,
            method: method,
            baseline: baseline ?? snapshot.arms.first?.variant ?? "",
            primary: primary,
            guardrails: guardrails,
            health: health
        )
        self.snapshot = snapshot
        self.method = method
        self.baseline = evidence.baseline
        self.primary = primary
        self.secondary = secondary
        self.guardrails = guardrails
        self.health = health
        recommendation = Recommendation(for: evidence)
        progress = Progress(snapshot, method, baseline: evidence.baseline)
    }

    /// Adds what was asked beyond the registered figures.
    ///
    /// Metrics that are measured belong to the family of the secondary ones, which is judged again with them.
    package mutating func add(_ details: ReportDetails) {
        self.details = details
        let judge = SequentialJudge(method)
        let measured = details.means.filter { !$0.isGuardrail }.flatMap(\.comparisons)
        guard !measured.isEmpty else { return }
        secondary.explore(by: judge, besides: measured)
        let pValues = secondary.flatMap(\.comparisons).map(\.p) + measured.map(\.p)
        var adjusted = Adjustment.benjaminiHochberg.adjusted(pValues).suffix(measured.count)
        for index in self.details.means.indices where !details.means[index].isGuardrail {
            let count = details.means[index].comparisons.count
            self.details.means[index].take(Array(adjusted.prefix(count)))
            adjusted = adjusted.dropFirst(count)
        }
    }
}

extension [MetricFindings] {
    /// Judges secondary metrics together.
    fileprivate mutating func explore(
        by judge: SequentialJudge,
        besides means: [MeanFindings.Comparison] = []
    ) {
        let judged = judge.explored(map(\.comparisons), besides: means)
        for index in indices { self[index].comparisons = judged[index] }
    }
}

extension ExperimentSnapshot {
    /// The counts of one metric, as an analysis takes them.
    func counts(metric: Int) -> ExperimentCounts {
        ExperimentCounts(
            experiment: experiment,
            variants: arms.map { arm in
                VariantCounts(
                    variant: arm.variant,
                    people: arm.people,
                    conversions: metric < arm.conversions.count ? arm.conversions[metric] : 0
                )
            }
        )
    }

    /// What is counted: the primary metric first, then secondary ones, then guardrails.
    ///
    /// A draft has no phase in which the others would be counted.
    var metrics: [MetricDefinition] { [metric] + (phase?.metrics.dropFirst() ?? []) }

    /// How many of the metrics are secondary.
    var secondaryCount: Int { min(max(0, phase?.secondaryCount ?? 0), metrics.count - 1) }

    /// The configured weights by variant.
    var weights: NamedValues<Double> { NamedValues(arms.map { ($0.variant, $0.weight) }) }

    /// Everyone whose figures are compared.
    var compared: Int64 { arms.reduce(0) { $0 + $1.people } }
}
