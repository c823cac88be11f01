import Foundation
import Statistics
import Testing

@Suite("Whatever is fed in, a figure comes out or a reason, never NaN and never a trap")
struct HostileInputTests {
    private static let numbers: [Double] = [
        .nan, .infinity, -.infinity, 0, -0.0, 1, -1, 0.5, 2, .leastNonzeroMagnitude, 1e-300, 1e-9, 0.05, 0.95,
        1 - 0x1p-53,
        17, 1000,
        1e9, 1e15, 1e300, .greatestFiniteMagnitude, -1e300,
    ]

    private static let counts: [Int64] = [
        .min, -1, 0, 1, 2, 3, 5, 10, 1000, 1_000_000_000, 999_999_999, 1_000_000_000_000, .max,
    ]

    /// Draws hostile arguments and collects figures that are no numbers.
    private struct Probe {
        var generator: SeededGenerator
        var failures: Set<String> = []
        var figures = 0
        var reasons: Set<Undefined> = []

        mutating func number() -> Double { HostileInputTests.numbers.randomElement(using: &generator) ?? 0 }

        mutating func count() -> Int64 { HostileInputTests.counts.randomElement(using: &generator) ?? 0 }

        /// A number that is often in range, so that the probe gets past the first check.
        mutating func share() -> Double { Bool.random(using: &generator) ? 0.05 : number() }

        mutating func check(_ name: String, _ formula: () throws(Undefined) -> [Double]) {
            do {
                let values = try formula()
                figures += 1
                if values.contains(where: { $0.isNaN }) { failures.insert(name) }
            } catch {
                reasons.insert(error)
            }
        }
    }

    private func run(seed: UInt64, rounds: Int, _ body: (inout Probe) -> Void) -> Probe {
        var probe = Probe(generator: SeededGenerator(seed: seed))
        for _ in 0..<rounds { body(&probe) }
        return probe
    }

    @Test("proportions")
    func proportions() {
        let probe = run(seed: 1, rounds: 1500) { probe in
            let (xc, nc, xt, nt) = (probe.count(), probe.count(), probe.count(), probe.count())
            let alpha = probe.share()
            func pair() throws(Undefined) -> Pair<Proportion> {
                Pair(
                    control: try Proportion(conversions: xc, people: nc),
                    treatment: try Proportion(conversions: xt, people: nt)
                )
            }
            probe.check("z") { () throws(Undefined) in [try pair().pooledTest().z, try pair().pooledTest().p]
            }
            probe.check("lift") { () throws(Undefined) in [try pair().lift(), try pair().difference()] }
            probe.check("wilson") { () throws(Undefined) in
                try pair().control.wilsonInterval(Level(alpha: alpha)).ends
            }
            probe.check("exact") { () throws(Undefined) in
                try pair().control.clopperPearsonInterval(Level(alpha: alpha)).ends
            }
            probe.check("newcombe") { () throws(Undefined) in
                try pair().newcombeInterval(Level(alpha: alpha)).ends
            }
            probe.check("log") { () throws(Undefined) in try pair().logLiftInterval(Level(alpha: alpha)).ends
            }
            probe.check("wald") { () throws(Undefined) in
                try pair().waldDifference(Level(alpha: alpha)).interval.ends
            }
            probe.check("bernoulli") { () throws(Undefined) in
                try BernoulliSequence(level: Level(alpha: alpha), tightestAt: 500).interval(pair().control)
                    .ends
            }
        }

        #expect(probe.failures == [])
        #expect(probe.figures > 100 && probe.reasons.count >= 5)
    }

