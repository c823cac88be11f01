import Statistics
import Testing
import TipCore

@testable import Reports

/// Failures that users of other systems reported about results; the numbers are those of the table in the
/// design's section on complaints.
@Suite("What went wrong elsewhere with results does not go wrong here")
struct ReportComplaintTests {
    private static func unit(
        _ variant: String,
        at seconds: Int64,
        converted: Bool = false,
        os: String = ""
    ) -> CountedUnit {
        let at = Snapshots.start.adding(seconds: seconds)
        var context = EventContext()
        context.os = os
        return CountedUnit(
            Participation(
                variant: variant,
                standing: .compared,
                exposedAt: at,
                convertedAt: [converted ? at : nil]
            ),
            context: context,
            values: [converted ? 1 : 0]
        )
    }

    /// Units of both variants in turn, some of which convert, two by two with each of some systems.
    private static func units(
        _ count: Int,
        apart seconds: Int64,
        convertingEach each: Int,
        of systems: [String] = [""]
    ) -> [CountedUnit] {
        var units: [CountedUnit] = []
        for number in 0..<count {
            let variant = number % 2 == 0 ? "control" : "benefit"
            let system = systems[number / 2 % systems.count]
            let isConverted = number % each == 0
            units.append(unit(variant, at: Int64(number) * seconds, converted: isConverted, os: system))
        }
        return units
    }

    @Test("17: leaving people of two variants out is warned of where the split is uneven")
    func unevenSplit() throws {
        var snapshot = Snapshots((100, 9000), (10, 1000)).snapshot
        snapshot.arms[0].weight = 9
        snapshot.multipleVariants = 20
        snapshot.multipleVariantsByFirst = ["control": 18, "benefit": 2]
        let report = try ExperimentReport(snapshot)
        let finding = report.health.findings.first { $0.check == .multipleVariants }
        #expect(finding?.state == .warning)
        #expect(report.json()["health"]?["multipleVariants"]?["first"]?["control"] == 18)
    }

    @Test("18: many people of two variants are an alarm")
    func threshold() throws {
        var snapshot = Snapshots((100, 1000), (100, 1000)).snapshot
        snapshot.multipleVariants = 400
        #expect(try ExperimentReport(snapshot).recommendation.decision == .blocked)
    }

    @Test("27: who is left out is told, in numbers that add up")
    func addsUp() throws {
        var snapshot = Snapshots((100, 1000), (100, 1000)).snapshot
        (snapshot.immature, snapshot.testers, snapshot.bots, snapshot.optedOut) = (5, 4, 3, 2)
        #expect(try ExperimentReport(snapshot).snapshot.enrolled == 2014)
    }

    @Test("29: whoever's window is open decides nothing")
    func openWindows() throws {
        let report = try Snapshots((100, 1000), (100, 1000)).report()
        let units = [Self.unit("control", at: 0), Self.unit("control", at: 13 * 86_400)]
        #expect(report.compared(units).count == 1, "the window of seven days is open for the second")
    }

    @Test(
        "35: days of any zone add up to the same totals",
        arguments: ["UTC", "Asia/Tokyo", "Asia/Kathmandu"]
    )
    func zones(zone: String) throws {
        let units = Self.units(200, apart: 3001, convertingEach: 3)
        let series = try #require(DailySeries(zone, units, arms: ["control", "benefit"]))
        #expect(series.days.last?.people == [100, 100])
        #expect(series.days.last?.conversions == [34, 33])
        let people: [Int64] = series.days.map { $0.people.reduce(0, +) }
        #expect(people == people.sorted(), "cumulative")
    }

    @Test("36: a variant that nobody came to breaks no check, and is seen by it")
    func emptyArm() throws {
        let report = try Snapshots((10, 500), (0, 0)).report()
        #expect(report.health.srm.value?.ok == false && report.recommendation.decision == .blocked)
        #expect(try Snapshots((0, 0), (0, 0)).report().health.srm.reason == "nobody was counted")
    }

