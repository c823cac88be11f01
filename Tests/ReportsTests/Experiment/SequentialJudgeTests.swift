import Statistics
import Testing
import TipCore

@testable import Reports

@Suite("Verdicts of running experiments allow for peeking")
struct SequentialJudgeTests {
    private func planned(_ arms: [(Int64, Int64)], people: Int64 = 10_000, looks: Int = 5) throws
        -> [Comparison]
    {
        var snapshots = Snapshots(arms: arms)
        snapshots.plan = .init(peoplePerVariant: people, looks: looks)
        return try snapshots.report().primary.comparisons
    }

    private func unplanned(_ arms: [(Int64, Int64)]) throws -> [Comparison] {
        try Snapshots(arms: arms).report().primary.comparisons
    }

    private func bound(_ comparison: Comparison) -> Double? {
        if case .groupSequential(_, let bound, _) = comparison.sequential { bound.value } else { nil }
    }

    // MARK: Planned looks

    static let bounds: [(look: Int, bound: Double)] = [
        (1, 3.090_232), (2, 2.714_078), (3, 2.472_737), (4, 2.279_811), (5, 2.113_968),
    ]

    @Test("the bound is that of the last look passed, by Lan and DeMets", arguments: bounds)
    func bound(look: Int, expected: Double) throws {
        let people = Int64(look) * 2000 + 1999
        let found = try #require(try planned([(100, people), (100, people)]).first)

        #expect(abs(try #require(bound(found)) - expected) < 2e-3 * expected)
    }

    @Test("z between the fixed bound and the look's is no verdict yet; beyond it is one")
    func early() throws {
        let unclear = try #require(try planned([(400, 4000), (470, 4000)]).first)
        let clear = try #require(try planned([(400, 4000), (520, 4000)]).first)
        let worse = try #require(try planned([(520, 4000), (400, 4000)]).first)

        #expect(try #require(unclear.p.value) < 0.02)
        #expect(unclear.verdict == .inconclusive)
        #expect(clear.verdict == .better)
        #expect(worse.verdict == .worse)
    }

    @Test("before the first look there is a z, no bound, no interval and no verdict")
    func beforeFirstLook() throws {
        let found = try #require(try planned([(10, 1000), (200, 1000)]).first)
        guard case .groupSequential(let z, let bound, let interval) = found.sequential else {
            Issue.record("not group sequential")
            return
        }

        #expect(try #require(z.value) > 10)
        #expect(bound == .missing(reason: "the first look comes at 2000 people a variant"))
        #expect(interval.reason == bound.reason)
        #expect(found.verdict == .inconclusive)
    }

    @Test("several variants share the error by Holm: the largest z first, at a third of alpha")
    func holm() throws {
        let found = try planned([(1000, 10_000), (1150, 10_000), (1095, 10_000), (1010, 10_000)])
        let alone = try [0.05 / 3, 0.05 / 2, 0.05].map { alpha in
            try #require(GroupSequential(looks: 5, level: Level(alpha: alpha)).bounds.last)
        }

        #expect(found.map(\.verdict) == [.better, .inconclusive, .inconclusive])
        #expect(found.map(bound) == [alone[0], alone[1], alone[1]], "after a failure the bound stays")
    }

    @Test("equal variants have equal bounds, whichever stands first")
    func ties() throws {
        let found = try planned([(1000, 10_000), (1100, 10_000), (1100, 10_000)])

        #expect(bound(found[0]) == bound(found[1]))
        #expect(found[0].verdict == found[1].verdict)
    }

    @Test("small cells are held to the exact test")
    func smallCells() throws {
        let found = try #require(try planned([(0, 2000), (9, 2000)]).first)
        guard case .groupSequential(let z, _, _) = found.sequential else {
            Issue.record("not group sequential")
            return
        }

        let p = try #require(found.p.value)
        #expect(abs(Normal.twoSidedTail(try #require(z.value)) - p) < 1e-9 * p)
    }