    @Test("Fisher, chance and loss")
    func exactProportions() {
        let probe = run(seed: 2, rounds: 120) { probe in
            let (xc, nc, xt, nt) = (probe.count(), probe.count(), probe.count(), probe.count())
            let (a, b) = (min(probe.share(), 1e9), min(probe.share(), 1e9))
            func pair() throws(Undefined) -> Pair<Proportion> {
                Pair(
                    control: try Proportion(conversions: xc, people: nc),
                    treatment: try Proportion(conversions: xt, people: nt)
                )
            }
            probe.check("fisher") { () throws(Undefined) in [try pair().fisherExactP()] }
            probe.check("belief") { () throws(Undefined) in
                let prior = try Beta(a: a, b: b)
                let beliefs = try pair().map { arm throws(Undefined) in try arm.posterior(prior: prior) }
                return [try beliefs.chanceToBeat(), try beliefs.expectedLoss()]
            }
            probe.check("best") { () throws(Undefined) in
                let pair = try pair()
                let best = try BestArm(of: [pair.control.posterior(), pair.treatment.posterior()])
                return best.best + best.second
            }
        }

        #expect(probe.failures == [])
        #expect(probe.figures > 15)
    }

    @Test("means and what is made of them")
    func means() {
        let probe = run(seed: 3, rounds: 1500) { probe in
            let n = (0..<8).map { _ in probe.number() }
            let alpha = probe.share()
            func pair() throws(Undefined) -> Pair<Summary> {
                Pair(
                    control: try Summary(count: n[0], mean: n[1], variance: n[2]),
                    treatment: try Summary(count: n[3], mean: n[4], variance: n[5])
                )
            }
            for scale in [EffectScale.absolute, .relative] {
                probe.check("t \(scale)") { () throws(Undefined) in
                    let test = try pair().tTest(scale, Level(alpha: alpha))
                    return [test.estimate, test.standardError, test.p, test.t] + test.interval.ends
                }
                probe.check("posterior \(scale)") { () throws(Undefined) in
                    let prior = try GaussianPrior(mean: n[6], variance: n[7])
                    let posterior = try GaussianPosterior(pair(), scale, priorOnLift: prior)
                    return [posterior.mean, posterior.chanceToWin(), posterior.lossOfShipping()]
                        + (try posterior.interval().ends)
                }
                probe.check("sequence \(scale)") { () throws(Undefined) in
                    let sequence = try ConfidenceSequence(level: Level(alpha: alpha), tuning: n[6])
                    let effect = try pair().effect(scale)
                    return try sequence.interval(effect, units: n[7]).ends + [sequence.p(effect, units: n[7])]
                }
                probe.check("mixture \(scale)") { () throws(Undefined) in
                    let test = try MixtureTest(pair().effect(scale), mixingVariance: n[6])
                    return [test.logRatio, test.p, test.halfWidth]
                }
                probe.check("mid-run \(scale)") { () throws(Undefined) in
                    let midRun = try MidRunPower(
                        pair().effect(scale),
                        units: n[6],
                        target: n[7],
                        rule: .fixedHorizon(.fivePercent)
                    )
                    return [try midRun.power(extra: 0), try midRun.extra(power: 0.8)]
                }
            }
            probe.check("fieller") { () throws(Undefined) in try pair().fiellerLift().ends }
            probe.check("log lift") { () throws(Undefined) in try pair().logLiftInterval().ends }
            probe.check("best") { () throws(Undefined) in
                let best = try BestArm(of: [NormalBelief(pair().control), NormalBelief(pair().treatment)])
                return best.best + best.second
            }
        }

        #expect(probe.failures == [])
        #expect(probe.figures > 100)
    }

