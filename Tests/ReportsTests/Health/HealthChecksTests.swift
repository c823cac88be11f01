import Testing
import TipCore

@testable import Reports

@Suite("Health is said in words, with what to do where something is wrong")
struct HealthChecksTests {
    private func finding(
        _ check: HealthFinding.Check,
        arms: [(Int64, Int64)] = [(100, 1000), (100, 1000)],
        weights: [Double] = [],
        _ change: (inout ExperimentSnapshot) -> Void = { _ in }
    ) throws -> (state: HealthFinding.State, text: String, hasAction: Bool)? {
        var snapshots = Snapshots(arms: arms)
        snapshots.weights = weights
        var snapshot = snapshots.snapshot
        change(&snapshot)
        let findings = try ExperimentReport(snapshot).health.findings
        let found = findings.first { $0.check == check }
        return found.map { ($0.state, Words.plain($0.sentence.english), $0.action != nil) }
    }

    static let splits:
        [(why: String, people: [Int64], weights: [Double], state: HealthFinding.State, text: String)] = [
            ("as configured", [1000, 1000], [], .ok, "People are split as configured (p 1)."),
            ("by weights", [900, 100], [9, 1], .ok, "People are split as configured (p 1)."),
            (
                "a little off", [1070, 930], [], .warning,
                "The split is a little off: \"control\" has 1070 people where 1000 were expected (p 0.00175)."
            ),
            (
                "far off", [1100, 900], [], .alarm,
                "The split is not as configured: \"control\" has 1100 people where 1000 were expected (p 7.7e-06)."
            ),
            (
                "the variant that strikes most is named", [1000, 1000, 1, 999], [1, 1, 1, 1], .alarm,
                "The split is not as configured: \"question\" has 1 person where 750 were expected (p 6.8e-216)."
            ),
            (
                "weight zero stays out", [1000, 1000, 0], [1, 1, 0], .ok,
                "People are split as configured (p 1)."
            ),
            (
                "people where nobody is sent", [1000, 1000, 500], [1, 1, 0], .alarm,
                "\"question\" has 500 people though its weight is 0."
            ),
            (
                "one person there, and one arm left", [1000, 1], [1, 0], .alarm,
                "\"benefit\" has 1 person though its weight is 0."
            ),
            (
                "one variant", [10], [], .ok,
                "The split was not checked: fewer than two variants can be compared."
            ),
            ("nobody", [0, 0], [], .ok, "The split was not checked: nobody was counted."),
        ]

    @Test("the split", arguments: splits)
    func split(why: String, people: [Int64], weights: [Double], state: HealthFinding.State, text: String)
        throws
    {
        let found = try #require(try finding(.split, arms: people.map { (0, $0) }, weights: weights))

        #expect(found.text == text, "\(why)")
        #expect(found.state == state, "\(why)")
        #expect(found.hasAction == (state != .ok), "\(why)")
    }

    static let several: [(count: Int64, weights: [Double], state: HealthFinding.State)] = [
        (0, [], .ok), (19, [], .ok), (21, [], .warning), (21, [1, 1], .warning), (3, [1, 2], .warning),
        (1, [1, 2], .ok),
        (250, [], .alarm),
    ]

    @Test(
        "people between variants warn from 1 %, or 0.1 % with uneven weights, and alarm from 10 %",
        arguments: several
    )
    func multipleVariants(count: Int64, weights: [Double], state: HealthFinding.State) throws {
        let found = try #require(
            try finding(.multipleVariants, weights: weights) { $0.multipleVariants = count }
        )

