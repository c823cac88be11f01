package import Statistics

/// One variant compared with the baseline, at fixed horizon.
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

    /// The probability that the variant's rate is the higher one, from uniform priors.
    package let chanceToBeat: Figure<Double>

    /// The rate given away on average by shipping the variant, from uniform priors.
    package let expectedLoss: Figure<Double>

    /// What the adjusted p-value says at this level.
    package internal(set) var verdict: Verdict

    /// What can be said about a variant.
    package enum Verdict: String, Hashable, Sendable, Codable {
        /// Its rate is higher, beyond what chance explains.
        case better
        /// Its rate is lower, beyond what chance explains.
        case worse
        /// Chance explains the difference.
        case inconclusive
        /// An arm has no people yet.
        case noData
    }

    /// Compares a variant with the baseline; the adjustment comes when all comparisons are there.
    init(variant: String, baseline: String, _ pair: Pair<Proportion>, _ level: Level) {
        self.variant = variant
        self.baseline = baseline
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
            return try pair.map { arm throws(Undefined) in try arm.posterior() }
        }
        chanceToBeat = beliefs.flatMap { beliefs throws(Undefined) in try beliefs.chanceToBeat() }
        expectedLoss = beliefs.flatMap { beliefs throws(Undefined) in try beliefs.expectedLoss() }
    }

    /// Takes the adjusted p-value, and with it the verdict.
    mutating func settle(pAdjusted: Double, _ level: Level) {
        self.pAdjusted = .value(pAdjusted)
        let difference = difference.value ?? 0
        verdict =
            pAdjusted > level.alpha || difference == 0 ? .inconclusive : difference > 0 ? .better : .worse
    }
}

extension Comparison: Encodable {
    /// Writes the members of a comparison at fixed horizon.
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: ReportKey.self)
        try container.encode(variant, forKey: "variant")
        try container.encode(baseline, forKey: "baseline")
        try container.encode(difference, forKey: "difference")
        try container.encode(differenceInterval, forKey: "differenceInterval")
        try container.encode(lift, forKey: "lift")
        try container.encode(liftInterval, forKey: "liftInterval")
        try container.encode(p, forKey: "p")
        try container.encode(pAdjusted, forKey: "pAdjusted")
        try container.encode(chanceToBeat, forKey: "chanceToBeat")
        try container.encode(expectedLoss, forKey: "expectedLoss")
        try container.encode(verdict, forKey: "verdict")
    }
}
