import Foundation

/// The normal mixture boundary for sums: a curve that a sum with no drift crosses with probability α.
///
/// Howard, Ramdas, McAuliffe, Sekhon (arXiv 1810.08240). The sum is measured against its intrinsic time,
/// the sum of its variances so far.
package struct NormalMixture: Hashable, Sendable {
    /// The error rate over all times together.
    package let level: Level

    /// ρ, the precision of the mixture: one over the ρ² of a ``ConfidenceSequence``.
    package let rho: Double

    /// Creates the boundary that is tightest at a time.
    package init(level: Level = .fivePercent, tightestAt time: Double) throws(Undefined) {
        guard time.isFinite else { throw .notFinite }
        guard time > 0 else { throw .outOfRange }
        let evidence = -2 * log(level.alpha)
        self.level = level
        rho = time / (evidence + log1p(evidence))
    }

    /// The height of the boundary at a time.
    package func bound(at time: Double) throws(Undefined) -> Double {
        guard time >= 0 else { throw time.isNaN ? .notFinite : .outOfRange }
        return try settled(((time + rho) * (log1p(time / rho) - 2 * log(level.alpha))).squareRoot())
    }

    /// ln of the evidence (the e-value) that a sum at a time has a drift.
    package func logEvidence(sum: Double, at time: Double) throws(Undefined) -> Double {
        guard time >= 0 else { throw time.isNaN ? .notFinite : .outOfRange }
        return try settled(-log1p(time / rho) / 2 + sum / (2 * (time + rho)) * sum)
    }
}
