import Foundation
import Statistics
import Testing

@Suite("Intervals cover the truth to within two points of 95 %, at n = 50, 500, 5000 and 0.5, 5, 50 %")
struct CoverageAtScaleTests {
    static let cells: [(people: Int64, rate: Double)] = [50, 500, 5000].flatMap { people in
        [0.005, 0.05, 0.5].map { (Int64(people), $0) }
    }

    /// Conversions among people, by sums of whole draws, from a seed.
    private static func conversions(_ people: Int64, _ rate: Double, _ random: inout SeededGenerator) -> Int64
    {
        var found: Int64 = 0
        let limit = UInt64(rate * 0x1p63) * 2
        for _ in 0..<people where random.next() < limit { found += 1 }
        return found
    }

    private static func pairs(_ people: Int64, _ rate: Double, count: Int) throws -> [Pair<Proportion>] {
        var random = SeededGenerator(seed: UInt64(people) + UInt64(rate * 1000))
        return try (0..<count).map { _ in
            Pair(
                control: try Proportion(conversions: conversions(people, rate, &random), people: people),
                treatment: try Proportion(conversions: conversions(people, rate, &random), people: people)
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
        let pairs = try Self.pairs(people, rate, count: people == 5000 ? 800 : 3000)
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
        let pairs = try Self.pairs(people, rate, count: people == 5000 ? 800 : 3000)
        let slack = 3 * (0.93 * 0.07 / Double(pairs.count)).squareRoot()
        let wald = Self.coverage(pairs, of: 0) { try? $0.waldDifference(.fivePercent).interval }
        let delta = Self.coverage(pairs, of: 0) {
            try? $0.map { arm throws(Undefined) in try arm.summary }.tTest(.relative).interval
        }
        #expect(wald >= 0.93 - slack, "Wald \(wald)")
        #expect(delta >= 0.93 - slack, "delta \(delta)")
    }
}
