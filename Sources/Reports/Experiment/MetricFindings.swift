package import Statistics
package import TipCore

/// What was found on one metric of an experiment.
package struct MetricFindings: Hashable, Sendable {
    /// The metric.
    package let metric: MetricDefinition

    /// The variants with their rates, in the order of the catalog.
    package let variants: [VariantFindings]

    /// Every other variant against the baseline.
    package internal(set) var comparisons: [Comparison]

    /// Whether people came to the variants as configured; the same for every metric.
    package let srm: Figure<SampleRatioTest>

    /// Whether each comparison keeps within the metric's margin; empty where it is no guardrail.
    package let guardrail: [GuardrailState]

    /// Judges the primary metric or a guardrail.
    ///
    /// Each of them is a family of its own for Holm's correction: adding a guardrail makes no winner harder to
    /// find. Guardrails need no correction among each other, as a variant has to keep all of them.
    init(
        _ analysis: Analysis,
        metric: MetricDefinition,
        isGuardrail: Bool = false,
        by judge: SequentialJudge
    ) {
        let judged = judge.judged(analysis.comparisons)
        self.metric = metric
        variants = analysis.variants
        srm = analysis.srm
        comparisons = judged.map(\.comparison)
        guardrail =
            isGuardrail ? judged.map { GuardrailState($0.comparison, metric, safe: $0.safe) } : []
    }
}

extension MetricFindings {
    /// What was found on a secondary metric; it is judged together with all others.
    init(_ analysis: Analysis, metric: MetricDefinition) {
        self.metric = metric
        variants = analysis.variants
        srm = analysis.srm
        comparisons = analysis.comparisons
        guardrail = []
    }
}

/// Whether a variant keeps a guardrail.
package enum GuardrailState: String, Hashable, Sendable, CaseIterable {
    /// It is shown to do no worse than the margin allows.
    case held
    /// It is shown to do worse than the margin allows.
    case breached
    /// Neither can be shown yet.
    case unclear
    /// An arm has no people yet.
    case noData

    /// Judges a comparison on a guardrail.
    ///
    /// With a margin the whole interval of the lift, at a level that is safe under the method, has to lie on
    /// one side of it: the test of non-inferiority. Without one, or where there is no lift, the verdict of the
    /// comparison stands: worse than the baseline is a breach.
    init(_ comparison: Comparison, _ metric: MetricDefinition, safe: Figure<Level>) {
        guard comparison.verdict != .noData else {
            self = .noData
            return
        }
        let interval = safe.flatMap { level throws(Undefined) in try comparison.pair.logLiftInterval(level) }
        guard let margin = metric.margin, margin > 0, let interval = interval.value else {
            self = comparison.verdict == .worse ? .breached : comparison.verdict == .better ? .held : .unclear
            return
        }
        // The harm at either end: how much worse, as a share of the baseline's rate.
        let (least, most) =
            metric.betterDirection == .up
            ? (-interval.upper, -interval.lower) : (interval.lower, interval.upper)
        self = most < margin ? .held : least > margin ? .breached : .unclear
    }
}
