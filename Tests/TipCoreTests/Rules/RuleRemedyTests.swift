import Testing

@testable import TipCore

@Suite("What a rule needs is told in things that can be done, with their number and their deadline")
struct RuleRemedyTests {
    private static let noon = at("2026-03-02T12:00:00Z")
    private static let prefix = #"event("e").donations."#

    typealias Row = (why: String, rule: String, donated: [String], words: String)

    static let counts: [Row] = [
        ("none yet", "count >= 2", [], "2 donations of e"),
        ("one is missing", "count > 1", ["10:00"], "1 more donation of e"),
        ("a share of a donation is none", "count >= 1.5", ["10:00"], "1 more donation of e"),
        (
            "a window has a deadline", "donatedWithin(days: 5).count >= 3", ["10:00", "11:00"],
            "1 more donation of e within 5 days by 2026-03-07T10:00:00Z"
        ),
        (
            "an empty window has none", "donatedWithin(hour).count >= 3", ["10:00"],
            "3 donations of e within 1 hour"
        ),
        (
            "the day ends", "filter(date isInToday).count >= 2", ["10:00"],
            "1 more donation of e with date in today before 2026-03-03T00:00:00Z"
        ),
        (
            "the largest group needs least", "largestSubset(groupedBy: k).count >= 3",
            ["10:00 a", "10:01 b", "10:02 b"],
            #"1 more donation of e with k "b""#
        ),
        (
            "no group yet", "largestSubset(groupedBy: k).count >= 2", [],
            "2 donations of e all with the same k"
        ),
        (
            "every group must grow", "smallestSubset(groupedBy: k).count >= 2", ["10:00 a", "10:01 b"],
            #"1 more donation of e with k "a", and 1 more donation of e with k "b""#
        ),
        (
            "fields are told", #"filter(k == "a").count >= 1"#, ["10:00 b"], #"1 donation of e with k == "a""#
        ),
        (
            "more than rules see", "count >= 1001", [],
            "cannot hold: rules see the newest 1000 donations of e"
        ),
        ("no count is half", "count == 0.5", [], "cannot hold: a count is a whole number"),
        ("nothing is below none", "count < 0", [], "cannot hold: no count is less than 0"),
        ("too many for ever", "count < 1", ["10:00"], "the donations of e must be deleted"),
        (
            "too many for a while", "donatedWithin(hours: 3).count < 1", ["10:00", "11:00"],
            "wait until 2026-03-02T14:00:00.000001Z, or the donations of e must be deleted"
        ),
        (
            "too young", "filter(date <= now - 3 hours).count >= 1", ["10:00"],
            "wait until 2026-03-02T13:00:00Z, or 1 donation of e with date <= now - 3 hours and then time for "
                + "them to become old enough"
        ),
        (
            "past an exact count", "count == 1", ["10:00", "11:00"],
            "the donations of e must be deleted and 1 made, or the donations of e must be deleted"
        ),
        (
            "a new value makes a small group", "smallestSubset(groupedBy: k).count <= 1",
            ["10:00 a", "10:01 a"],
            "a donation of e with a new k, or the donations of e must be deleted"
        ),
        (
            "not at least one", "count != 1", ["10:00"],
            "1 more donation of e, or the donations of e must be deleted"
        ),
    ]

    @Test("counts", arguments: counts)
    func ofCounts(row: Row) throws {
        var bench = try RuleBench(Self.prefix + row.rule)
        bench.donations = [
            "e": row.donated.map { text in
                let parts = text.split(separator: " ")
                let info: [String: Scalar] = parts.count > 1 ? ["k": .string(String(parts[1]))] : [:]
                return (at("2026-03-02T\(parts[0]):00Z"), info)
            }
        ]
        #expect(
            bench.facts.remedy(bench.rule, bench.compiled, at: Self.noon).words.english == row.words,
            "\(row.why)"
        )
    }

    static let parameters: [(rule: String, value: Scalar, words: String)] = [
        (#"param("p") == true"#, .null, "parameter p must become true"),
        (#"param("p") == true"#, .boolean(true), "nothing"),
        (#"true == param("p")"#, .null, "parameter p must become true"),
        (#"param("p") != "a""#, .string("a"), #"parameter p must become something other than "a""#),
        (#"param("p") == nil"#, .number(1), "parameter p must be unset"),
        (#"param("p") != nil"#, .null, "parameter p must be set"),
        (#"param("p") >= 2"#, .number(1), "parameter p must become at least 2"),
        (#"3 > param("p")"#, .number(5), "parameter p must become less than 3"),
        (#"!(param("p") < 2)"#, .number(1), "parameter p must become at least 2"),
        (#"param("p") < true"#, .null, "cannot hold: p is less than true has no order"),
        (#"param("p") == param("q")"#, .number(1), "it must become so that p is q"),
        (#"param("p") == 1 && param("q") == 2"#, .number(1), "parameter q must become 2"),
        (
            #"param("p") == 2 || param("q") == 2"#, .number(1),
            "parameter p must become 2, or parameter q must become 2"
        ),
        (#"1 == 2 || param("q") == 2"#, .number(1), "parameter q must become 2"),
        (#"1 == 2 && param("q") == 2"#, .number(1), "cannot hold: 1 == 2 is always the same"),
        (
            #"(param("p") == 2 && param("q") == 2) || param("q") == 3"#, .number(1),
            "(parameter p must become 2, and parameter q must become 2), or parameter q must become 3"
        ),
    ]

    @Test("parameters and their combinations", arguments: parameters)
    func ofParameters(rule: String, value: Scalar, words: String) throws {
        var bench = try RuleBench(rule)
        bench.parameters = ["p": value]
        #expect(bench.facts.remedy(bench.rule, bench.compiled, at: Self.noon).words.english == words)
    }

    private static let laws = [
        "count >= 3", "donatedWithin(hour).count > 2", "filter(k == \"a\").count >= 4",
        "largestSubset(groupedBy: k).count >= 5", "filter(date isInToday).count == 6",
        "donatedWithin(minutes: 30).filter(k == \"a\").count >= 3",
    ]

    @Test("so many more donations make the rule hold, and one fewer does not", arguments: Seeds.first(60))
    func enough(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let limit = DonationLimit(maximumCount: generator.pick([6, 8, 1000]))
        var bench = try RuleBench(
            Self.prefix + generator.pick(Self.laws),
            events: ["e": EventDefinition(donationLimit: limit)]
        )
        let donated = (0..<generator.pick([0, 2, 5, 9])).map { _ in
            let age = Int64.random(in: 1...5400, using: &generator)
            return (
                at: Self.noon.adding(seconds: -age), info: ["k": Scalar.string(generator.pick(["a", "b"]))]
            )
        }
        bench.donations = ["e": donated]
        guard case .step(let step) = bench.facts.remedy(bench.rule, bench.compiled, at: Self.noon),
            let missing = step.donations
        else { return }
        let value = Scalar.string(step.words.english.contains(#""b""#) ? "b" : "a")
        for count in [missing - 1, missing] {
            let more = Array(repeating: (at: Self.noon, info: ["k": value]), count: count)
            bench.donations = ["e": donated + more]
            #expect(bench.holds(at: Self.noon) == (count == missing), "\(bench.rule.text): \(step.words)")
        }
    }
}
