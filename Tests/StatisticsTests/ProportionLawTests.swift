import Foundation
import Statistics
import Testing

@Suite("Tests and intervals of two proportions obey the laws they are made for")
struct ProportionLawTests {
    private func pair(_ xc: Int64, _ nc: Int64, _ xt: Int64, _ nt: Int64) throws -> Pair<Proportion> {
        Pair(
            control: try Proportion(conversions: xc, people: nc),
            treatment: try Proportion(conversions: xt, people: nt)
        )
    }

    @Test("Fisher's test sums exactly the tables no more probable, ties and all")
    func fisherByCounting() throws {
        for nc: Int64 in 1...7 {
            for nt: Int64 in 1...7 {
                for xc in 0...nc {
                    for xt in 0...nt {
                        let ways = (0...nt).map { k in choose(nt, k) * choose(nc, xc + xt - k) }
                        let observed = ways[Int(xt)]
                        let expected = ways.filter { $0 <= observed }.reduce(0, +)
                        let p = try pair(xc, nc, xt, nt).fisherExactP()
                        let exact = Double(expected) / Double(ways.reduce(0, +))
                        #expect(abs(p - exact) < 1e-13, "\(xc)/\(nc) \(xt)/\(nt)")
                    }
                }
            }
        }
    }

    private func choose(_ n: Int64, _ k: Int64) -> Int64 {
        k < 0 || k > n ? 0 : (0..<k).reduce(1) { $0 * (n - $1) / ($1 + 1) }
    }

    /// Counts with Fisher's p-value by whole-number or 40-digit arithmetic.
    static let fisher: [(counts: [Int64], p: Double)] = [
        ([1, 20, 8, 20], 0.019656019656019656), ([0, 1000, 50, 1000], 9.4786145861738935e-16),
        ([2, 1_000_000, 12, 1_000_000], 0.012939153199741826),
        ([0, 1_000_000, 3, 500_000], 0.037036888888855967),
        ([4, 1_500_000, 40, 10_000], 8.4870050467450609e-83),
        ([3, 1_000_000, 500, 1_000_000], 1.5231104973322833e-144),
        ([4, 1_000_000_000, 12, 1_000_000_000], 0.076812742974243164),
        ([0, 1_000_000_000, 9, 300_000_000], 1.8560987643813174e-6),
        ([3, 1_000_000_000, 300, 1_000_000_000], 5.6902604381286354e-85),
    ]

    @Test("Fisher's test of larger tables", arguments: fisher)
    func fisherLarge(counts: [Int64], p: Double) throws {
        #expect(abs(try pair(counts[0], counts[1], counts[2], counts[3]).fisherExactP() / p - 1) < 1e-11)
    }

