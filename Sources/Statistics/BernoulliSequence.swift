import Foundation

/// A confidence sequence for a rate that holds at every number of people, from the first (formula S3).
///
/// Howard et al. with a beta-binomial mixture, which is exact where the asymptotic sequence is not yet.
package struct BernoulliSequence: Hashable, Sendable {
    /// The error rate over all looks together.
    package let level: Level

    /// What the mixture's two parameters add up to, whatever the rate.
    private let concentration: Double

    /// Creates a sequence that is tightest after so many people.
    package init(level: Level = .fivePercent, tightestAt people: Double) throws(Undefined) {
        guard people.isFinite else { throw .notFinite }
        guard people > 0 else { throw .outOfRange }
        self.level = level
        let evidence = -2 * log(level.alpha)
        // The parameters are r/p and r/q with r = max(ρ − pq, pq/1000) and ρ = pq t/(L + ln(1 + L)):
        // pq cancels from their sum, which leaves the Dirichlet mixture of two arms.
        concentration = max(people / (evidence + log1p(evidence)) - 1, 0.001)
    }

    /// The rates that the counts so far do not rule out.
    package func interval(_ counts: Proportion) throws(Undefined) -> Interval {
        guard counts.people > 0 else { throw .nothingCounted }
        // Half a person keeps the start off the ends; evidence is least near the observed rate.
        let start = log((counts.x + 0.5) / (counts.misses + 0.5))
        let lower = counts.conversions == 0 ? 0 : root(counts, from: start, to: -700)
        let upper = counts.failures == 0 ? 1 : root(counts, from: start, to: 700)
        return try Interval(lower: lower, upper: upper)
    }

    /// The rate between two logits where the evidence against it reaches 1/α; the end where none does.
    private func root(_ counts: Proportion, from start: Double, to end: Double) -> Double {
        let limit = -log(level.alpha)
        guard evidence(counts, at: end) >= limit else { return end < 0 ? 0 : 1 }
        var (inside, outside) = (start, end)
        for _ in 0..<200 where abs(outside - inside) > 1e-15 * abs(inside) {
            let middle = inside + (outside - inside) / 2
            if evidence(counts, at: middle) < limit { inside = middle } else { outside = middle }
        }
        return LogitRate(inside).value
    }

    /// ln of the evidence that the rate differs from one given by its logit.
    private func evidence(_ counts: Proportion, at logit: Double) -> Double {
        let rate = LogitRate(logit)
        let mixture = DirichletEvidence(
            shares: [rate.complement, rate.value],
            concentration: concentration
        )
        return mixture.logBayesFactor([counts.misses, counts.x])
    }
}
