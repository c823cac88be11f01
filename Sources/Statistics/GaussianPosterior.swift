/// What was believed about a lift before the experiment: a normal distribution.
package struct GaussianPrior: Hashable, Sendable {
    /// The expected lift.
    package let mean: Double

    /// The variance of the lift.
    package let variance: Double

    /// Creates a prior, or says which of its numbers cannot be.
    package init(mean: Double, variance: Double) throws(Undefined) {
        try requireFinite(mean, variance)
        guard variance > 0 else { throw .outOfRange }
        self.mean = mean
        self.variance = variance
    }

    /// The prior of a difference, for a baseline of this mean.
    package func rescaled(to baseline: Double) throws(Undefined) -> GaussianPrior {
        try GaussianPrior(mean: mean * abs(baseline), variance: variance * baseline * baseline)
    }
}

/// What is believed about an effect after the experiment, in normal approximation (formula B4).
package struct GaussianPosterior: Hashable, Sendable {
    /// The expected effect.
    package let mean: Double

    /// The standard deviation of the effect.
    package let standardDeviation: Double

    /// Updates a prior, or where there is none takes the effect as it was measured.
    package init(_ effect: Effect, prior: GaussianPrior? = nil) throws(Undefined) {
        guard effect.variance > 0 else { throw .zeroVariance }
        guard let prior else {
            mean = effect.estimate
            standardDeviation = effect.standardError
            return
        }
        let precision = 1 / prior.variance + 1 / effect.variance
        mean = try settled((prior.mean / prior.variance + effect.estimate / effect.variance) / precision)
        standardDeviation = try settled((1 / precision).squareRoot())
        guard standardDeviation > 0 else { throw .notComputable }
    }

    /// Updates a prior on the lift with the effect between two arms, on either scale.
    package init(
        _ pair: Pair<Summary>,
        _ scale: EffectScale,
        priorOnLift prior: GaussianPrior? = nil
    ) throws(Undefined) {
        let effect = try pair.effect(scale)
        guard let prior else {
            try self.init(effect)
            return
        }
        try self.init(effect, prior: scale == .relative ? prior : prior.rescaled(to: pair.control.mean))
    }

    private var z: Double { mean / standardDeviation }

    /// The probability that the treatment is better, by having the higher mean or, if so said, the lower.
    package func chanceToWin(lowerIsBetter: Bool = false) -> Double {
        lowerIsBetter ? Normal.upperTail(z) : Normal.lowerTail(z)
    }

    /// The interval that leaves α/2 on either side.
    package func interval(_ level: Level = .fivePercent) throws(Undefined) -> Interval {
        try Interval(around: mean, halfWidth: level.twoSidedZ * standardDeviation)
    }

    /// What is given away on average by keeping the control, where the treatment is better.
    package func lossOfKeeping(lowerIsBetter: Bool = false) -> Double {
        standardDeviation * Normal.excess(lowerIsBetter ? z : -z)
    }

    /// What is given away on average by shipping the treatment, where it is worse.
    package func lossOfShipping(lowerIsBetter: Bool = false) -> Double {
        standardDeviation * Normal.excess(lowerIsBetter ? -z : z)
    }
}