    @Test("exchanging the arms turns the sign and nothing else")
    func exchange() throws {
        var generator = SeededGenerator(seed: 1)
        for _ in 0..<300 {
            let nc = Int64.random(in: 1...2000, using: &generator)
            let nt = Int64.random(in: 1...2000, using: &generator)
            let xc = Int64.random(in: 0...nc, using: &generator)
            let xt = Int64.random(in: 0...nt, using: &generator)
            let (one, other) = (try pair(xc, nc, xt, nt), try pair(xt, nt, xc, nc))

            #expect(try one.difference() == -other.difference())
            #expect(try one.pooledTest().z == -other.pooledTest().z)
            let (p, back) = (try one.fisherExactP(), try other.fisherExactP())
            #expect(abs(p - back) <= 1e-11 * p)
            let (interval, mirrored) = (try one.newcombeInterval(), try other.newcombeInterval())
            #expect(
                abs(interval.lower + mirrored.upper) < 1e-15 && abs(interval.upper + mirrored.lower) < 1e-15
            )
            #expect(interval.contains(try one.difference()))
        }
    }

    @Test("an end of Wilson's interval is a rate at which the score is z", arguments: [0.05, 0.01, 0.3])
    func wilsonInverts(alpha: Double) throws {
        let level = try Level(alpha: alpha)
        let z = try Normal.upperQuantile(alpha / 2)
        for (x, n): (Int64, Int64) in [
            (0, 7), (1, 7), (40, 90), (90, 90), (3, 1_000_000), (999_999, 1_000_000),
        ] {
            let interval = try Proportion(conversions: x, people: n).wilsonInterval(level)
            for end in [interval.lower, interval.upper] where end > 0 && end < 1 {
                let score = (Double(x) / Double(n) - end) / (end * (1 - end) / Double(n)).squareRoot()
                #expect(abs(abs(score) / z - 1) < 1e-9)
            }
        }
    }

    @Test(
        "Wilson covers 95 % to within two points, counted exactly",
        arguments: [50, 500, 5000],
        [0.005, 0.05, 0.5]
    )
    func wilsonCovers(people: Int, rate: Double) throws {
        var covered = 0.0
        var probability = pow(1 - rate, Double(people))
        for x in 0...people {
            let interval = try Proportion(conversions: Int64(x), people: Int64(people)).wilsonInterval()
            if interval.contains(rate) { covered += probability }
            probability *= Double(people - x) / Double(x + 1) * rate / (1 - rate)
        }

        // At 50 % of 5000 people (1 − p)ⁿ is below the range of double, and nothing was counted.
        guard rate < 0.5 || people < 1000 else { return }
        #expect(covered >= 0.93)
    }

    @Test(
        "Clopper and Pearson's ends leave half the level on either side",
        arguments: [(3, 40), (0, 9), (9, 9)]
    )
    func clopperPearsonTails(x: Int64, n: Int64) throws {
        let interval = try Proportion(conversions: x, people: n).clopperPearsonInterval()
        func atMost(_ k: Int64, _ rate: Double) -> Double {
            (0...max(0, k)).reduce(0) {
                $0 + Double(choose(n, $1)) * pow(rate, Double($1)) * pow(1 - rate, Double(n - $1))
            }
        }

        #expect(x == 0 ? interval.lower == 0 : abs(1 - atMost(x - 1, interval.lower) - 0.025) < 1e-12)
        #expect(x == n ? interval.upper == 1 : abs(atMost(x, interval.upper) - 0.025) < 1e-12)
    }

    @Test("the lift of the exchanged arms is the inverse, interval and all")
    func liftInverts() throws {
        let (lift, back) = (try pair(100, 1000, 120, 900), try pair(120, 900, 100, 1000))
        let (interval, mirrored) = (try lift.logLiftInterval(), try back.logLiftInterval())

        #expect(abs((1 + (try lift.lift())) * (1 + (try back.lift())) - 1) < 1e-14)
        #expect(abs((1 + interval.lower) * (1 + mirrored.upper) - 1) < 1e-14)
        #expect(interval.lower > -1)
    }

    @Test("Fieller's set is what the test of a lift does not reject")
    func fiellerInverts() throws {
        let summaries = try pair(100, 1000, 120, 1000).map { arm throws(Undefined) in try arm.summary }
        let interval = try summaries.fiellerLift()
        for lift in [interval.lower, interval.upper] {
            let ratio = 1 + lift
            let gap = summaries.treatment.mean - ratio * summaries.control.mean
            let variance =
                summaries.treatment.variance / 1000 + ratio * ratio * summaries.control.variance / 1000
            #expect(abs(abs(gap) / variance.squareRoot() - 1.959963984540054) < 1e-9)
        }
    }

    static let refused: [(why: String, reason: Undefined, counts: [Int64])] = [
        ("negative", .negativeCount, [-1, 10, 1, 10]), ("negative people", .negativeCount, [0, -1, 1, 10]),
        ("over people", .moreConversionsThanPeople, [11, 10, 1, 10]),
        ("huge", .tooLarge, [1, .max, 1, 10]), ("nobody", .noPeople(.baseline), [0, 0, 1, 10]),
        ("nobody", .noPeople(.variant), [1, 10, 0, 0]),
    ]

    @Test("counts that cannot be compared are a reason", arguments: refused)
    func refuses(why: String, reason: Undefined, counts: [Int64]) {
        #expect(throws: reason, "\(why)") {
            try pair(counts[0], counts[1], counts[2], counts[3]).difference()
        }
    }

    @Test("everybody converting everywhere leaves no interval of the lift, and a difference of nothing")
    func everybody() throws {
        let all = try pair(10, 10, 20, 20)

        #expect(throws: Undefined.zeroVariance) { try all.logLiftInterval() }
        #expect(throws: Undefined.zeroVariance) { try all.waldDifference() }
        #expect(try all.pooledTest() == pair(0, 10, 0, 20).pooledTest())
        #expect(try all.test().p == 1)
        #expect(try all.newcombeInterval().contains(0))
    }
}