    @Test("moments, covariates, quantiles and strata")
    func moments() {
        let probe = run(seed: 4, rounds: 4000) { probe in
            let n = (0..<16).map { _ in probe.number() }
            probe.check("moments") { () throws(Undefined) in
                var moments = try Moments(count: n[0], sum: n[1], sumOfSquares: n[2])
                moments.add(n[3])
                let summary = try moments.summary
                return [summary.mean, summary.variance]
            }
            func joint() throws(Undefined) -> JointMoments {
                try JointMoments(count: n[0], sums: [n[1], n[2]], crossSums: [[n[3], n[4]], [n[5]]])
            }
            probe.check("ratio") { () throws(Undefined) in
                let summary = try RatioSample(joint()).summary
                return [summary.mean, summary.variance]
            }
            probe.check("covariate") { () throws(Undefined) in
                let arm = try CovariateSample(joint())
                return try Pair(control: arm, treatment: arm).tTest(.relative).interval.ends
            }
            probe.check("quantile") { () throws(Undefined) in
                let sample = try QuantileSample(
                    count: n[0],
                    effectiveCount: n[1],
                    probability: n[2],
                    value: n[3],
                    lower: n[4],
                    upper: n[5]
                )
                return [try sample.summary.variance]
            }
            probe.check("strata") { () throws(Undefined) in
                let arm = try Moments(count: n[0], sum: n[1], sumOfSquares: n[2])
                let other = try Moments(count: n[3], sum: n[4], sumOfSquares: n[5])
                let strata = [
                    Stratum(control: arm, treatment: other), Stratum(control: other, treatment: arm),
                ]
                return try PostStratification(strata).tTest(.relative).interval.ends
            }
        }

        #expect(probe.failures == [])
        #expect(probe.figures > 100)
    }

    @Test("plans, looks, families and splits")
    func plans() {
        let probe = run(seed: 5, rounds: 1500) { probe in
            let n = (0..<6).map { _ in probe.number() }
            let (x, y) = (probe.count(), probe.count())
            let alpha = probe.share()
            probe.check("means") { () throws(Undefined) in
                let plan = try MeanPlan(
                    difference: n[0],
                    standardDeviation: n[1],
                    ratio: n[2],
                    level: Level(alpha: alpha)
                )
                return [
                    try plan.normalControlUnits(power: n[3]), try plan.normalPower(controlUnits: n[4]),
                    try plan.studentPower(controlUnits: n[4]),
                ]
            }
            probe.check("rates") { () throws(Undefined) in
                let plan = try ProportionPlan(
                    control: n[0],
                    treatment: n[1],
                    ratio: n[2],
                    level: Level(alpha: alpha)
                )
                return [
                    try plan.power(treatmentPeople: n[3]), try plan.wholePeople(power: n[4]),
                    try plan.peoplePerArm(power: n[4], tuning: n[5]),
                ]
            }
            probe.check("detectable") { () throws(Undefined) in
                let baseline = try Summary(count: 1, mean: n[0], variance: n[1])
                let effect = try DetectableEffect(baseline: baseline, unitsPerArm: n[2], power: n[3])
                return [try effect.simple(), try effect.relative()]
            }
            probe.check("looks") { () throws(Undefined) in
                let plan = try GroupSequential(times: [n[0], n[1]], level: Level(alpha: alpha))
                return plan.bounds + [try plan.power(drift: n[2]), try plan.inflation(power: n[3])]
            }
            probe.check("boundary") { () throws(Undefined) in
                let mixture = try NormalMixture(level: Level(alpha: alpha), tightestAt: n[0])
                return [try mixture.bound(at: n[1]), try mixture.logEvidence(sum: n[2], at: n[1])]
            }
            probe.check("family") { () throws(Undefined) in
                var adjusted: [Double] = []
                for adjustment in Adjustment.allCases {
                    adjusted += try adjustment.adjusted([n[0], n[1], 0.2])
                }
                return adjusted
            }
            probe.check("split") { () throws(Undefined) in
                let test = try SampleRatioTest(people: [x, y, 4], weights: [n[0], n[1], n[2]])
                return [test.p, test.chiSquare]
            }
            probe.check("sequential split") { () throws(Undefined) in
                var check = try SequentialSampleRatio(weights: [n[0], n[1]], concentration: n[2])
                try check.add([x, y])
                return [check.p]
            }
        }

        #expect(probe.failures == [])
        #expect(probe.figures > 100)
    }
}

extension Interval {
    fileprivate var ends: [Double] { [lower, upper] }
}
