package import Statistics
package import TipCore

/// What was found on a metric that is measured rather than counted once: how often, how much, how soon.
package struct MeanFindings: Hashable, Sendable {
    /// The metric.
    package let metric: MetricDefinition
    /// Whether it must not get worse.
    package let isGuardrail: Bool
    /// The variants in the order of the report.
    package let variants: [Arm]
    /// Every other variant against the baseline.
    package private(set) var comparisons: [Comparison]

    /// One variant.
    package struct Arm: Hashable, Sendable {
        /// Its name.
        package let variant: String
        /// Those who have a value, and their values.
        package let moments: Moments
        /// The sum of the values.
        package var total: Double { moments.mean * moments.count }
    }

    /// A variant against the baseline, by Welch's test at a single look.
    package struct Comparison: Hashable, Sendable {
        /// The variant.
        package let variant: String
        /// The difference of the means with its interval and p-value.
        package let difference: Figure<TTest>
        /// The lift on the log scale.
        package let lift: Figure<Double>
        /// The interval of the lift on the log scale.
        package let liftInterval: Figure<Interval>
        /// The p-value at a single look.
        package let p: Figure<Double>
        /// The p-value that holds however often the experiment is looked at, where its method has one; else the
        /// other one.
        let safeP: Figure<Double>
        /// The p-value after Benjamini and Hochberg's correction over all secondary metrics; that of a guardrail
        /// is none of them and stays as it is.
        package fileprivate(set) var pAdjusted: Figure<Double>
        /// Whether the whole interval of the lift is within the margin of a guardrail; nil where it is none.
        package let guardrail: GuardrailState?
    }

    /// Compares the values of a metric.
    init(_ index: Int, _ units: [CountedUnit], of report: ExperimentReport) {
        let snapshot = report.snapshot
        metric = snapshot.metrics[index]
        isGuardrail = index > snapshot.secondaryCount
        var moments: [String: Moments] = [:]
        for unit in units where index < unit.values.count {
            guard let value = unit.values[index] else { continue }
            moments[unit.participation.variant, default: Moments()].add(value)
        }
        variants = snapshot.arms.map { Arm(variant: $0.variant, moments: moments[$0.variant] ?? Moments()) }
        let control = moments[report.baseline] ?? Moments()
        let (metric, isGuardrail, method) = (metric, isGuardrail, report.method)
        let level = method.level
        comparisons = variants.filter { $0.variant != report.baseline }.map { arm in
            let pair = Figure { () throws(Undefined) in
                Pair(control: try control.summary, treatment: try arm.moments.summary)
            }
            let interval = pair.flatMap { pair throws(Undefined) in try pair.logLiftInterval(level) }
            let test = pair.flatMap { pair throws(Undefined) in try pair.tTest(.absolute, level) }
            let p = test.flatMap { test throws(Undefined) in test.p }
            return Comparison(
                variant: arm.variant,
                difference: test,
                lift: pair.flatMap { pair throws(Undefined) in try pair.effect(.relative).estimate },
                liftInterval: interval,
                p: p,
                safeP: Self.safeP(pair, method) ?? p,
                pAdjusted: p,
                guardrail: isGuardrail ? Self.state(interval.value, metric) : nil
            )
        }
    }

    /// The always-valid p-value; nil under other methods.
    private static func safeP(_ pair: Figure<Pair<Summary>>, _ method: ReportMethod) -> Figure<Double>? {
        guard case .alwaysValid(let tuning) = method.test else { return nil }
        return pair.flatMap { pair throws(Undefined) in
            let sequence = try ConfidenceSequence(level: method.level, tuning: tuning)
            let units = pair.control.count + pair.treatment.count
            return try sequence.p(try pair.effect(.absolute), units: units)
        }
    }

    /// Takes the adjusted p-values of the comparisons.
    mutating func take(_ adjusted: [Figure<Double>]) {
        for (index, p) in zip(comparisons.indices, adjusted) { comparisons[index].pAdjusted = p }
    }

    private static func state(_ interval: Interval?, _ metric: MetricDefinition) -> GuardrailState {
        guard let interval else { return .noData }
        let margin = metric.margin ?? 0
        let (least, most) =
            metric.betterDirection == .up
            ? (-interval.upper, -interval.lower) : (interval.lower, interval.upper)
        return most < margin ? .held : least > margin ? .breached : .unclear
    }
}
