import Statistics
import Testing

/// Failures that users of other systems reported about adjusting by a covariate, and about bandits; the numbers are
/// those of the table in the design's section on complaints.
@Suite("What went wrong elsewhere with covariates and bandits does not go wrong here")
struct CovariateComplaintTests {
    /// A number from 0 to 1, not included.
    private static func share(_ dice: inout SeededGenerator) -> Double { Double(dice.next() >> 11) * 0x1p-53 }

    /// About a standard normal: the sum of twelve uniform numbers, less six.
    private static func bell(_ dice: inout SeededGenerator) -> Double {
        (0..<12).reduce(-6) { sum, _ in sum + share(&dice) }
    }

    /// Outcomes that follow a covariate, with a mean far enough from zero that a lift makes sense.
    private static func sample(
        _ count: Int,
        mean: Double,
        offset: Double = 0,
        _ dice: inout SeededGenerator
    ) throws -> CovariateSample {
        var moments = JointMoments(dimensions: 2)
        for _ in 0..<count {
            let before = bell(&dice)
            try moments.add([mean + 2 * before + bell(&dice), before + offset])
        }
        return try CovariateSample(moments)
    }

    @Test("44: the interval of an adjusted lift covers it as often as it says")
    func coverage() throws {
        var dice = SeededGenerator(seed: 44)
        let runs: Int64 = 600
        var covered: Int64 = 0
        for _ in 0..<runs {
            let control = try Self.sample(60, mean: 5, &dice)
            let treatment = try Self.sample(60, mean: 6, &dice)
            let test = try Pair(control: control, treatment: treatment).tTest(.relative)
            covered += test.interval.contains(0.2) ? 1 : 0
        }
        let share = Double(covered) / Double(runs)
        #expect(share >= 0.93 && share <= 0.985, "\(covered) of \(runs)")
    }

    @Test("45: zeros and ones that follow each other leave no negative variance", arguments: 0...20)
    func variance(both: Int) throws {
        let (after, before, both) = (20.0, 25.0, min(20, Double(both)))
        let arm = try CovariateSample(
            JointMoments(count: 50, sums: [after, before], crossSums: [[after, both], [before]]),
            binary: true
        )
        let adjusted = try Pair(control: arm, treatment: arm).adjusted()
        #expect(adjusted.control.variance >= 0 && adjusted.control.variance <= 0.24 + 1e-12)
    }

    @Test("46: a covariate that nobody has adjusts neither arm, and gives the plain test and no NaN")
    func fallback() throws {
        func arm(_ sum: Double, _ square: Double) throws -> CovariateSample {
            try CovariateSample(JointMoments(count: 30, sums: [sum, 0], crossSums: [[square, 0], [0]]))
        }
        let pair = Pair(control: try arm(40, 90), treatment: try arm(55, 130))
        let plain = try Pair(
            control: Summary(count: 30, mean: 40.0 / 30, variance: (90 - 1600.0 / 30) / 29),
            treatment: Summary(count: 30, mean: 55.0 / 30, variance: (130 - 3025.0 / 30) / 29)
        )
        for scale in [EffectScale.absolute, .relative] {
            let (adjusted, unadjusted) = (try pair.tTest(scale), try plain.tTest(scale))
            #expect(abs(adjusted.estimate - unadjusted.estimate) < 1e-12)
            #expect(abs(adjusted.p - unadjusted.p) < 1e-9)
        }
    }

    @Test("47: where the covariate is centred moves neither the difference nor the lift")
    func centring() throws {
        func pair(_ offset: Double) throws -> Pair<CovariateSample> {
            var dice = SeededGenerator(seed: 47)
            let control = try Self.sample(200, mean: 5, offset: offset, &dice)
            return Pair(control: control, treatment: try Self.sample(200, mean: 6, offset: offset, &dice))
        }
        for scale in [EffectScale.absolute, .relative] {
            let (near, far) = (try pair(0).tTest(scale), try pair(1000).tTest(scale))
            #expect(abs(near.estimate - far.estimate) < 1e-8)
            #expect(abs(near.interval.upper - far.interval.upper) < 1e-8)
        }
    }

    @Test("52: where lower is better the lowest arm gets the most people, with two arms as with three")
    func lowerIsBetter() throws {
        for means in [[1.0, 2], [1.0, 2, 3], [3.0, 1, 2]] {
            let arms = try means.map { try Summary(count: 500, mean: $0, variance: 1) }
            let weights = try BanditRule.topTwo.weights(arms, lowerIsBetter: true)
            let best = try #require(means.firstIndex(of: 1))
            #expect(weights.max() == weights[best], "\(means): \(weights)")
            #expect(abs(weights.reduce(0, +) - 1) < 1e-12)
        }
    }
}