    @Test("37: who is not compared, as in a holdout of everything, is on no side of the check of the split")
    func holdout() throws {
        var snapshot = Snapshots((100, 1000), (100, 1000)).snapshot
        let before = try ExperimentReport(snapshot).health.srm
        (snapshot.unexpectedVariant, snapshot.optedOut, snapshot.testers) = (3, 500, 400)
        #expect(try ExperimentReport(snapshot).health.srm == before)
    }

    @Test("38: after a change of weights the split is held to those of its phase, not to a mixture")
    func weightsOfPhase() throws {
        var snapshots = Snapshots((0, 3000), (0, 1000))
        snapshots.weights = [3, 1]
        #expect(try snapshots.report().health.srm.value?.ok == true)
        snapshots.weights = [1, 1]
        #expect(try snapshots.report().health.srm.value?.ok == false, "under the weights of the phase before")
    }

    @Test("41: a variant of weight zero is on neither side of the check of the split")
    func zeroWeight() throws {
        var snapshots = Snapshots(arms: [(0, 520), (0, 480), (0, 0)])
        snapshots.weights = [1, 1, 0]
        let p = try #require(try snapshots.report().health.srm.value?.p)
        #expect(abs(p - 0.2059) < 1e-4)
        snapshots = Snapshots(arms: [(0, 500), (0, 500), (0, 300)])
        snapshots.weights = [1, 1, 0]
        let report = try snapshots.report()
        #expect(report.health.srm.value?.p == 1)
        #expect(report.health.isSplitOff, "that people are there at all is told by itself")
    }

    @Test("39: the split is held to the configured weights")
    func configured() throws {
        var snapshots = Snapshots((0, 9000), (0, 1000))
        snapshots.weights = [9, 1]
        #expect(try snapshots.report().health.srm.value?.ok == true)
    }

    @Test("40: a broken split blocks the decision, also one that only the daily check sees")
    func blocks() throws {
        #expect(try Snapshots((900, 5000), (500, 4000)).report().recommendation.decision == .blocked)
        var snapshot = Snapshots((500, 5000), (600, 5000)).snapshot
        snapshot.splitDays = [[3000, 1000], [2000, 4000]]
        let report = try ExperimentReport(snapshot)
        #expect(report.health.srm.value?.ok == true)
        #expect(report.recommendation.decision == .blocked, "it was off and came back by chance")
    }

    @Test("42: a p-value under the range of a double is not printed as zero")
    func tinyP() {
        #expect(Words.p(0) == "≤\u{A0}1e-300" && Words.p(1e-40) == "1.0e-40")
    }

    @Test("43: nobody against fifty of a thousand has a result")
    func zeroVariance() throws {
        let comparison = try Snapshots((0, 1000), (50, 1000)).report().primary.comparisons[0]
        #expect(comparison.p.value.map { $0 < 1e-10 } == true)
        #expect(comparison.difference.value == 0.05 && comparison.lift.value == nil)
    }

    @Test("48: the printed counts give the printed rate")
    func reproducible() throws {
        for variant in try Snapshots((123, 4567), (89, 4321)).report().primary.variants {
            let rate = Double(variant.counts.conversions) / Double(variant.counts.people)
            #expect(variant.rate.value == rate)
        }
    }

    @Test("49: inference has one denominator, the people: displays change no rate and no sign")
    func denominator() throws {
        var snapshot = Snapshots((100, 1000), (120, 1000)).snapshot
        (snapshot.arms[0].impressions, snapshot.arms[1].impressions) = (1000, 9000)
        let report = try ExperimentReport(snapshot)
        #expect(report.primary.variants.map(\.rate.value) == [0.1, 0.12])
        #expect(try #require(report.primary.comparisons[0].lift.value) > 0)
    }

    @Test("50: the expected loss of shipping the loser is larger than that of shipping the winner")
    func loss() throws {
        let loser = try Snapshots((200, 1000), (150, 1000)).report().primary.comparisons[0]
        let winner = try Snapshots((150, 1000), (200, 1000)).report().primary.comparisons[0]
        #expect(try #require(loser.expectedLoss.value) > 0.04)
        #expect(try #require(winner.expectedLoss.value) < 0.001)
    }