        #expect(found.state == state)
        #expect(found.hasAction == (state != .ok))
    }

    @Test("a handful of people is never an alarm")
    func fewPeople() throws {
        let found = try finding(.multipleVariants, arms: [(1, 5), (1, 5)]) { $0.multipleVariants = 9 }

        #expect(found?.state == .warning)
    }

    @Test("people between variants are told by what they saw first")
    func firstSeen() throws {
        let found = try finding(.multipleVariants) {
            $0.multipleVariants = 3
            $0.multipleVariantsByFirst = ["benefit": 2, "control": 1]
        }

        #expect(
            found?.text == "3 people (0.15 %) saw more than one variant and are left out; "
                + "by what they saw first: \"control\" 1, \"benefit\" 2."
        )
        #expect(
            try finding(.multipleVariants) { $0.multipleVariants = 1 }?.text.contains("is left out") == true
        )
    }

    static let unexpected: [(count: Int64, state: HealthFinding.State)] = [
        (0, .ok), (19, .ok), (30, .warning), (300, .alarm),
    ]

    @Test("people who saw another variant than theirs", arguments: unexpected)
    func unexpectedVariant(count: Int64, state: HealthFinding.State) throws {
        #expect(try finding(.unexpectedVariant) { $0.unexpectedVariant = count }?.state == state)
    }

    @Test("late events are told, and warn from a tenth")
    func late() throws {
        let few = try #require(try finding(.late) { ($0.countedEvents, $0.lateEvents) = (28_000, 112) })
        let many = try #require(try finding(.late) { ($0.countedEvents, $0.lateEvents) = (1000, 100) })

        #expect(few.text == "0.4 % of the events came more than an hour late.")
        #expect(few.state == .ok)
        #expect(many.state == .warning)
        #expect(try finding(.late)?.text == "No event came more than an hour late.")
    }

    @Test("people left out are told by kind, and warn where they are a tenth")
    func excluded() throws {
        let some = try finding(.excluded) { ($0.testers, $0.bots, $0.optedOut) = (4, 1, 2) }
        let bots = try finding(.excluded) { $0.bots = 300 }
        let optedOut = try finding(.excluded) { $0.optedOut = 3000 }

        #expect(some?.text == "Left out: 4 testers, 1 bot, 2 who opted out.")
        #expect(some?.state == .ok)
        #expect(bots?.state == .warning)
        #expect(optedOut?.state == .ok, "to opt out is a right and no fault")
        #expect(try finding(.excluded)?.text == "Nobody had to be left out.")
    }

    @Test("open windows are told where there are any, and warned of where they are counted")
    func openWindows() throws {
        #expect(try finding(.openWindows)?.text == nil)
        #expect(
            try finding(.openWindows) { $0.immature = 1 }?.text
                == "1 person is not counted yet, as their window is open."
        )
        #expect(try finding(.openWindows) { $0.isPartial = true }?.state == .warning)
    }

    static let arrivals:
        [(why: String, last: Int64, change: @Sendable (inout ExperimentSnapshot) -> Void, text: String?)] =
            [
                ("people came until their windows had to be open", 7, { _ in }, nil),
                ("the last came four days before that", 3, { _ in }, "Nobody new has come for 3 days."),
                ("the last came on the first day", 0, { _ in }, "Nobody new has come for 6 days."),
                ("somebody's window is open", 3, { $0.immature = 1 }, nil),
                ("nobody should come", 3, { $0.status = .paused }, nil),
                (
                    "a part of the phase was asked for", 3,
                    { $0.slice = .init(since: Snapshots.start, until: nil) }, nil
                ),
                (
                    "the tip is off", 3, { $0.isOff = true },
                    "The tip is switched off for everybody, so nobody new comes."
                ),
                ("the tip of what is over is off", 3, { ($0.isOff, $0.status) = (true, .stopped) }, nil),
            ]

    @Test("that nobody comes any more is warned of, and then no pace is told", arguments: arrivals)
    func silence(
        why: String,
        last: Int64,
        change: @Sendable (inout ExperimentSnapshot) -> Void,
        text: String?
    ) throws {
        func days(_ snapshot: inout ExperimentSnapshot) {
            for number in 0...last {
                let start = Snapshots.start.adding(seconds: number * 86_400)
                var day = ExperimentSnapshot.Day(start: start, arms: 2)
                day.people = [10, 10]
                snapshot.days.append(day)
            }
            change(&snapshot)
        }
        let found = try finding(.arrivals, days)
        #expect(found?.text == text && (found == nil || found?.state == .warning), "\(why)")
        var snapshot = Snapshots((100, 1000), (100, 1000)).snapshot
        snapshot.plan = ExperimentDefinition.Plan(peoplePerVariant: 5000, looks: 2)
        days(&snapshot)
        let report = try ExperimentReport(snapshot)
        let isTold = report.recommendation.because.english.contains("at this pace")
        #expect(isTold == (text == nil && snapshot.status == .running && snapshot.slice == nil), "\(why)")
    }

    @Test("less than a week is warned of while it runs, and only for our own experiments")
    func duration() throws {
        let early = Snapshots.start.adding(seconds: 6 * 86_400)

        #expect(try finding(.duration) { $0.asOf = early }?.state == .warning)
        #expect(try finding(.duration)?.state == nil)
        #expect(try finding(.duration) { ($0.asOf, $0.status) = (early, .stopped) }?.state == nil)
        #expect(
            try finding(.duration) {
                $0.asOf = early
                $0.phase?.assignment = .external
            }?.state == nil
        )
    }

    @Test("without people or events the shares are missing for a reason")
    func nobody() throws {
        let health = try Snapshots((0, 0), (0, 0)).report().health

        #expect(health.multipleVariantsShare == .missing(reason: "nobody has taken part"))
        #expect(health.lateShare == .missing(reason: "no events were counted"))
        #expect(!health.isAlarming)
    }
}
