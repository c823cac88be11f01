import Foundation

/// A t-test with its estimate and interval.
package struct TTest: Hashable, Sendable {
    /// The effect: a difference, or a lift where the scale is relative.
    package let estimate: Double

    /// The standard error of the estimate.
    package let standardError: Double

    /// The degrees of freedom, by Welch's formula.
    package let degreesOfFreedom: Double

    /// The values of the effect that are not rejected.
    package let interval: Interval

    /// The two-sided p-value of no effect.
    package let p: Double

    /// The estimate in standard errors.
    package var t: Double { estimate / standardError }

    /// Tests an estimate of known standard error; the source of every t interval in this room.
    init(estimate: Double, variance: Double, degreesOfFreedom: Double, level: Level) throws(Undefined) {
        guard variance > 0 else { throw variance.isNaN ? .notComputable : .zeroVariance }
        self.estimate = try settled(estimate)
        self.standardError = try settled(variance.squareRoot())
        self.degreesOfFreedom = degreesOfFreedom
        let law = try StudentT(degreesOfFreedom: degreesOfFreedom)
        interval = try Interval(
            around: estimate,
            halfWidth: law.upperQuantile(level.alpha / 2) * standardError
        )
        p = try settled(law.twoSidedTail(estimate / standardError))
    }
}

/// An effect with the variance of its estimate, before any test looks at it.
package struct Effect: Hashable, Sendable {
    /// The difference or lift.
    package let estimate: Double

    /// The variance of the estimate.
    package let variance: Double

    /// The standard error of the estimate.
    package var standardError: Double { variance.squareRoot() }

    init(estimate: Double, variance: Double) throws(Undefined) {
        self.estimate = try settled(estimate)
        self.variance = try settled(variance)
    }
}

extension Pair where Sample == Summary {
    /// The effect and its variance: the difference (F7), or the lift by the delta method (F6).
    package func effect(_ scale: EffectScale) throws(Undefined) -> Effect {
        let difference = treatment.mean - control.mean
        switch scale {
        case .absolute:
            let variance = treatment.meanVariance + control.meanVariance
            guard variance > 0 else { throw .zeroVariance }
            return try Effect(estimate: difference, variance: variance)
        case .relative:
            guard control.mean != 0 else { throw .zeroBaseline }
            // The baseline's mean is a divisor: an arm that does not vary would make it look certain.
            guard control.variance > 0, treatment.variance > 0 else { throw .zeroVariance }
            let ratio = treatment.mean / control.mean
            let square = control.mean * control.mean
            let variance = (treatment.meanVariance + control.meanVariance * ratio * ratio) / square
            return try Effect(estimate: difference / abs(control.mean), variance: variance)
        }
    }

    /// Welch's degrees of freedom for the absolute difference (formula F7).
    package func welchDegreesOfFreedom() throws(Undefined) -> Double {
        try welchDegrees(control.meanVariance, treatment.meanVariance)
    }

    /// Welch's t-test; on the relative scale with the degrees of freedom of the difference.
    package func tTest(_ scale: EffectScale, _ level: Level = .fivePercent) throws(Undefined) -> TTest {
        let effect = try effect(scale)
        return try TTest(
            estimate: effect.estimate,
            variance: effect.variance,
            degreesOfFreedom: welchDegreesOfFreedom(),
            level: level
        )
    }

    /// The interval of the lift of two positive means by the ratio's logarithm (formula F5).
    ///
    /// Its t quantile has Welch's degrees of freedom, computed from the variances of the logarithms.
    package func logLiftInterval(_ level: Level = .fivePercent) throws(Undefined) -> Interval {
        guard control.mean > 0 else { throw control.mean == 0 ? .zeroBaseline : .outOfRange }
        guard treatment.mean > 0 else { throw .outOfRange }
        let controlVariance = control.logVariance / control.count
        let treatmentVariance = treatment.logVariance / treatment.count
        let variance = controlVariance + treatmentVariance
        guard variance > 0 else { throw variance.isNaN ? .notComputable : .zeroVariance }
        let law = try StudentT(degreesOfFreedom: welchDegrees(controlVariance, treatmentVariance))
        let reach = try law.upperQuantile(level.alpha / 2) * variance.squareRoot()
        let centre = log1p((treatment.mean - control.mean) / control.mean)
        return try Interval(lower: expm1(centre - reach), upper: expm1(centre + reach))
    }

    private func welchDegrees(_ control: Double, _ treatment: Double) throws(Undefined) -> Double {
        guard self.control.count >= 2, self.treatment.count >= 2 else { throw .tooFewUnits }
        let sum = control + treatment
        guard sum > 0 else { throw .zeroVariance }
        // As shares of the sum, so that no square leaves the range of double.
        let controlShare = control / sum
        let treatmentShare = treatment / sum
        return try settled(
            1
                / (controlShare * controlShare / (self.control.count - 1)
                    + treatmentShare * treatmentShare / (self.treatment.count - 1))
        )
    }
}
