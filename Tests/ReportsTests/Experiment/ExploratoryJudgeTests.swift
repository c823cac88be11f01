import Foundation
import Statistics
import Testing
import TipCore

@testable import Reports

@Suite("All secondary metrics are one family, and the primary one stands alone")
struct ExploratoryJudgeTests {
    /// An experiment whose primary metric says nothing, with secondary ones of these conversions a variant.
    private static func snapshots(
        _ secondary: [[Int64]],
        people: Int64 = 10_000,
        primary: Int64 = 1000
    ) -> Snapshots {
        var snapshots = Snapshots(arms: (secondary.first ?? [0, 0]).map { _ in (primary, people) })
        snapshots.secondary = secondary.enumerated().map { number, conversions in
            (MetricDefinition(metric: .donation("m\(number)")), conversions)
        }
        return snapshots
    }

    private static let mixed: [[Int64]] = [
        [1000, 1130], [1000, 1090], [1000, 1085], [1000, 1010], [1000, 990],
    ]

    private static func plan(_ looks: Int = 5) -> ExperimentDefinition.Plan {
        .init(peoplePerVariant: 10_000, looks: looks)
    }

    @Test("at fixed horizon the verdicts are those of Benjamini and Hochberg over all of them")
    func fixedHorizon() throws {
        var snapshots = Self.snapshots(Self.mixed)
        (snapshots.status, snapshots.assignment) = (.stopped, .external)
        let found = try snapshots.report().secondary.flatMap(\.comparisons)
        let raw = found.compactMap(\.p.value)
        #expect(try found.compactMap(\.pAdjusted.value) == Adjustment.benjaminiHochberg.adjusted(raw))
        #expect(
            found.map { $0.verdict == .better }
                == (try Adjustment.benjaminiHochberg.adjusted(raw)).map { $0 <= 0.05 }
        )
    }

    @Test("at one planned look the bounds decide as the p-values do")
    func oneLook() throws {
        for shift in [0, 10, 20, 30] as [Int64] {
            var snapshots = Self.snapshots(Self.mixed.map { [$0[0], $0[1] + shift] })
            snapshots.plan = Self.plan(1)
            let found = try snapshots.report().secondary.flatMap(\.comparisons)
            let expected = found.map { ($0.pAdjusted.value ?? 1) <= 0.05 }
            #expect(found.map { $0.verdict == .better } == expected, "\(shift)")
        }
    }

    @Test("at a look the k-th largest z passes the bound at alpha k over m, and so do all before it")
    func stepUp() throws {
        var snapshots = Self.snapshots(Self.mixed)
        snapshots.plan = Self.plan()
        let found = try snapshots.report().secondary.flatMap(\.comparisons)
        let sizes = try found.map { abs(try $0.pair.signedZ()) }.sorted(by: >)
        var passing = 0
        for (rank, size) in sizes.enumerated() {
            let level = try Level(alpha: 0.05 * Double(rank + 1) / Double(sizes.count))
            let bound = try #require(GroupSequential(looks: 5, level: level).bounds.last)
            if size >= bound { passing = rank + 1 }
        }
        #expect(passing > 0 && passing < sizes.count)
        #expect(found.count { $0.verdict != .inconclusive } == passing)
    }

    @Test("before the first look nothing has a verdict, however large")
    func early() throws {
        var snapshots = Self.snapshots([[10, 900]], people: 1000, primary: 100)
        snapshots.plan = Self.plan()
        let found = try snapshots.report().secondary[0].comparisons[0]
        #expect(found.verdict == .inconclusive)
        guard case .groupSequential(_, let bound, _) = found.sequential else {
            Issue.record("not group sequential")
            return
        }
        #expect(bound.reason?.contains("the first look comes at 2000 people") == true)
    }

    @Test(
        "always valid: corrected always-valid p-values decide, and watching more makes a winner harder to see"
    )
    func alwaysValid() throws {
        let alone = try Self.snapshots([[1000, 1150]]).report().secondary[0].comparisons[0]
        let among = try Self.snapshots([[1000, 1150]] + Array(repeating: [1000, 1001], count: 40)).report()
        #expect(alone.verdict == .better)
        #expect(among.secondary[0].comparisons[0].verdict == .inconclusive)
        #expect(among.primary == (try Self.snapshots([]).with(people: 10_000).report()).primary)
    }

    @Test("a metric that is measured is one of the family, and its own p-value is corrected with the others")
    func measured() throws {
        var snapshots = Self.snapshots([[1000, 1085]])
        snapshots.secondary.append(
            (MetricDefinition(metric: .donation("paid"), measure: .sum(field: "price")), [50, 50])
        )
        (snapshots.status, snapshots.assignment) = (.stopped, .external)
        var report = try snapshots.report()
        let before = report.secondary[0].comparisons[0]
        let units = (0..<400).map { number in
            let variant = number % 2 == 0 ? "control" : "benefit"
            let participation = Participation(
                variant: variant,
                standing: .compared,
                exposedAt: Snapshots.start,
                convertedAt: [nil, nil, nil]
            )
            return CountedUnit(participation, values: [nil, nil, Double(number % 7)])
        }
        report.add(try ReportDetails(.init(), units, of: report))
        let mean = try #require(report.details.means.first?.comparisons.first)
        let family = report.secondary.flatMap(\.comparisons).map(\.p) + [mean.p]
        let adjusted = Adjustment.benjaminiHochberg.adjusted(family)
        #expect(family.count == 3)
        #expect(report.secondary.flatMap(\.comparisons).map(\.pAdjusted) == Array(adjusted.prefix(2)))
        #expect(mean.pAdjusted == adjusted[2])
        let after = report.secondary[0].comparisons[0]
        #expect(try #require(after.pAdjusted.value) > (try #require(before.pAdjusted.value)))
        #expect(after.p == before.p)
    }

    @Test("nothing differs anywhere: of many experiments no more than the level find something to explore")
    func falseDiscoveries() throws {
        var dice = SplitMix64(seed: 31)
        let runs = 300
        var found = 0
        for _ in 0..<runs {
            let conversions = (0..<6).map { _ in
                (0..<3).map { _ in
                    (0..<400).reduce(Int64(0)) { sum, _ in sum + (dice.next(below: 10) < 2 ? 1 : 0) }
                }
            }
            var snapshots = Self.snapshots(conversions, people: 400, primary: 80)
            (snapshots.status, snapshots.assignment) = (.stopped, .external)
            let report = try snapshots.report()
            found += report.secondary.flatMap(\.comparisons).contains { $0.verdict != .inconclusive } ? 1 : 0
        }
        let share = try Proportion(conversions: Int64(found), people: Int64(runs))
        #expect(try share.wilsonInterval(Level(alpha: 0.001)).lower <= 0.05, "\(found) of \(runs)")
        #expect(found > 0, "the suite would see it")
    }

    @Test("the method line and the JSON say which correction is whose")
    func told() throws {
        let report = try Self.snapshots(Self.mixed).report()
        #expect(
            report.methodInWords.english.hasSuffix(
                "exploratory by Benjamini and Hochberg's correction: all secondary metrics together"
            )
        )
        #expect(report.json()["method"]?["exploratory"] == "benjamini-hochberg")
        #expect(report.json()["method"]?["adjustment"] == "holm")
        #expect(!(try Self.snapshots([]).report()).methodInWords.english.contains("exploratory"))
    }
}

extension Snapshots {
    /// The same with so many people a variant.
    fileprivate func with(people: Int64) -> Snapshots {
        var other = self
        other.arms = other.arms.map { _ in (1000, people) }
        return other
    }
}
