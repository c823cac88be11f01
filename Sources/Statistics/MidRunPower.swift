/// The power of an experiment that is under way, and how much longer it has to run (formula P5).
package struct MidRunPower: Hashable, Sendable {
    /// The variance of the effect's estimate so far.
    private let variance: Double

    /// The units of both arms so far.
    private let units: Double

    /// The effect to be found.
    private let target: Double

    /// What the effect will be judged by.
    private let rule: Rule

    /// The ways an effect is judged at the end.
    package enum Rule: Hashable, Sendable {
        /// A test with a single look.
        case fixedHorizon(Level)
        /// A confidence sequence.
        case sequential(ConfidenceSequence)
        /// A posterior under a proper prior, by the same quantile as the test.
        case posterior(Level, GaussianPrior)
    }

    /// Looks at an experiment in the middle.
    package init(_ effect: Effect, units: Double, target: Double, rule: Rule) throws(Undefined) {
        try requireFinite(units, target)
        guard units > 0 else { throw .nothingCounted }
        guard effect.variance > 0 else { throw .zeroVariance }
        variance = effect.variance
        self.units = units
        self.target = target
        self.rule = rule
    }

    /// The power with so many more units, as a multiple of those there are.
    package func power(extra: Double) throws(Undefined) -> Double {
        guard extra >= 0 else { throw extra.isNaN ? .notFinite : .outOfRange }
        let variance = variance / (1 + extra)
        let deviation = variance.squareRoot()
        guard deviation > 0 else { return 1 }
        var shift = 0.0
        let edge: Double
        switch rule {
        case .fixedHorizon(let level):
            edge = try level.twoSidedZ * deviation
        case .sequential(let sequence):
            edge = try sequence.halfWidth(standardError: deviation, units: units * (1 + extra))
        case .posterior(let level, let prior):
            edge = try level.twoSidedZ * variance * (1 / prior.variance + 1 / variance).squareRoot()
            shift = variance * prior.mean / prior.variance
        }
        let above = Normal.upperTail((edge - shift - target) / deviation)
        return try settled(min(1, above + Normal.lowerTail((-edge - shift - target) / deviation)))
    }

    /// How many more units reach a power, as a multiple of those there are; 0 where they suffice.
    package func extra(power: Double) throws(Undefined) -> Double {
        guard power > 0, power < 1 else { throw power.isNaN ? .notFinite : .outOfRange }
        guard target != 0 else { throw .unreachable }
        guard try self.power(extra: 0) < power else { return 0 }
        return try risingRoot(of: power, from: 0, to: 1) { extra throws(Undefined) in
            try self.power(extra: extra)
        }
    }
}