    @Test("the interval is the one that reaches as far as the bound, and stays within −1…1")
    func interval() throws {
        let found = try #require(try planned([(3, 2000), (1999, 2000)]).first)
        let interval = try #require(found.sequential?.interval.value)

        #expect(interval.upper <= 1)
        #expect(interval.lower < found.differenceInterval.value?.lower ?? -1)
    }

    // MARK: Any number of looks

    @Test("the always-valid figures are those of the confidence sequence at 5000 people")
    func alwaysValid() throws {
        let found = try #require(try unplanned([(412, 5021), (468, 4987)]).first)
        guard case .alwaysValid(let p, let adjusted, let interval) = found.sequential else {
            Issue.record("not always valid")
            return
        }

        // gbstats' SequentialTwoSidedTTest of the same counts, absolute, tuning 5000.
        #expect(abs(try #require(p.value) - 0.534_605_891_064_698_1) < 1e-9)
        #expect(adjusted == p)
        #expect(abs(try #require(interval.value).lower - -0.005_544_434_408_959_041) < 1e-11)
        #expect(abs(try #require(interval.value).upper - 0.029_121_688_266_399_264) < 1e-11)
        #expect(found.verdict == .inconclusive)
        #expect(try #require(found.p.value) < 0.05, "which one look at the end would have called better")
    }

    @Test("always-valid p-values are corrected by Holm, those that are missing apart")
    func alwaysValidHolm() throws {
        let two = try unplanned([(1000, 10_000), (1300, 10_000), (0, 0), (1050, 10_000)])
        let pairs = two.compactMap { comparison -> (Double?, Double?)? in
            guard case .alwaysValid(let p, let adjusted, _) = comparison.sequential else { return nil }
            return (p.value, adjusted.value)
        }

        #expect(pairs.count == 3)
        #expect(pairs[0].1 == pairs[0].0.map { $0 * 2 })
        #expect(pairs[1].0 == nil && pairs[1].1 == nil)
        #expect(two.map(\.verdict) == [.better, .noData, .inconclusive])
    }

    @Test("with small cells the standard error does not collapse into certainty")
    func alwaysValidSmallCells() throws {
        let found = try #require(try unplanned([(0, 1000), (1, 10)]).first)
        guard case .alwaysValid(let p, _, _) = found.sequential else {
            Issue.record("not always valid")
            return
        }

        #expect(try #require(p.value) > 0.05)
        #expect(found.verdict == .inconclusive)
        #expect(try #require(try unplanned([(0, 5000), (100, 5000)]).first).verdict == .better)
    }

    @Test("with few people the interval stays within −1…1, and with a handful there is none")
    func alwaysValidFew() throws {
        let few = try #require(try unplanned([(30, 60), (30, 60)]).first?.sequential?.interval.value)
        let handful = try #require(try unplanned([(0, 1), (1, 1)]).first?.sequential?.interval)

        #expect(few.lower >= -1 && few.lower < -0.5 && few.upper <= 1 && few.upper > 0.5)
        #expect(handful.reason == "too few units")
    }

    static let counts: [[(Int64, Int64)]] = [
        [(0, 0), (0, 0)], [(0, 1), (1, 1)], [(0, 10), (0, 10)], [(10, 10), (10, 10)], [(0, 0), (5, 10)],
        [(500_000_000, 1_000_000_000), (0, 1_000_000_000)], [(1, 1_000_000), (900_000, 1_000_000)],
    ]

    @Test(
        "whatever the counts, there is a figure or a reason, and noData exactly without people",
        arguments: counts
    )
    func edges(arms: [(Int64, Int64)]) throws {
        for comparison in try planned(arms, people: 1, looks: 1) + unplanned(arms) {
            let hasPeople = arms.allSatisfy { $0.1 > 0 }
            #expect((comparison.verdict == .noData) == !hasPeople)
            let interval = try #require(comparison.sequential).interval
            #expect(interval.value.map { $0.lower <= $0.upper } ?? (interval.reason?.isEmpty == false))
        }
    }
}
