package import Statistics
package import TipCore

/// One variant compared with the baseline.
package struct Comparison: Hashable, Sendable {
    /// The variant.
    package let variant: String

    /// What it is compared with.
    package let baseline: String

    /// The variant's rate minus the baseline's.
    package let difference: Figure<Double>

    /// Newcombe's interval of the difference at 1 − α.
    package let differenceInterval: Figure<Interval>

    /// The difference relative to the baseline's rate; −1 where nobody converted in the variant.
    package let lift: Figure<Double>

    /// The interval of the lift on the log scale at 1 − α.
    package let liftInterval: Figure<Interval>

    /// The two-sided p-value: pooled z, or Fisher's exact test where a cell is under five.
    package let p: Figure<Double>

    /// The p-value after Holm's correction over the experiment's comparisons.
    package internal(set) var pAdjusted: Figure<Double>

    /// The probability that the variant's rate is the better one, from uniform priors.
    package let chanceToBeat: Figure<Double>

    /// The rate given away on average by shipping the variant, from uniform priors.
    package let expectedLoss: Figure<Double>

    /// What can be said about the variant at this level.
    package internal(set) var verdict: Verdict

    /// What holds however often the experiment is looked at; nil at fixed horizon.
    package internal(set) var sequential: SequentialFigures?

    /// Which way of the rate is better.
    package let direction: MetricDefinition.Direction

    /// The counts behind the figures.
    let pair: Pair<Proportion>

    /// What can be said about a variant.
    package enum Verdict: String, Hashable, Sendable, CaseIterable {
        /// Its rate is the better one, beyond what chance explains.
        case better
        /// Its rate is the worse one, beyond what chance explains.
        case worse
        /// Chance explains the difference.
        case inconclusive
        /// An arm has no people yet.
        case noData
    }

    /// Compares a variant with the baseline; the adjustment comes when all comparisons are there.
    init(
        variant: String,
        baseline: String,
        _ pair: Pair<Proportion>,
        _ direction: MetricDefinition.Direction,
        _ level: Level
    ) {
        self.variant = variant
        self.baseline = baseline
        self.direction = direction
        self.pair = pair
        difference = Figure { () throws(Undefined) in try pair.difference() }
        differenceInterval = Figure { () throws(Undefined) in try pair.newcombeInterval(level) }
        lift = Figure { () throws(Undefined) in try pair.lift() }
        liftInterval = Figure { () throws(Undefined) in try pair.logLiftInterval(level) }
        p = Figure { () throws(Undefined) in try pair.test().p }
        pAdjusted = p
        verdict = .noData
        // Without people the beliefs are the priors: a chance of one half would look like a finding.
        let beliefs = Figure { () throws(Undefined) in
            _ = try pair.difference()
            return try pair.towards(direction).map { arm throws(Undefined) in try arm.posterior() }
        }
        chanceToBeat = beliefs.flatMap { beliefs throws(Undefined) in try beliefs.chanceToBeat() }
        expectedLoss = beliefs.flatMap { beliefs throws(Undefined) in try beliefs.expectedLoss() }
    }

    /// Takes the adjusted p-value, and with it the verdict.
    mutating func settle(pAdjusted: Figure<Double>, _ level: Level) {
        self.pAdjusted = pAdjusted
        settle(isSignificant: pAdjusted.value.map { $0 <= level.alpha } ?? false)
    }

    /// Takes the verdict from whether chance explains the difference.
    mutating func settle(isSignificant: Bool) {
        guard let difference = difference.value else {
            verdict = .noData
            return
        }
        verdict =
            !isSignificant || difference == 0
            ? .inconclusive : (difference > 0) == (direction == .up) ? .better : .worse
    }
}

extension Pair where Sample == Proportion {
    /// The pair in which more is better: the rates of those who did not convert where less is.
    fileprivate func towards(_ direction: MetricDefinition.Direction) throws(Undefined) -> Pair {
        guard direction == .down else { return self }
        return try map { arm throws(Undefined) in
            try Proportion(conversions: arm.failures, people: arm.people)
        }
    }
}

extension Comparison {
    /// Whether the interval of the lift holds a value; nil where there is no interval.
    package func liftIntervalHolds(_ lift: Double) -> Bool? {
        liftInterval.value.map { $0.lower <= lift && lift <= $0.upper }
    }
}
