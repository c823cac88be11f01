import Foundation
import Statistics
import Testing

@Suite("Intervals of two arms cover the truth as often as they say, counted over all outcomes")
struct CoverageTests {
    /// The probability of each count of conversions among people who convert at a rate.
    private func binomial(_ people: Int, _ rate: Double) -> [Double] {
        var probability = pow(1 - rate, Double(people))
        return (0...people).map { x in
            defer { probability *= Double(people - x) / Double(x + 1) * rate / (1 - rate) }
            return probability
        }
    }

    /// The share of outcomes with an interval whose interval holds a value, and the share without one.
    private func coverage(
        _ people: Int,
        _ control: Double,
        _ treatment: Double,
        of value: Double,
        _ interval: (Pair<Proportion>) -> Interval?
    ) throws -> (covered: Double, without: Double) {
        let (controls, treatments) = (binomial(people, control), binomial(people, treatment))
        var (covered, without) = (0.0, 0.0)
        for (xc, pc) in controls.enumerated() where pc > 1e-9 {
            for (xt, pt) in treatments.enumerated() where pc * pt > 1e-10 {
                let pair = Pair(
                    control: try Proportion(conversions: Int64(xc), people: Int64(people)),
                    treatment: try Proportion(conversions: Int64(xt), people: Int64(people))
                )
                guard let interval = interval(pair) else {
                    without += pc * pt
                    continue
                }
                if interval.contains(value) { covered += pc * pt }
            }
        }
        return (covered / (1 - without), without)
    }

    static let rates: [(people: Int, control: Double, treatment: Double)] = [
        (50, 0.05, 0.05), (50, 0.05, 0.2), (50, 0.5, 0.6), (500, 0.005, 0.01), (500, 0.05, 0.06),
    ]

    @Test("Newcombe covers the difference to within two points of 95 %", arguments: rates)
    func newcombe(people: Int, control: Double, treatment: Double) throws {
        let found = try coverage(people, control, treatment, of: treatment - control) {
            try? $0.newcombeInterval()
        }

        #expect(found.without == 0)
        #expect(found.covered >= 0.93)
    }

    @Test(
        "the log scale covers the lift to within two points, where the lift has an interval",
        arguments: rates
    )
    func logLift(people: Int, control: Double, treatment: Double) throws {
        let found = try coverage(people, control, treatment, of: treatment / control - 1) {
            try? $0.logLiftInterval()
        }

        #expect(found.covered >= 0.93)
    }

    @Test("the small-sample rule keeps the error of the test under the level", arguments: [10, 50, 200])
    func error(people: Int) throws {
        for rate in [0.01, 0.05, 0.3] {
            let arm = binomial(people, rate)
            var rejected = 0.0
            for (xc, pc) in arm.enumerated() where pc > 1e-7 {
                for (xt, pt) in arm.enumerated() where pc * pt > 1e-8 {
                    let pair = Pair(
                        control: try Proportion(conversions: Int64(xc), people: Int64(people)),
                        treatment: try Proportion(conversions: Int64(xt), people: Int64(people))
                    )
                    if try pair.test().p < 0.05 { rejected += pc * pt }
                }
            }
            #expect(rejected < 0.06, "\(people) people at \(rate)")
        }
    }
}
