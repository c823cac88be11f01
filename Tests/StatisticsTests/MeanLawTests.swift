import Foundation
import Statistics
import Testing

@Suite("Moments merge without loss, and comparisons of means obey their laws")
struct MeanLawTests {
    private func values(_ count: Int, around centre: Double, _ generator: inout SeededGenerator) -> [Double] {
        (0..<count).map { _ in centre + Double.random(in: -1...1, using: &generator) }
    }

    @Test("moments of parts merge to the moments of the whole", arguments: [0, 1, 37, 100])
    func merge(cut: Int) throws {
        var generator = SeededGenerator(seed: 3)
        let all = values(100, around: 5, &generator)
        func moments(_ values: some Sequence<Double>) -> Moments {
            values.reduce(into: Moments()) { $0.add($1) }
        }
        var merged = moments(all.prefix(cut))
        merged.merge(moments(all.dropFirst(cut)))
        let whole = moments(all)

        #expect(merged.count == 100)
        #expect(abs(merged.mean - whole.mean) < 1e-14)
        #expect(abs(merged.squares / whole.squares - 1) < 1e-13)
    }

    @Test("a mean a billion times the spread costs no digits of the variance")
    func large() throws {
        var generator = SeededGenerator(seed: 4)
        let small = values(1000, around: 0, &generator)
        let near = small.reduce(into: Moments()) { $0.add($1) }
        let far = small.reduce(into: Moments()) { $0.add($1 + 0x1p30) }

        #expect(abs(try far.variance / near.variance - 1) < 1e-6)
    }

    @Test("joint moments agree with the moments of each value and merge alike")
    func joint() throws {
        var generator = SeededGenerator(seed: 5)
        let units = (0..<50).map { _ in values(3, around: 2, &generator) }
        var (first, second) = (JointMoments(dimensions: 3), JointMoments(dimensions: 3))
        for (index, unit) in units.enumerated() {
            if index < 20 { try first.add(unit) } else { try second.add(unit) }
        }
        try first.merge(second)
        let sums = (0..<3).map { i in units.reduce(0) { $0 + $1[i] } }
        let cross = (0..<3).map { i in (i..<3).map { j in units.reduce(0) { $0 + $1[i] * $1[j] } } }
        let raw = try JointMoments(count: 50, sums: sums, crossSums: cross)

        for i in 0..<3 {
            let alone = units.reduce(into: Moments()) { $0.add($1[i]) }
            #expect(abs(try first.covariance(i, i) / alone.variance - 1) < 1e-13)
            for j in 0..<3 { #expect(abs(try first.covariance(i, j) - raw.covariance(i, j)) < 1e-13) }
        }
        #expect(throws: Undefined.mismatched) { try first.add([1, 2]) }
        #expect(throws: Undefined.mismatched) { try first.covariance(0, 3) }
        #expect(throws: Undefined.tooFewUnits) { try JointMoments(dimensions: 2).covariance(0, 0) }
    }

    @Test(
        "the interval excludes no effect exactly where p is under the level",
        arguments: [0.2, 0.05, 0.001]
    )
    func duality(alpha: Double) throws {
        let level = try Level(alpha: alpha)
        for shift in stride(from: 0.0, through: 0.6, by: 0.05) {
            let pair = Pair(
                control: try Summary(count: 80, mean: 1, variance: 1.5),
                treatment: try Summary(count: 120, mean: 1 + shift, variance: 0.7)
            )
            let test = try pair.tTest(.absolute, level)
            #expect(test.interval.contains(0) == (test.p >= alpha))
            #expect(abs(try pair.tTest(.relative, level).estimate - shift) < 1e-14)
        }
    }

    @Test("a ratio whose denominator is one is a mean")
    func trivialRatio() throws {
        let ratio = try RatioSample(JointMoments(count: 30, sums: [45, 30], crossSums: [[90, 45], [30]]))
            .summary
        let mean = try Moments(count: 30, sum: 45, sumOfSquares: 90).summary

        #expect(abs(ratio.mean - mean.mean) < 1e-15)
        #expect(abs(ratio.variance / mean.variance - 1) < 1e-14)
    }

    @Test("a covariate that does not vary adjusts nothing, and the outcome itself leaves nothing to compare")
    func covariates() throws {
        let constant = try Pair(control: (40.0, 60.0), treatment: (44.0, 70.0)).map {
            sums throws(Undefined) in
            try CovariateSample(
                JointMoments(count: 30, sums: [sums.0, 30], crossSums: [[sums.1 + 40, sums.0], [30]])
            )
        }
        let itself = try Pair(control: (40.0, 100.0), treatment: (44.0, 110.0)).map {
            sums throws(Undefined) in
            try CovariateSample(
                JointMoments(
                    count: 30,
                    sums: [sums.0, sums.0],
                    crossSums: [[sums.1, sums.1], [sums.1]]
                )
            )
        }

        #expect(try constant.slope() == 0)
        #expect(abs(try constant.tTest(.absolute).estimate - 4.0 / 30) < 1e-14)
        #expect(abs(try itself.slope() - 1) < 1e-14)
        #expect(try itself.adjusted().control.variance < 1e-14)
    }

    @Test("zeros and ones keep the variance p(1 − p) under adjustment")
    func binaryCovariate() throws {
        // 20 of 100 converted, 30 had done so before, 15 both; no unit is counted with n − 1.
        let arm = try CovariateSample(
            JointMoments(count: 100, sums: [20, 30], crossSums: [[20, 15], [30]]),
            binary: true
        )
        let pair = Pair(control: arm, treatment: arm)
        let slope = (0.15 - 0.2 * 0.3) / 0.21

        #expect(abs(try pair.slope() - slope) < 1e-14)
        #expect(
            abs(try pair.adjusted().control.variance - (0.16 + slope * slope * 0.21 - 2 * slope * 0.09))
                < 1e-14
        )
    }

    @Test("one stratum is no stratification, and strata without variance join the largest")
    func strata() throws {
        func moments(_ ones: Double, _ count: Double) throws -> Moments {
            try Moments(count: count, sum: ones, sumOfSquares: ones)
        }
        let large = Stratum(control: try moments(50, 400), treatment: try moments(61, 420))
        let silent = Stratum(control: try moments(0, 3), treatment: try moments(0, 1))
        let alone = try PostStratification([large])
        let joined = try PostStratification([silent, large, silent])
        let plain = try large.map { arm throws(Undefined) in try arm.summary }.tTest(.absolute)

        #expect(!alone.isApplied && !joined.isApplied)
        #expect(abs(try alone.tTest(.absolute).estimate - plain.estimate) < 1e-15)
        #expect(abs(try alone.tTest(.absolute).standardError / plain.standardError - 1) < 1e-12)
        #expect(abs(try joined.tTest(.absolute).estimate - (61.0 / 422 - 50.0 / 406)) < 1e-15)
        #expect(throws: Undefined.mismatched) { try PostStratification([]) }
    }

    @Test("a quantile with too few values beyond it has no comparison")
    func quantiles() throws {
        func sample(_ count: Double, _ probability: Double) throws -> Summary {
            try QuantileSample(
                count: count,
                effectiveCount: count,
                probability: probability,
                value: 3,
                lower: 3,
                upper: 3
            ).summary
        }

        #expect(throws: Undefined.tooFewUnits) { try sample(380, 0.99) }
        #expect(throws: Undefined.tooFewUnits) { try sample(380, 0.01) }
        #expect(try sample(400, 0.99).variance == 1e-5)
        #expect(try sample(40, 0.5).variance == 0)
    }
}
