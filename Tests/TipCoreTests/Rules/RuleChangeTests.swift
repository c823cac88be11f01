import Testing

@testable import TipCore

@Suite("The next change of a rule is known to the microsecond")
struct RuleChangeTests {
    private static let noon = at("2026-03-02T12:00:00Z")

    static let table: [(rule: String, zone: String, from: String, change: String?, why: String)] = [
        ("count >= 1", "UTC", "2026-03-02T12:00:00Z", nil, "nothing slides"),
        (
            "donatedWithin(day).count >= 1", "UTC", "2026-03-02T12:00:00Z", "2026-03-03T12:00:00.000001Z",
            "out, just after the inclusive end"
        ),
        (
            "donatedWithin(day).count == 0", "UTC", "2026-03-02T12:00:00Z", "2026-03-03T12:00:00.000001Z",
            "true by time alone"
        ),
        ("donatedWithin(day).count >= 1", "UTC", "2026-03-04T12:00:00Z", nil, "already out"),
        (
            "filter(date > now - 1 day).count >= 1", "UTC", "2026-03-02T12:00:00Z", "2026-03-03T12:00:00Z",
            "out, at the exclusive end"
        ),
        (
            "filter(date < now - 1 day).count >= 1", "UTC", "2026-03-02T12:00:00Z",
            "2026-03-03T12:00:00.000001Z", "in, after the exclusive end"
        ),
        (
            "filter(date <= now - 1 day).count >= 1", "UTC", "2026-03-02T12:00:00Z", "2026-03-03T12:00:00Z",
            "in, at the inclusive end"
        ),
        (
            "filter(date == now - 1 day).count >= 1", "UTC", "2026-03-02T12:00:00Z", "2026-03-03T12:00:00Z",
            "in for one microsecond"
        ),
        (
            "filter(date == now - 1 day).count >= 1", "UTC", "2026-03-03T12:00:00Z",
            "2026-03-03T12:00:00.000001Z", "and out again"
        ),
        (
            "filter(date != now - 1 day).count >= 1", "UTC", "2026-03-02T12:00:00Z", "2026-03-03T12:00:00Z",
            "out for one microsecond"
        ),
        (
            "filter(date < now).count >= 1", "UTC", "2026-03-02T12:00:00Z", "2026-03-02T12:00:00.000001Z",
            "before now"
        ),
        (
            "filter(date isInToday).count >= 1", "UTC", "2026-03-02T12:00:00Z", "2026-03-03T00:00:00Z",
            "midnight"
        ),
        (
            "filter(date isInToday).count >= 1", "America/Los_Angeles", "2026-03-02T12:00:00Z",
            "2026-03-03T08:00:00Z", "midnight there"
        ),
        (
            "filter(date isInToday).count >= 1", "UTC", "2026-03-03T00:00:00Z", nil,
            "yesterday never comes back"
        ),
        (
            "filter(date isInToday).count >= 2", "UTC", "2026-03-02T12:00:00Z", nil,
            "midnight changes the count, not the result"
        ),
    ]

