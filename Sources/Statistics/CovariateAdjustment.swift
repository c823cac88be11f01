/// An outcome with a covariate measured before the experiment, for every unit of an arm.
package struct CovariateSample: Hashable, Sendable {
    /// The outcome first, the covariate second.
    let moments: JointMoments

    /// Whether both are zeros and ones, whose variance is p(1 − p) without the n − 1.
    let denominator: JointMoments.Denominator

    /// Takes moments of two values: the outcome and its covariate.
    package init(_ moments: JointMoments, binary: Bool = false) throws(Undefined) {
        guard moments.dimensions == 2 else { throw .mismatched }
        self.moments = moments
        denominator = binary ? .population : .sample
    }
}

/// CUPED: comparisons of means from which a covariate's part has been taken (formulas F10 and F11).
///
/// Outcome variance, covariate variance and covariance use one denominator, so that no adjusted
/// variance is negative. A covariate that does not vary adjusts nothing.
extension Pair where Sample == CovariateSample {
    /// Where the covariate is centred, which moves both adjusted means but not their difference.
    package enum Centre: Hashable, Sendable {
        /// At zero: the means are ȳ − θx̄.
        case zero
        /// At the mean of both arms: the adjusted means look like the outcome's.
        case pooledMean
    }

    private func pooled() throws(Undefined) -> JointMoments {
        var pooled = control.moments
        try pooled.merge(treatment.moments)
        return pooled
    }

    /// The slope θ of the outcome on the covariate, over both arms together.
    package func slope() throws(Undefined) -> Double {
        let pooled = try pooled()
        let spread = try pooled.covariance(1, 1, over: control.denominator)
        return spread > 0 ? try settled(pooled.covariance(0, 1, over: control.denominator) / spread) : 0
    }

    /// The adjusted mean and unit variance of each arm.
    package func adjusted(around centre: Centre = .zero) throws(Undefined) -> Pair<Summary> {
        let slope = try slope()
        let origin = centre == .zero ? 0 : try pooled().means[1]
        return try map { arm throws(Undefined) in
            let (m, d) = (arm.moments, arm.denominator)
            let variance =
                try m.covariance(0, 0, over: d) + slope * slope * m.covariance(1, 1, over: d)
                - 2 * slope * m.covariance(0, 1, over: d)
            return try Summary(
                count: m.count,
                mean: m.means[0] - slope * (m.means[1] - origin),
                variance: max(0, variance)
            )
        }
    }

    /// Welch's t-test of the adjusted means; the lift is relative to the unadjusted baseline.
    package func tTest(_ scale: EffectScale, _ level: Level = .fivePercent) throws(Undefined) -> TTest {
        let adjusted = try adjusted()
        guard scale == .relative else { return try adjusted.tTest(.absolute, level) }
        let base = control.moments.means[0]
        guard base != 0 else { throw .zeroBaseline }
        guard adjusted.control.variance > 0, adjusted.treatment.variance > 0 else { throw .zeroVariance }
        return try TTest(
            estimate: (adjusted.treatment.mean - adjusted.control.mean) / abs(base),
            variance: adjusted.treatment.meanVariance / (base * base) + baselineVariance(),
            degreesOfFreedom: adjusted.welchDegreesOfFreedom(),
            level: level
        )
    }

    /// The baseline's part of the lift's variance: it moves the numerator and the divisor together.
    private func baselineVariance() throws(Undefined) -> Double {
        let (m, d) = (control.moments, control.denominator)
        let slope = try slope()
        let ratio = treatment.moments.means[0] / m.means[0]
        let variance =
            try m.covariance(0, 0, over: d) * ratio * ratio - 2 * slope * m.covariance(0, 1, over: d) * ratio
            + slope * slope * m.covariance(1, 1, over: d)
        return max(0, variance) / (m.count * m.means[0] * m.means[0])
    }
}
