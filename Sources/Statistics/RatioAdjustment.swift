/// A ratio metric with the same ratio measured before the experiment.
package struct CovariateRatioSample: Hashable, Sendable {
    /// Numerator and denominator after, numerator and denominator before.
    let moments: JointMoments

    /// Takes moments of four values: numerator and denominator after, then before.
    package init(_ moments: JointMoments) throws(Undefined) {
        guard moments.dimensions == 4 else { throw .mismatched }
        guard moments.means[1] != 0, moments.means[3] != 0 else { throw .zeroBaseline }
        self.moments = moments
    }

    /// The ratio after.
    var after: Double { moments.means[0] / moments.means[1] }

    /// The ratio before.
    var before: Double { moments.means[2] / moments.means[3] }

    /// The gradient of the ratio after in the four means.
    var gradientAfter: [Double] { [1 / moments.means[1], -after / moments.means[1], 0, 0] }

    /// The gradient of the ratio before.
    var gradientBefore: [Double] { [0, 0, 1 / moments.means[3], -before / moments.means[3]] }
}

/// CUPED for ratios of sums (formula F12).
extension Pair where Sample == CovariateRatioSample {
    /// The slope θ that makes the adjusted difference vary least, the arms taken together.
    package func slope() throws(Undefined) -> Double {
        var covariance = 0.0
        var variance = 0.0
        for arm in [control, treatment] {
            covariance += try arm.moments.covariance(along: arm.gradientAfter, arm.gradientBefore)
            variance += try arm.moments.variance(along: arm.gradientBefore)
        }
        return variance > 0 ? try settled(covariance / variance) : 0
    }

    /// The t-test of the adjusted ratios.
    package func tTest(_ scale: EffectScale, _ level: Level = .fivePercent) throws(Undefined) -> TTest {
        let slope = try slope()
        let adjusted = try map { arm throws(Undefined) in
            try Summary(
                count: arm.moments.count,
                mean: arm.after - slope * arm.before,
                variance: arm.moments.variance(along: gradient(of: arm, slope))
            )
        }
        guard scale == .relative else { return try adjusted.tTest(.absolute, level) }
        let base = control.after
        guard base != 0 else { throw .zeroBaseline }
        let lift = (adjusted.treatment.mean - adjusted.control.mean) / base
        // The baseline's ratio is also the divisor: its own gradient grows by the lift.
        let baseGradient = zip(control.gradientAfter, gradient(of: control, slope)).map { after, all in
            (all + lift * after) / base
        }
        let variance =
            try adjusted.treatment.meanVariance / (base * base)
            + control.moments.variance(along: baseGradient) / control.moments.count
        return try TTest(
            estimate: base < 0 ? -lift : lift,
            variance: variance,
            degreesOfFreedom: adjusted.welchDegreesOfFreedom(),
            level: level
        )
    }

    private func gradient(of arm: CovariateRatioSample, _ slope: Double) -> [Double] {
        zip(arm.gradientAfter, arm.gradientBefore).map { $0 - slope * $1 }
    }
}
