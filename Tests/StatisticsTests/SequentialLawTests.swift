import Foundation
import Statistics
import Testing

@Suite("Figures that are safe under peeking agree with each other and with what they promise")
struct SequentialLawTests {
    private func effect(_ estimate: Double) throws -> Effect {
        try Pair(
            control: Summary(count: 900, mean: 1, variance: 2),
            treatment: Summary(count: 1100, mean: 1 + estimate, variance: 3)
        ).effect(.absolute)
    }

    @Test(
        "the confidence sequence is the mixture test with the variance in people",
        arguments: [500, 5000, 1e6]
    )
    func identity(tuning: Double) throws {
        let effect = try effect(0.25)
        let sequence = try ConfidenceSequence(tuning: tuning)
        // ρ² from the boundary for sums, whose ρ is one over it.
        let rhoSquare = 1 / (try NormalMixture(tightestAt: tuning).rho)
        let test = try MixtureTest(effect, mixingVariance: effect.variance * 2000 * rhoSquare)
        let halfWidth = try sequence.halfWidth(standardError: effect.standardError, units: 2000)
        let bound = try NormalMixture(tightestAt: tuning).bound(at: 2000)

        #expect(abs(test.halfWidth / halfWidth - 1) < 1e-12)
        #expect(abs(effect.standardError * bound / 2000.0.squareRoot() / halfWidth - 1) < 1e-12)
        #expect(abs(test.p / (try sequence.p(effect, units: 2000)) - 1) < 1e-12)
    }

    @Test("zero is outside the interval exactly where p is under the level")
    func duality() throws {
        let sequence = try ConfidenceSequence(tuning: 2000)
        for estimate in stride(from: 0.0, through: 0.5, by: 0.02) {
            let effect = try effect(estimate)
            let interval = try sequence.interval(effect, units: 2000)
            #expect(interval.contains(0) == (try sequence.p(effect, units: 2000) >= 0.05))
        }
    }

    @Test("peeking at every hundred people under no effect alarms less often than the level")
    func falseAlarms() throws {
        var generator = SeededGenerator(seed: 11)
        let sequence = try ConfidenceSequence(tuning: 2000)
        var (alarms, naive) = (0, 0)
        for _ in 0..<400 {
            var arms = Pair(control: Moments(), treatment: Moments())
            var (everSequential, everFixed) = (false, false)
            for _ in 0..<20 {
                var (control, treatment) = (arms.control, arms.treatment)
                for _ in 0..<50 {
                    control.add(Double.random(in: 0...1, using: &generator))
                    treatment.add(Double.random(in: 0...1, using: &generator))
                }
                arms = Pair(control: control, treatment: treatment)
                let summaries = try arms.map { arm throws(Undefined) in try arm.summary }
                let effect = try summaries.effect(.absolute)
                if try sequence.p(effect, units: control.count * 2) < 0.05 { everSequential = true }
                if try summaries.tTest(.absolute).p < 0.05 { everFixed = true }
            }
            alarms += everSequential ? 1 : 0
            naive += everFixed ? 1 : 0
        }

        #expect(alarms < 20, "under 5 % of 400")
        #expect(naive > 60, "a fixed-horizon test that is peeked at alarms far more often")
    }

    @Test("batches and one sum give the check of the split the same evidence")
    func batches() throws {
        var (daily, whole) = (
            try SequentialSampleRatio(weights: [3, 1]), try SequentialSampleRatio(weights: [0.75, 0.25])
        )
        for day: Int64 in 1...30 { try daily.add([60 + day % 2, 40]) }
        try whole.add([30 * 60 + 15, 1200])

        #expect(daily.people == whole.people)
        #expect(abs(daily.p / whole.p - 1) < 1e-9, "the evidence grew, so the least p is the last")
    }

    @Test("a billion people leave the check of the split its digits")
    func billions() throws {
        var check = try SequentialSampleRatio(weights: [1, 1])
        try check.add([500_100_000, 499_900_000])

        // By mpmath with 60 digits.
        #expect(abs(check.p / 6.519438338587361e-7 - 1) < 1e-9)
    }

    @Test("what is no batch is a reason, and changes nothing")
    func badBatches() throws {
        var check = try SequentialSampleRatio(weights: [1, 1])

        #expect(throws: Undefined.mismatched) { try check.add([1]) }
        #expect(throws: Undefined.negativeCount) { try check.add([1, -1]) }
        #expect(throws: Undefined.tooLarge) { try check.add([.max, 1]) }
        #expect(throws: Undefined.oneArm) { try SequentialSampleRatio(weights: [1]) }
        #expect(throws: Undefined.outOfRange) { try SequentialSampleRatio(weights: [1, 0]) }
        #expect(check.people == [0, 0] && check.p == 1)
    }

    @Test("the Bernoulli sequence mirrors, holds the rate, and narrows with people")
    func bernoulli() throws {
        let sequence = try BernoulliSequence(tightestAt: 1000)
        var width = 1.0
        for people: Int64 in [10, 100, 1000, 100_000, 1_000_000_000] {
            let few = try sequence.interval(Proportion(conversions: people / 10, people: people))
            let many = try sequence.interval(Proportion(conversions: people - people / 10, people: people))
            #expect(few.contains(0.1))
            #expect(abs(few.lower + many.upper - 1) < 1e-12 && abs(few.upper + many.lower - 1) < 1e-12)
            #expect(few.upper - few.lower < width)
            width = few.upper - few.lower
        }
        #expect(throws: Undefined.nothingCounted) {
            try sequence.interval(Proportion(conversions: 0, people: 0))
        }
    }

    @Test("a vague prior leaves the effect as measured, and the losses differ by it")
    func posterior() throws {
        let effect = try effect(0.3)
        let flat = try GaussianPosterior(effect)
        let vague = try GaussianPosterior(effect, prior: GaussianPrior(mean: 0, variance: 1e12))
        let strict = try GaussianPosterior(effect, prior: GaussianPrior(mean: 0, variance: 1e-12))

        #expect(abs(vague.mean - flat.mean) < 1e-12)
        #expect(abs(strict.mean) < 1e-8)
        #expect(abs(flat.lossOfKeeping() - flat.lossOfShipping() - flat.mean) < 1e-15)
        #expect(flat.lossOfKeeping(lowerIsBetter: true) == flat.lossOfShipping())
        #expect(flat.chanceToWin() + flat.chanceToWin(lowerIsBetter: true) == 1)
    }
}