    @Test("51: beliefs count those who did not convert, not those who were exposed")
    func beta() throws {
        let pair = Pair(
            control: try Proportion(conversions: 0, people: 1),
            treatment: try Proportion(conversions: 1, people: 1)
        )
        // Beta(1,2) and Beta(2,1): the chance is 5/6.
        let chance = try pair.map { arm throws(Undefined) in try arm.posterior() }.chanceToBeat()
        #expect(abs(chance - 5.0 / 6) < 1e-12)
    }

    @Test("57: without a proof the baseline is kept, whatever stands first")
    func defaultsToKeep() throws {
        var snapshots = Snapshots((100, 1000), (101, 1000))
        snapshots.status = .stopped
        #expect(try snapshots.report().recommendation.decision == .keep)
    }

    @Test("58: a slice that was chosen after the data decides nothing")
    func slices() throws {
        var snapshot = Snapshots((100, 5000), (300, 5000)).snapshot
        #expect(try ExperimentReport(snapshot).recommendation.decision == .ship)
        snapshot.slice = .init(since: Snapshots.start, until: nil)
        #expect(try ExperimentReport(snapshot).recommendation.decision == .continue)
    }

    @Test("58: a breakdown is corrected over all its parts and called exploratory")
    func breakdown() throws {
        let report = try Snapshots((100, 1000), (120, 1000)).report()
        let units = Self.units(400, apart: 1, convertingEach: 5, of: ["iOS", "macOS", "watchOS", ""])
        let breakdown = try Breakdown(.context("os"), units, of: report)
        #expect(breakdown.parts.map(\.value) == ["iOS", "macOS", "watchOS", nil])
        let people: [Int64] = breakdown.parts.flatMap { part in
            part.analysis.variants.map { $0.counts.people }
        }
        #expect(people.reduce(0, +) == 400, "nobody is lost")
        for part in breakdown.parts {
            for (raw, corrected) in zip(part.analysis.comparisons, part.pExploratory) {
                let (loose, strict) = (try #require(raw.p.value), try #require(corrected.value))
                #expect(strict >= loose)
            }
        }
    }

    @Test("58: a metric that is thought of later decides nothing, and is named for what it is")
    func laterMetric() throws {
        var snapshots = Snapshots((100, 1000), (101, 1000))
        snapshots.secondary = [(MetricDefinition(metric: .donation("saved")), [10, 90])]
        let report = try snapshots.report()
        #expect(report.secondary[0].comparisons[0].verdict == .better)
        #expect(report.recommendation.decision == .continue)
        #expect(report.json()["secondary"]?.arrayValue?.first?["metric"]?["exploratory"] == true)
    }

    @Test("60: rules that move in the middle of a phase move the rates, and the report says since when")
    func movedRules() throws {
        var snapshot = Snapshots((100, 1000), (120, 1000)).snapshot
        snapshot.shownChanges = [ShownChange(at: Snapshots.start.adding(seconds: 60), revision: 2, .rules)]
        let finding = try ExperimentReport(snapshot).health.findings.first { $0.check == .shown }
        #expect(
            finding?.state == .warning && finding?.sentence.english.contains("2026-11-16T00:01:00Z") == true
        )
    }

    @Test("62: a variant that loses people before they count is found by who came, not by the rates")
    func lostPeople() throws {
        let report = try Snapshots((946, 9463), (900, 7681)).report()
        #expect(report.primary.comparisons[0].verdict == .better, "the survivors convert better")
        #expect(report.recommendation.decision == .blocked)
        #expect(report.text().contains("not trusted"))
    }

    @Test("61: more than everybody cannot convert")
    func impossible() {
        #expect(throws: AnalysisProblem.self) { try Snapshots((11, 10), (1, 10)).report() }
    }
}
