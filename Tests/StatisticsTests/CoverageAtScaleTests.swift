import Foundation
import Statistics
import Testing

@Suite("Intervals cover the truth to within two points of 95 %, at n = 50, 500, 5000 and 0.5, 5, 50 %")
struct CoverageAtScaleTests {
    static let cells: [(people: Int64, rate: Double)] = [50, 500, 5000].flatMap { people in
        [0.005, 0.05, 0.5].map { (Int64(people), $0) }
    }

    /// The probability of at most so many conversions, for each number of them.
    private static func cumulative(_ people: Int64, _ rate: Double) -> [Double] {
        let (n, odds) = (Double(people), log(rate) - log(1 - rate))
        var (logarithm, sum) = (n * log(1 - rate), 0.0)
        return (0...people).map { x in
            defer { logarithm += odds + log(n - Double(x)) - log(Double(x) + 1) }
            sum += exp(logarithm)
            return sum
        }
    }

    /// Pairs of arms, drawn from the binomial distribution by a seed.
    private static func pairs(_ people: Int64, _ rate: Double, count: Int) throws -> [Pair<Proportion>] {
        var random = SeededGenerator(seed: UInt64(people) + UInt64(rate * 1000))
        let cumulative = cumulative(people, rate)
        func conversions() -> Int64 {
            let share = Double(random.next() >> 11) * 0x1p-53
            var (low, high) = (0, cumulative.count - 1)
            while low < high {
                let middle = (low + high) / 2
                if cumulative[middle] > share { high = middle } else { low = middle + 1 }
            }
            return Int64(low)
        }
        return try (0..<count).map { _ in
            Pair(
                control: try Proportion(conversions: conversions(), people: people),
                treatment: try Proportion(conversions: conversions(), people: people)
            )
        }
    }

    /// The share of intervals that hold a value, of those that exist.
    private static func coverage(
        _ pairs: [Pair<Proportion>],
        of value: Double,
        _ interval: (Pair<Proportion>) -> Interval?
    ) -> Double {
        let intervals = pairs.compactMap(interval)
        guard !intervals.isEmpty else { return 1 }
        return Double(intervals.count { $0.contains(value) }) / Double(intervals.count)
    }

    @Test("Wilson, Newcombe and the log lift", arguments: cells)
    func covered(people: Int64, rate: Double) throws {
        let pairs = try Self.pairs(people, rate, count: 2000)
        // Three standard errors of a share of so many runs at 93 %.
        let slack = 3 * (0.93 * 0.07 / Double(pairs.count)).squareRoot()
        let wilson = Self.coverage(pairs, of: rate) { try? $0.control.wilsonInterval(.fivePercent) }
        let newcombe = Self.coverage(pairs, of: 0) { try? $0.newcombeInterval(.fivePercent) }
        let lift = Self.coverage(pairs, of: 0) { try? $0.logLiftInterval(.fivePercent) }
        // A single rate takes whole numbers: at 50 people and 0.5 % its coverage is what the lattice allows.
        #expect(wilson >= 0.93 - slack, "Wilson \(wilson)")
        #expect(newcombe >= 0.93 - slack, "Newcombe \(newcombe)")
        #expect(lift >= 0.93 - slack, "log lift \(lift)")
    }

    @Test(
        "Wald and the delta method, where every cell expects five",
        arguments: cells.filter {
            Double($0.people) * min($0.rate, 1 - $0.rate) >= 5
        }
    )
    func normal(people: Int64, rate: Double) throws {
        let pairs = try Self.pairs(people, rate, count: 2000)
        let slack = 3 * (0.93 * 0.07 / Double(pairs.count)).squareRoot()
        let wald = Self.coverage(pairs, of: 0) { try? $0.waldDifference(.fivePercent).interval }
        let delta = Self.coverage(pairs, of: 0) {
            try? $0.map { arm throws(Undefined) in try arm.summary }.tTest(.relative).interval
        }
        #expect(wald >= 0.93 - slack, "Wald \(wald)")
        #expect(delta >= 0.93 - slack, "delta \(delta)")
    }
}