    @Test("one donation at noon of 2026-03-02", arguments: table)
    func single(rule: String, zone: String, from: String, change: String?, why: String) throws {
        var bench = try RuleBench(#"event("e").donations."# + rule)
        bench.donations = ["e": [(at: Self.noon, info: [:])]]
        bench.zone = try #require(ZoneClock.named(zone))

        #expect(bench.nextChange(after: at(from))?.rfc3339 == change, "\(why)")
    }

    static let dayTable: [(zone: String, donated: String, end: String, why: String)] = [
        ("Europe/Berlin", "2026-03-28T23:00:00Z", "2026-03-29T22:00:00Z", "a day of 23 hours"),
        ("Europe/Berlin", "2026-10-24T22:00:00Z", "2026-10-25T23:00:00Z", "a day of 25 hours"),
        ("America/Sao_Paulo", "2018-11-03T12:00:00Z", "2018-11-04T03:00:00Z", "the next day begins at 01:00"),
        ("America/Sao_Paulo", "2018-11-04T12:00:00Z", "2018-11-05T02:00:00Z", "a day that began at 01:00"),
        ("Pacific/Apia", "2011-12-29T20:00:00Z", "2011-12-30T10:00:00Z", "the next day is skipped"),
        (
            "America/St_Johns", "2010-11-06T12:00:00Z", "2010-11-07T02:30:00Z",
            "midnight comes, and is taken back a minute later"
        ),
        (
            "America/St_Johns", "2010-11-07T02:31:00Z", "2010-11-07T03:30:00Z",
            "the hour before midnight again"
        ),
        (
            "Australia/Lord_Howe", "2026-04-04T14:00:00Z", "2026-04-05T13:30:00Z",
            "clocks move by half an hour"
        ),
    ]

    @Test("a day ends where its calendar says", arguments: dayTable)
    func days(zone: String, donated: String, end: String, why: String) throws {
        var bench = try RuleBench(#"event("e").donations.filter(date isInToday).count == 1"#)
        bench.donations = ["e": [(at: at(donated), info: [:])]]
        bench.zone = try #require(ZoneClock.named(zone))

        #expect(bench.holds(at: at(donated)))
        #expect(bench.nextChange(after: at(donated))?.rfc3339 == end, "\(why)")
    }

    @Test("a donation is of today again where midnight is taken back")
    func midnightTakenBack() throws {
        var bench = try RuleBench(#"event("e").donations.filter(date isInToday).count == 1"#)
        bench.donations = ["e": [(at: at("2010-11-06T12:00:00Z"), info: [:])]]
        bench.zone = try #require(ZoneClock.named("America/St_Johns"))

        #expect(bench.nextChange(after: at("2010-11-07T02:30:30Z"))?.rfc3339 == "2010-11-07T02:31:00Z")
        #expect(bench.nextChange(after: at("2010-11-07T02:31:00Z"))?.rfc3339 == "2010-11-07T03:30:00Z")
        #expect(bench.nextChange(after: at("2010-11-07T03:30:00Z")) == nil)
    }

    @Test("a thousand donations that slide out of a group are one sweep")
    func heavy() throws {
        var bench = try RuleBench(
            #"event("e").donations.donatedWithin(days: 5).largestSubset(groupedBy: k).count >= 3"#
        )
        bench.donations = [
            "e": (0..<1000).map { (at: Self.noon.adding(seconds: $0), info: ["k": .number(Double($0 % 7))]) }
        ]
        let now = Self.noon.adding(seconds: 1000)

        // The last 20 donations hold three of the sixth group at most until donation 985 leaves.
        #expect(
            bench.nextChange(after: now) == Self.noon.adding(seconds: 985 + 432_000).adding(microseconds: 1)
        )
    }

    private static let steps = [
        ".donatedWithin(minute)", ".donatedWithin(minutes: 2)", ".filter(date > now - 1 minute)",
        ".filter(date < now - 2 minutes)", ".filter(date <= now - 1 minute)",
        ".filter(date == now - 1 minute)",
        ".filter(date != now - 1 minute)", ".filter(k >= 1)", ".filter(k != nil)", ".filter(date isInToday)",
        ".largestSubset(groupedBy: k)", ".smallestSubset(groupedBy: k)",
    ]

    private static func randomCount(_ generator: inout SeededGenerator) -> String {
        let count = Int.random(in: 0...3, using: &generator)
        return #"event("e").donations"# + (0..<count).map { _ in generator.pick(steps) }.joined() + ".count"
    }

    private static func randomRule(_ generator: inout SeededGenerator) -> String {
        let comparators = ["==", "!=", "<", "<=", ">", ">="]
        let parts = (0..<Int.random(in: 1...2, using: &generator)).map { _ in
            let right =
                generator.chance(1, in: 4)
                ? randomCount(&generator) : String(Int.random(in: 0...4, using: &generator))
            return randomCount(&generator) + " \(generator.pick(comparators)) " + right
        }
        return parts.joined(separator: generator.pick([" && ", " || "]))
    }

    @Test("it is the first instant at which evaluating anew says otherwise", arguments: Seeds.first(300))
    func law(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let text = Self.randomRule(&generator)
        let limit = DonationLimit(
            maximumCount: generator.pick([3, 1000]),
            maximumAgeSeconds: generator.pick([nil, 100])
        )
        var bench = try RuleBench(text, events: ["e": EventDefinition(donationLimit: limit)])
        // Half an hour before midnight in Berlin, so that the day ends within reach.
        let start = at("2026-03-02T22:58:00Z")
        let dates = (0..<Int.random(in: 0...8, using: &generator)).map { _ in
            start.adding(microseconds: Int64.random(in: -1...2, using: &generator) * 1_000_000 * 30)
        }
        bench.donations = [
            "e": dates.map { date in
                (
                    at: date,
                    info: generator.chance(1, in: 4) ? [:] : ["k": .number(generator.pick([0, 1, 2]))]
                )
            }
        ]
        bench.zone = try #require(ZoneClock.named("Europe/Berlin"))
        let now = start.adding(seconds: 60)
        let facts = bench.facts

        // Whatever changes does so at one of these, or a microsecond later.
        let spans: [Int64] = [0, 60, 100, 120]
        var instants = dates.flatMap { date in spans.map { date.adding(seconds: $0) } }
        instants = instants.flatMap { [$0, $0.adding(microseconds: 1)] } + [at("2026-03-02T23:00:00Z")]
        let expected = Set(instants).sorted().first {
            $0 > now && facts.holds(bench.compiled, at: $0) != facts.holds(bench.compiled, at: now)
        }

        #expect(facts.nextChange(of: bench.compiled, after: now) == expected, "\(text)")
    }
}
