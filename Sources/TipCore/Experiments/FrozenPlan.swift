/// What a start event says of a plan and of metrics: all of it, also what nobody had written.
///
/// A default of the program may change one day. An experiment that began before must not change with it, so its
/// start event holds the defaults of its day like anything else that was registered.
extension ExperimentDefinition.Plan {
    /// The error rate of an experiment whose plan names none.
    public static let usualAlpha = 0.05

    /// People of both arms at which an experiment without a planned size is judged most sharply; GrowthBook's
    /// default, so that both say the same of the same counts.
    public static let usualTuning = 5000.0

    /// How planned looks spend the error rate: α·t to this power, by Lan and DeMets.
    public static let usualSpending = 2.0

    /// A plan with all that judging needs: where looks are planned how they spend the error rate, otherwise where
    /// the always-valid intervals are tightest.
    public var frozen: ExperimentDefinition.Plan {
        var plan = self
        plan.alpha = alpha ?? Self.usualAlpha
        if peoplePerVariant != nil, looks != nil {
            plan.spending = spending ?? Self.usualSpending
        } else {
            plan.tuning =
                tuning ?? peoplePerVariant.flatMap { $0 > 0 ? 2 * Double($0) : nil } ?? Self.usualTuning
        }
        return plan
    }
}

extension MetricDefinition {
    /// Which way is better: more, unless the catalog says less or the tip is closed unread.
    public var betterDirection: Direction {
        direction ?? (metric == .invalidation(.tipClosed) ? .down : .up)
    }

    /// The definition with its direction, and for a guardrail with its margin.
    public func frozen(isGuardrail: Bool) -> MetricDefinition {
        var metric = self
        metric.direction = betterDirection
        if isGuardrail { metric.margin = margin ?? 0 }
        return metric
    }
}

extension ExperimentDefinition {
    /// The metrics as a start event holds them: the primary one, secondary ones, guardrails.
    public var frozenMetrics: [MetricDefinition] {
        ([primary] + secondary).map { $0.frozen(isGuardrail: false) }
            + guardrails.map { $0.frozen(isGuardrail: true) }
    }
}
