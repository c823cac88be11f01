import Testing

@testable import TipCore

@Suite("A rule is read, or its error says where and what instead")
struct RuleParserTests {
    static let valid: [(why: String, text: String)] = [
        ("parameter comparison", #"param("isLoggedIn") == true"#),
        ("literal on the left", #"3 <= event("e").donations.count"#),
        ("no spaces", #"param("a")==1&&param("b")!=nil||!param("c")<2"#),
        ("spaces, tabs and lines everywhere", " param ( \"a\" )\n\t== \r\n 1 "),
        (
            "singular and plural ranges",
            #"event("e").donations.donatedWithin(minute).donatedWithin(weeks: 2).count > 0"#
        ),
        ("a range of nothing", #"event("e").donations.donatedWithin(days: 0).count > 0"#),
        (
            "steps in any order",
            #"event("e").donations.largestSubset(groupedBy: k).filter(k > 1).smallestSubset(groupedBy: j).donatedWithin(day).count == 1"#
        ),
        (
            "date conditions",
            #"event("e").donations.filter(date isInToday && date > now - 5 days && date <= now && date != now - 1 minute).count > 0"#
        ),
        (
            "nil, booleans and strings in filters",
            #"event("e").donations.filter(a == nil && b != true && c == "x").count > 0"#
        ),
        ("negative, fractional and exponent numbers", #"param("a") > -2.5e3"#),
        ("escapes", #"param("a\"b") == "\\ \n \u00e9 \/ é""#),
        ("any and all nest", #"any(all(param("a") == 1), !any(param("b") == 2, param("c") == 3))"#),
        ("names in any script", #"event("食").donations.filter(名前 == "x").count > 0"#),
        ("two counts", #"event("a").donations.count > event("b").donations.count"#),
        ("two literals", "1 == 1"),
        (
            "as deep as allowed",
            String(repeating: "(", count: 64) + "1 == 1" + String(repeating: ")", count: 64)
        ),
    ]

    @Test("what the grammar has is read", arguments: valid)
    func reads(why: String, text: String) throws {
        let rule = try Rule(parsing: text)

        #expect(rule.text == text, "\(why)")
    }

    /// The hint where nothing nearer is known.
    private static let general =
        #"Rules look like param("isLoggedIn") == true or event("opened").donations.count >= 3."#

    static let invalid: [(text: String, code: RuleError.Code, column: Int, hint: String)] = [
        ("", .empty, 1, "Leave the list of rules empty where nothing must hold."),
        ("   ", .empty, 4, "Leave the list of rules empty where nothing must hold."),
        (#"param(isLoggedIn) == true"#, .unquotedName, 7, #"Write param("isLoggedIn")."#),
        (#"param("") == true"#, .unexpected, 7, general),
        (#"param("a") = true"#, .assignment, 12, "A rule compares and never assigns: write ==."),
        (#"param("a")"#, .unexpected, 11, #"Write param("a") == true."#),
        (#"param("a") == TRUE"#, .unknownValue, 15, "Did you mean true?"),
        (#"param("a") == null"#, .unknownValue, 15, "Did you mean nil?"),
        (
            #"param("a") == blue"#, .unknownValue, 15,
            #"Write param("blue") for a parameter, or "blue" for text."#
        ),
        (
            #"param("a") == 'blue'"#, .unexpectedCharacter, 15,
            #"Text stands in straight double quotes: "text"."#
        ),
        (
            "param(\u{201C}a\u{201D}) == 1", .unexpectedCharacter, 7,
            #"Text stands in straight double quotes: "text"."#
        ),
        (#"param("a == 1"#, .unterminatedString, 7, #"Close the string with "."#),
        (#"param("\q") == 1"#, .badEscape, 8, #"Write \\ for a backslash."#),
        (#"param("\ud800") == 1"#, .badEscape, 8, #"Write \\ for a backslash."#),
        (
            #"param("a") == 1e999"#, .badNumber, 15,
            "Write a number such as 5, -1 or 0.25; none is beyond 1.8e308."
        ),
        (#"param("a") == - "b""#, .unexpected, 17, general),
        (#"param("a") & param("b")"#, .unexpectedCharacter, 12, #"Write && for "and"."#),
        (#"param("a") == 1 and param("b") == 2"#, .trailing, 17, #"Write && for "and"."#),
        (
            #"param("a") == 1, param("b") == 2"#, .trailing, 16,
            "Write several rules as several strings, or any(…, …) and all(…, …)."
        ),
        (#"1 < param("a") < 3"#, .trailing, 16, "A comparison has two sides: join two comparisons with &&."),
        (#"param("a") == 1)"#, .trailing, 16, "There is no `(` for it."),
        (#"(param("a") == 1"#, .unexpected, 17, general),
        (#"any()"#, .unexpected, 5, general),
        (#"params("a") == 1"#, .unknownValue, 1, "Did you mean param?"),
        (
            #"isLoggedIn == true"#, .unknownValue, 1,
            #"Write param("isLoggedIn") for a parameter, or "isLoggedIn" for text."#
        ),
        (#"event("e").count > 1"#, .unexpected, 12, "Write .donations.count."),
        (#"event("e") > 1"#, .unexpected, 12, "Write event(\"…\").donations.count."),
        (
            #"event("e").donations >= 1"#, .missingCount, 22,
            "A comparison needs a number: end the donations with .count."
        ),
        (#"event("e").donations.reduce(0).count >= 1"#, .unknownStep, 22, "Did you mean .count?"),
        (
            #"event("e").donations.donatedWthin(day).count > 0"#, .unknownStep, 22,
            "Did you mean .donatedWithin?"
        ),
        (#"event("e").donations.count() > 0"#, .unexpected, 27, "`.count` takes no parentheses."),
        (
            #"event("e").donations.donatedWithin(month).count >= 1"#, .unknownRange, 36,
            "A range has no month; write days: 30."
        ),
        (#"event("e").donations.donatedWithin(dayz: 3).count >= 1"#, .unknownRange, 36, "Did you mean day?"),
        (#"event("e").donations.donatedWithin(day: 3).count >= 1"#, .unknownRange, 36, "Did you mean days:?"),
        (
            #"event("e").donations.donatedWithin(days).count >= 1"#, .unexpected, 40,
            "Write days: 5, or day for one."
        ),
        (
            #"event("e").donations.donatedWithin(5 days).count >= 1"#, .unknownRange, 36,
            "Write days: 5 for five days, or day for one."
        ),
        (
            #"event("e").donations.donatedWithin(days: 1.5).count >= 1"#, .badNumber, 42,
            "Write the number without a fraction, or take a smaller unit."
        ),
        (
            #"event("e").donations.donatedWithin(weeks: 99999999999).count >= 1"#, .badNumber, 43,
            "Write the number without a fraction, or take a smaller unit."
        ),
        (
            #"event("e").donations.filter(date > yesterday).count > 0"#, .unexpected, 36,
            "A date is compared with the present: date > now - 5 days."
        ),
        (
            #"event("e").donations.filter(date isInTody).count > 0"#, .unexpected, 34,
            "Write date isInToday, or date > now - 5 days."
        ),
        (
            #"event("e").donations.filter(date > now - 5 months).count > 0"#, .unknownUnit, 44,
            "A month has no fixed length; write 30 days."
        ),
        (
            #"event("e").donations.filter(date > now - 5 weks).count > 0"#, .unknownUnit, 44,
            "Did you mean weeks?"
        ),
        (
            #"event("e").donations.filter("kind" == 1).count > 0"#, .unexpected, 29,
            #"Write the field first and without quotes: kind == "open"."#
        ),
        (
            #"event("e").donations.filter(a == 1 || b == 2).count > 0"#, .unexpected, 36,
            "A filter knows && only; write || between two counts."
        ),
        (
            #"event("e").donations.largestSubset(by: k).count > 0"#, .unexpected, 36,
            "Write largestSubset(groupedBy: field)."
        ),
        (
            #"event("e").donations.largestSubset(groupedBy: "k").count > 0"#, .unexpected, 47,
            "Fields are written without quotes."
        ),
        (#"param("a") == 1 ?"#, .unexpectedCharacter, 17, general),
    ]

    @Test("an error has a code, a column and the nearest correct thing", arguments: invalid)
    func refuses(text: String, code: RuleError.Code, column: Int, hint: String) {
        let error = #expect(throws: RuleError.self) { try Rule(parsing: text) }

        #expect(error?.code == code)
        #expect(error?.column == column)
        #expect(error?.hint == hint)
    }

    @Test("an error reads as one line")
    func description() {
        let error = #expect(throws: RuleError.self) { try Rule(parsing: "param(\"日本\") = 1") }

        #expect(
            error?.description
                == "column 13: found `=`, expected a comparison (==, !=, <, <=, >, >=) [assignment]. "
                + "A rule compares and never assigns: write ==."
        )
        #expect(error?.range == 16..<17, "the range counts bytes, the column characters")
    }

    @Test(
        "depth has a limit that no stack feels",
        arguments: ["(", "!", "any(", "all(any(", "!(", "((param(\"a\") == 1) && "]
    )
    func depth(opening: String) {
        let error = #expect(throws: RuleError.self) {
            try Rule(parsing: String(repeating: opening, count: 100_000))
        }

        #expect(error?.code == .tooDeep)
    }

    @Test("a long rule is no deep rule")
    func length() throws {
        let parts = Array(repeating: "param(\"a\") == 1", count: 20_000)

        let rule = try Rule(parsing: parts.joined(separator: " && "))

        #expect(rule.parameters.count == 20_000)
    }

    @Test("a rule tells what it names, where, and which fields it reads")
    func references() throws {
        let text =
            #"param("a") == 1 && event("e").donations.filter(x == 1 && date > now).largestSubset(groupedBy: y).count > 0"#
        let rule = try Rule(parsing: text)

        #expect(rule.parameters == [Rule.Reference(name: "a", range: 6..<9, fields: [])])
        #expect(rule.events == [Rule.Reference(name: "e", range: 25..<28, fields: ["x", "y"])])
    }

    @Test("any text at all is read or refused, never worse")
    func noise() {
        var generator = SeededGenerator(seed: 1)
        let pieces = [
            "param(\"a\")", "event(\"e\")", ".donations", ".count", "(", ")", "!", "&&", "||", "==", "<", "=",
            "1",
            "-", "\"", "\\", "date", "now", "isInToday", "days:", "any", ",", " ", "é", "👩‍👩‍👧", "\u{0}",
            "groupedBy:",
            ".filter(", ".donatedWithin(", "nil",
        ]
        for _ in 0..<5_000 {
            let text = (0..<Int.random(in: 1...12, using: &generator)).map { _ in generator.pick(pieces) }
                .joined()
            do {
                #expect(try Rule(parsing: text).text == text)
            } catch {
                #expect(error.range.upperBound <= text.utf8.count, "\(text)")
                #expect(error.column >= 1 && error.column <= text.count + 1, "\(text)")
            }
        }
    }
}
