import Statistics
import Testing
import TipCore

@testable import Reports

/// Experiments that are looked at every day, many times over, from a seed.
struct PeekedExperiments {
    let plan: ExperimentDefinition.Plan?
    /// Whether the finished test of another system is pretended, which has one look.
    var isFixed = false
    var days = 5
    var perDay: Int64 = 400
    var rate = 0.1
    var lift = 0.0

    /// In how many of the runs a report of some day found a difference, and in how many that of the last day did.
    func found(runs: Int, seed: UInt64) throws -> (ever: Int, atTheEnd: Int) {
        var dice = SplitMix64(seed: seed)
        var (ever, last) = (0, 0)
        // The bound of a look is the same in every run: the report of the first run says it.
        var bounds: [Int64: Double] = [:]
        for _ in 0..<runs {
            var arms: [(conversions: Int64, people: Int64)] = [(0, 0), (0, 0)]
            var (isFound, isFoundLast) = (false, false)
            for _ in 0..<days {
                for arm in 0..<2 {
                    arms[arm].people += perDay
                    let rate = arm == 0 ? rate : rate * (1 + lift)
                    let limit = UInt64(rate * 1e12)
                    for _ in 0..<perDay where dice.next(below: 1_000_000_000_000) < limit {
                        arms[arm].conversions += 1
                    }
                }
                isFoundLast = try finds(arms, &bounds)
                isFound = isFound || isFoundLast
            }
            ever += isFound ? 1 : 0
            last += isFoundLast ? 1 : 0
        }
        return (ever, last)
    }

    /// Whether the report of these counts finds a difference.
    private func finds(
        _ arms: [(conversions: Int64, people: Int64)],
        _ bounds: inout [Int64: Double]
    ) throws -> Bool {
        let pair = Pair(
            control: try Proportion(conversions: arms[0].conversions, people: arms[0].people),
            treatment: try Proportion(conversions: arms[1].conversions, people: arms[1].people)
        )
        guard !isFixed else { return try pair.test().p <= 0.05 }
        if let bound = bounds[arms[0].people] { return abs(try pair.signedZ()) >= bound }
        var snapshots = Snapshots(arms: arms.map { ($0.conversions, $0.people) })
        snapshots.plan = plan
        let judge = SequentialJudge(ReportMethod(for: snapshots.snapshot))
        let comparison = Comparison(variant: "b", baseline: "a", pair, .up, .fivePercent)
        let judged = judge.judged([comparison])[0].comparison
        if case .groupSequential(_, let bound, _)? = judged.sequential {
            bounds[arms[0].people] = bound.value
        }
        return judged.verdict != .inconclusive
    }
}

@Suite("Looking every day costs a registered method nothing, and a single test its level")
struct PeekingTests {
    private static let runs = 300
    private static let plan = ExperimentDefinition.Plan(peoplePerVariant: 2000, looks: 5, alpha: 0.05)

    /// The interval of a share of runs at 99.9 %.
    private static func interval(_ found: Int) throws -> Interval {
        try Proportion(conversions: Int64(found), people: Int64(runs)).wilsonInterval(Level(alpha: 0.001))
    }

    @Test("group sequential: no more false positives than the level, over all looks")
    func groupSequential() throws {
        let found = try PeekedExperiments(plan: Self.plan).found(runs: Self.runs, seed: 11)
        #expect(try Self.interval(found.ever).contains(0.05), "\(found.ever) of \(Self.runs)")
    }

    @Test("always valid: fewer than the level, however often it is looked at")
    func alwaysValid() throws {
        let found = try PeekedExperiments(plan: nil).found(runs: Self.runs, seed: 12)
        #expect(try Self.interval(found.ever).lower <= 0.05 && found.ever <= Self.runs / 20)
    }

    @Test("a single test looked at every day finds what is not there, so the suite can tell the difference")
    func fixedHorizonFails() throws {
        let peeked = PeekedExperiments(plan: nil, isFixed: true)
        let found = try peeked.found(runs: Self.runs, seed: 13)
        #expect(try Self.interval(found.ever).lower > 0.05, "\(found.ever) of \(Self.runs)")
        #expect(try Self.interval(found.atTheEnd).contains(0.05), "\(found.atTheEnd) of \(Self.runs)")
    }

    @Test("planned looks keep 93 % of the power of one look at the end")
    func power() throws {
        let looked = PeekedExperiments(plan: Self.plan, lift: 0.3)
        let found = try looked.found(runs: Self.runs, seed: 14)
        let single = PeekedExperiments(plan: nil, isFixed: true, lift: 0.3)
        let once = try single.found(runs: Self.runs, seed: 14)
        #expect(Double(found.ever) >= 0.93 * Double(once.atTheEnd), "\(found.ever) against \(once.atTheEnd)")
    }

    @Test("the check of the split that is looked at daily does not cry wolf; a chi-square does")
    func split() throws {
        var dice = SplitMix64(seed: 15)
        var (sequential, daily) = (0, 0)
        for _ in 0..<Self.runs {
            var check = try SequentialSampleRatio(weights: [1, 1])
            var sum: [Int64] = [0, 0]
            var isOff = false
            for _ in 0..<60 {
                var day: [Int64] = [0, 0]
                for _ in 0..<50 { day[Int(dice.next(below: 2))] += 1 }
                sum = zip(sum, day).map { $0 + $1 }
                try check.add(day)
                isOff = try isOff || SampleRatioTest(people: sum, weights: [1, 1]).p < 0.05
            }
            sequential += check.p < 0.05 ? 1 : 0
            daily += isOff ? 1 : 0
        }
        #expect(try Self.interval(sequential).lower <= 0.05)
        #expect(try Self.interval(daily).lower > 0.05, "\(daily) of \(Self.runs)")
    }
}
