package import Statistics
package import TipCore

/// The findings of one experiment from its counts, at fixed horizon.
package struct Analysis: Hashable, Sendable {
    /// The experiment's name.
    package let experiment: String

    /// Its variants, in the order given.
    package let variants: [VariantFindings]

    /// Every other variant against the baseline, in the order given.
    package let comparisons: [Comparison]

    /// Whether people came to the variants in the shares that the weights say.
    package let srm: Figure<SampleRatioTest>

    /// The configured weights, in the order of the variants.
    package let weights: [Double]

    /// The error rate of the intervals and verdicts.
    package let level: Level

    /// The share of intervals that hold the truth, such as 0.95.
    package var confidence: Double { 1 - level.alpha }
}

/// Analyses the counts of one experiment.
///
/// - Parameters:
///   - counts: The counts; the first variant is the baseline unless another is named.
///   - baseline: The variant that the others are compared with.
///   - weights: The configured weights by variant; one that is not named has weight 1. A variant of
///     weight 0 is compared like the others, but left out of the check of the split.
///   - level: The error rate of intervals and verdicts.
///   - direction: Which way of the rate is better.
/// - Returns: Every figure of the counts, or the reason why a figure cannot be had.
/// - Throws: ``AnalysisProblem`` where the counts themselves cannot be.
package func analysis(
    of counts: ExperimentCounts,
    baseline: String? = nil,
    weights: NamedValues<Double> = [:],
    level: Level = .fivePercent,
    direction: MetricDefinition.Direction = .up
) throws(AnalysisProblem) -> Analysis {
    let arms = try proportions(of: counts)
    let shares = counts.variants.map { weights[$0.variant] ?? 1 }
    if let bad = shares.firstIndex(where: { !($0.isFinite && $0 >= 0) }) {
        throw counts.problem(.badWeight, counts.variants[bad].variant)
    }
    let baseline = baseline ?? counts.variants.first?.variant
    guard let base = counts.variants.firstIndex(where: { baseline.map($0.variant.hasSameBytes) ?? false })
    else {
        guard let baseline else { throw counts.problem(.noVariants) }
        var problem = counts.problem(.unknownBaseline, baseline)
        problem.variants = counts.variants.map(\.variant)
        throw problem
    }
    let comparisons = counts.variants.indices.filter { $0 != base }.map { index in
        Comparison(
            variant: counts.variants[index].variant,
            baseline: counts.variants[base].variant,
            Pair(control: arms[base], treatment: arms[index]),
            direction,
            level
        )
    }
    return Analysis(
        experiment: counts.experiment,
        variants: zip(counts.variants, arms).map { VariantFindings($0, $1, level) },
        comparisons: adjusted(comparisons, level),
        srm: Figure { () throws(Undefined) in
            try SampleRatioTest(people: counts.variants.map(\.people), weights: shares)
        },
        weights: shares,
        level: level
    )
}

/// Settles comparisons by Holm's correction over those that have a p-value.
private func adjusted(_ comparisons: [Comparison], _ level: Level) -> [Comparison] {
    zip(comparisons, Adjustment.holm.adjusted(comparisons.map(\.p))).map { comparison, p in
        var settled = comparison
        settled.settle(pAdjusted: p, level)
        return settled
    }
}

/// The counts as proportions, each of which is possible and named once.
private func proportions(of counts: ExperimentCounts) throws(AnalysisProblem) -> [Proportion] {
    var seen: Set<ExactText> = []
    var arms: [Proportion] = []
    for counted in counts.variants {
        guard seen.insert(ExactText(counted.variant)).inserted else {
            throw counts.problem(.duplicateVariant, counted.variant)
        }
        do {
            arms.append(try Proportion(conversions: counted.conversions, people: counted.people))
        } catch {
            throw counts.problem(.impossibleCounts, counted.variant)
        }
    }
    return arms
}

extension ExperimentCounts {
    fileprivate func problem(_ code: AnalysisProblem.Code, _ variant: String? = nil) -> AnalysisProblem {
        AnalysisProblem(code: code, experiment: experiment, variant: variant)
    }
}
