import Testing

@testable import TipCore

@Suite("A rule holds exactly when its comparisons say so")
struct RuleEvaluationTests {
    static let values: [String: Scalar] = [
        "yes": .boolean(true), "no": .boolean(false), "three": .number(3), "half": .number(0.5),
        "text": .string("B"), "null": .null, "composed": .string("\u{e9}"),
    ]

    static let parameterTable: [(rule: String, holds: Bool, why: String)] = [
        (#"param("yes") == true"#, true, "booleans compare"),
        (#"param("no") == true"#, false, "booleans compare"),
        (#"param("no") != true"#, true, "booleans compare"),
        (#"param("yes") > false"#, false, "booleans have no order"),
        (#"param("three") >= 3"#, true, "numbers compare"),
        (#"param("three") == 3.0"#, true, "a number is a number"),
        (#"2 < param("three")"#, true, "either side"),
        (#"param("half") > -1"#, true, "negative literals"),
        (#"param("text") == "B""#, true, "strings compare"),
        (#"param("text") == "b""#, false, "strings are exact"),
        (#"param("text") < "a""#, true, "strings are ordered by bytes"),
        (#"param("composed") == "\#u{e9}""#, true, "the same bytes"),
        (#"param("composed") == "e\#u{301}""#, false, "canonically equal is not equal"),
        (#"param("three") == "3""#, false, "two kinds are never equal"),
        (#"param("three") != "3""#, true, "two kinds are always unequal"),
        (#"param("three") < "4""#, false, "two kinds have no order"),
        (#"param("null") == nil"#, true, "null is nil"),
        (#"param("never set") == nil"#, true, "missing is nil"),
        (#"param("null") != nil"#, false, "null is nil"),
        (#"param("three") != nil"#, true, "a value is not nil"),
        (#"nil == param("null")"#, true, "nil on the left"),
        (#"param("null") == false"#, false, "null compares false"),
        (#"param("null") != 3"#, false, "null compares false, even by !="),
        (#"param("null") <= nil"#, false, "nil has no order"),
        (#"param("null") == param("never set")"#, false, "two nulls compare false without the literal"),
        (#"nil == nil"#, true, "the literal equals itself"),
        (#"!(param("null") == 3)"#, true, "a negation turns what compares false"),
        (#"param("yes") == true && param("no") == true"#, false, "and"),
        (#"param("yes") == true || param("no") == true"#, true, "or"),
        (#"param("no") == true || param("no") == true && param("yes") == true"#, false, "and binds tighter"),
        (#"any(param("no") == true, param("three") == 3)"#, true, "any"),
        (#"all(param("yes") == true, param("three") == 4)"#, false, "all"),
        (#"!!(param("yes") == true)"#, true, "double negation"),
        (#"!param("yes") == true"#, false, "a negation takes the comparison"),
    ]

    @Test("parameters (R17)", arguments: parameterTable)
    func parameters(text: String, holds: Bool, why: String) throws {
        var bench = try RuleBench(text)
        bench.parameters = Self.values

        #expect(bench.holds(at: .epoch) == holds, "\(why)")
    }

    /// Day 10 of 1970, noon; donations of ages 0 s, 60 s, 1 h, 1 d, 1 d + 1 µs, 5 d.
    static let now = at("1970-01-11T12:00:00Z")
    static let donations: [(at: Timestamp, info: [String: Scalar])] = [
        (now, ["kind": .string("open"), "size": .number(1)]),
        (now.adding(seconds: -60), ["kind": .string("open"), "size": .number(2)]),
        (now.adding(seconds: -3600), ["kind": .string("export"), "size": .number(3)]),
        (now.adding(seconds: -86_400), ["size": .number(4)]),
        (now.adding(seconds: -86_400).adding(microseconds: -1), ["kind": .null, "size": .number(5)]),
        (now.adding(seconds: -432_000), ["kind": .string("export"), "size": .string("6")]),
    ]

    static let countTable: [(steps: String, count: Int, why: String)] = [
        ("", 6, "all"),
        (".donatedWithin(minute)", 2, "exactly a minute old still counts (R4)"),
        (".donatedWithin(day)", 4, "exactly a day old still counts, a microsecond more does not"),
        (".donatedWithin(days: 0)", 1, "only what happens now"),
        (".donatedWithin(days: 5).donatedWithin(hour)", 3, "ranges narrow"),
        (".filter(date > now - 1 day)", 3, "strictly younger"),
        (".filter(date >= now - 1 day)", 4, "as young or younger"),
        (".filter(date < now - 1 day)", 2, "strictly older"),
        (".filter(date <= now - 1 day)", 3, "as old or older"),
        (".filter(date == now - 1 day)", 1, "exactly as old"),
        (".filter(date != now - 1 day)", 5, "any other age"),
        (".filter(date == now)", 1, "now"),
        (".filter(date < now)", 5, "before now"),
        (".filter(date > now)", 0, "nothing is later than now"),
        (".filter(date >= now - 1 day && date <= now - 1 hour)", 2, "between"),
        (".filter(date isInToday)", 3, "the UTC day"),
        (#".filter(kind == "open")"#, 2, "a field"),
        (#".filter(kind != "open")"#, 2, "missing and null match nothing, not even != (R17)"),
        (".filter(kind == nil)", 1, "null is nil, a missing field never matches (R17)"),
        (".filter(kind != nil)", 4, "a missing field never matches (R17)"),
        (".filter(size >= 3)", 3, "a string is no number"),
        (#".filter(kind == "export" && size == 3)"#, 1, "conjunction"),
        (".filter(nothing == 1)", 0, "a field that no donation has"),
        (".largestSubset(groupedBy: kind)", 2, "a tie of two"),
        (".smallestSubset(groupedBy: kind)", 1, "null is a value, missing is no group (R17)"),
        (
            ".largestSubset(groupedBy: kind).filter(size == 1)", 1,
            "a tie goes to the group donated to last (R17)"
        ),
        (".largestSubset(groupedBy: nothing)", 0, "no group: an empty subset counts 0 (R17)"),
        (".donatedWithin(hour).smallestSubset(groupedBy: kind)", 1, "range, then subset"),
        (
            ".largestSubset(groupedBy: kind).donatedWithin(minute).smallestSubset(groupedBy: size)", 1,
            "steps after a subset"
        ),
    ]

    @Test("donations", arguments: countTable)
    func counts(steps: String, count: Int, why: String) throws {
        var bench = try RuleBench(#"event("e").donations"# + steps + ".count == \(count)")
        bench.donations = ["e": Self.donations]

        #expect(bench.holds(at: Self.now), "\(why)")
    }

    @Test("ten groups are told apart as well as two")
    func manyGroups() throws {
        var bench = try RuleBench(
            #"event("e").donations.largestSubset(groupedBy: k).filter(k == 11).count == 3"#
        )
        bench.donations = [
            "e": (0..<14).map { (at: Timestamp(microseconds: $0), info: ["k": .number(Double(min($0, 11)))]) }
        ]

        #expect(bench.holds(at: Self.now))
    }

    static let limitTable: [(limit: DonationLimit, rule: String, holds: Bool, why: String)] = [
        (DonationLimit(), "count == 6", true, "1000 by default"),
        (DonationLimit(maximumCount: 3), "count == 3", true, "the newest three"),
        (
            DonationLimit(maximumCount: 3), #"filter(kind == "export").count == 1"#, true,
            "cut before the filter (R22)"
        ),
        (DonationLimit(maximumCount: 0), "count == 0", true, "none at all"),
        (DonationLimit(maximumAgeSeconds: 86_400), "count == 4", true, "the age itself included (R4)"),
        (
            DonationLimit(maximumAgeSeconds: 86_400), "donatedWithin(week).count == 4", true,
            "cut before the range"
        ),
        (DonationLimit(maximumCount: 2, maximumAgeSeconds: 30), "count == 1", true, "both limits"),
    ]

    @Test("the donation limit is a window that is cut first", arguments: limitTable)
    func limits(limit: DonationLimit, rule: String, holds: Bool, why: String) throws {
        let events: NamedValues = ["e": EventDefinition(donationLimit: limit)]
        var bench = try RuleBench(#"event("e").donations."# + rule, events: events)
        bench.donations = ["e": Self.donations]

        #expect(bench.holds(at: Self.now) == holds, "\(why)")
    }

    static let findings: [(rule: String, holds: Bool, saw: String, needed: String)] = [
        (#"param("no") == true"#, false, "no is false", "no is true"),
        (#"param("gone") != nil"#, false, "gone is not set", "gone is set"),
        (#"3 <= param("three")"#, true, "three is 3", "three is at least 3"),
        (
            #"event("e").donations.donatedWithin(days: 5).largestSubset(groupedBy: kind).count >= 3"#, false,
            "2 donations of e within 5 days in the largest group by kind",
            "at least 3 donations of e within 5 days in the largest group by kind"
        ),
        (
            #"event("e").donations.filter(date isInToday && size < 2).count > 1"#, false,
            "1 donation of e with date in today and size < 2",
            "more than 1 donation of e with date in today and size < 2"
        ),
        (
            #"!(param("no") == true) && any(param("text") == "A", param("three") < 2)"#, false,
            #"no is false; text is "B"; three is 3"#,
            #"not (no is true) and (text is "A" or three is less than 2)"#
        ),
        (
            #"event("e").donations.count != event("none").donations.count"#, true,
            "6 donations of e; 0 donations of none",
            "any number but the number of donations of none of donations of e"
        ),
    ]

    @Test("a finding says what was seen and what is needed", arguments: findings)
    func finding(text: String, holds: Bool, saw: String, needed: String) throws {
        var bench = try RuleBench(text)
        bench.parameters = Self.values
        bench.donations = ["e": Self.donations]
        let finding = bench.facts.finding(bench.rule, bench.compiled, index: 4, at: Self.now)

        #expect(finding.holds == holds)
        #expect(finding.saw.english == saw)
        #expect(finding.needed.english == needed)
        #expect(finding.index == 4)
    }

    @Test("a finding names the donations that were counted")
    func countedDonations() throws {
        var bench = try RuleBench(#"event("e").donations.filter(kind == "export").count >= 2"#)
        bench.donations = ["e": Self.donations]
        let finding = bench.facts.finding(bench.rule, bench.compiled, index: 0, at: Self.now)

        #expect(finding.counted == [CountedDonations(event: 0, total: 6, places: [0, 3])], "oldest first")
    }
}
