import Testing
import TipWire

@Suite("A rule in a catalog is checked to the character, whatever its quotes and escapes")
struct CatalogRuleTests {
    typealias Row = (why: String, text: String, problem: String)

    static let syntax: [Row] = [
        (
            "an assignment", #"['param("a") ⟦= true']"#,
            "`=` [rule_assignment]"
        ),
        (
            "in double quotes, where each inner quote is two characters",
            #"["param(\"a\") == 1 && param(⟦a) == 2"]"#,
            "`a` [rule_unquoted_name]"
        ),
        (
            "after an escape of six characters and one of two", #"['\u0070aram(\"a\") ⟦= 1']"#,
            "`=` [rule_assignment]"
        ),
        (
            "in the second line of a text", "['param(\"a\") == 1 && \\\n  param(\"日\") ⟦= 2']",
            "`=` [rule_assignment]"
        ),
        (
            "at the end of the rule: the closing quote", #"['param("a") ==⟦']"#,
            "the end of the rule [rule_unexpected]"
        ),
        (
            "nothing at all", "['⟦']",
            "the end of the rule [rule_empty]"
        ),
        (
            "a month", #"['event("e").donations.donatedWithin(⟦month).count > 1']"#,
            "`month` [rule_unknown_range]"
        ),
    ]

    static let names: [Row] = [
        (
            "a parameter with a slip", #"['param(⟦"isLogedIn") == true']"#,
            #"found "isLogedIn", expected a parameter of this file. Did you mean "isLoggedIn"? [unknown_parameter]"#
        ),
        (
            "an event with a slip", #"['event(⟦"openned").donations.count >= 1']"#,
            #"found "openned", expected an event of this file. Did you mean "opened"? [unknown_event]"#
        ),
        (
            "a field with a slip",
            #"['event(⟦"opened").donations.largestSubset(groupedBy: kinds).count >= 2']"#,
            #"found "kinds", expected a field of this file. Did you mean "kind"? [unknown_field]"#
        ),
        (
            "an experiment with a slip", #"['param(⟦"experiment.favourites") == "a"']"#,
            #"found "experiment.favourites", expected an experiment of this file. Did you mean "experiment.favorites"? [unknown_experiment]"#
        ),
        (
            "a variant with a slip", #"['param(⟦"experiment.favorites") == "benefti"']"#,
            #"found "benefti", expected a variant of this file. Did you mean "benefit"? [unknown_variant]"#
        ),
    ]

    static let advice: [Row] = [
        (
            "a rule as it should be",
            #"['param("isLoggedIn") == true', 'event("opened").donations.count >= 3']"#, ""
        ),
        (
            "an exact count", #"['event(⟦"opened").donations.count == 3']"#,
            "found a count == 3, expected an order such as >= 3. It stops holding with the next donation. [equality_on_count]"
        ),
        ("none so far is exact and stays so", #"['event("opened").donations.count == 0']"#, ""),
        (
            "more than rules see", #"['event(⟦"opened").donations.count >= 51']"#,
            "found a count >= 51 of at most 50, expected a comparison that can turn out either way. Rules see the newest 50 donations; raise donationLimit.maximumCount. [over_donation_limit]"
        ),
        ("as many as rules see", #"['event("opened").donations.count >= 50']"#, ""),
        (
            "older than rules see", #"['event(⟦"opened").donations.donatedWithin(weeks: 2).count >= 1']"#,
            "found a range of 1209600 s where donations older than 604800 s are not seen, expected a comparison that can turn out either way. Raise donationLimit.maximumAge of the event. [over_donation_limit]"
        ),
        (
            "fewer than nothing", #"['event(⟦"opened").donations.count < 0']"#,
            "found a count < 0, expected a comparison that can turn out either way. What this comparison alone would let through is never shown. [never_holds]"
        ),
        (
            "the literal on the left", #"['0 > event(⟦"opened").donations.count']"#,
            "found a count < 0, expected a comparison that can turn out either way. What this comparison alone would let through is never shown. [never_holds]"
        ),
        (
            "at least nothing", #"['event(⟦"opened").donations.count >= 0']"#,
            "found a count >= 0, expected a comparison that can turn out either way. It changes nothing: take it out, or compare with another value. [always_holds]"
        ),
        (
            "a count in quotes", #"['event(⟦"opened").donations.count >= "3"']"#,
            #"found "3" for a count, expected a number. Values of two kinds are never equal: write both of one kind. [kind_mismatch]"#
        ),
        (
            "a boolean in quotes", #"['param(⟦"isLoggedIn") == "true"']"#,
            #"found the string "true" for a boolean, expected a boolean. Values of two kinds are never equal: write both of one kind. [kind_mismatch]"#
        ),
        (
            "a variant is text", #"['param(⟦"experiment.favorites") == 1']"#,
            "found the number 1 for a string, expected a string. Values of two kinds are never equal: write both of one kind. [kind_mismatch]"
        ),
        ("no variant at all is nil", #"['param("experiment.favorites") == nil']"#, ""),
        (
            "an order of booleans", #"['param(⟦"isLoggedIn") > false']"#,
            "found an order of booleans, expected a comparison that can turn out either way. What this comparison alone would let through is never shown. [never_holds]"
        ),
        (
            "an order with nil", #"['param(⟦"age") > nil']"#,
            "found an order with nil, expected a comparison that can turn out either way. What this comparison alone would let through is never shown. [never_holds]"
        ),
        (
            "a field in quotes", #"['event(⟦"opened").donations.filter(size > "3").count >= 1']"#,
            #"found the string "3" for the field size, a number, expected a number. Values of two kinds are never equal: no donation passes this filter. [kind_mismatch]"#
        ),
        (
            "two values at once", #"['param("age") == 3', 'param(⟦"age") == 4']"#,
            "found what no value is at the same time, expected a comparison that can turn out either way. What this comparison alone would let through is never shown. [never_holds]"
        ),
        (
            "an empty range", #"['param("age") > 3 && param(⟦"age") <= 3']"#,
            "found what no value is at the same time, expected a comparison that can turn out either way. What this comparison alone would let through is never shown. [never_holds]"
        ),
        ("one or the other", #"['param("age") == 3 || param("age") == 4']"#, ""),
        ("a range of one value", #"['param("age") >= 3', 'param("age") <= 3', 'param("age") == 3']"#, ""),
    ]

    @Test("errors of the language", arguments: syntax)
    func languageErrors(row: Row) {
        // The sentence of an error of the language is TipCore's; its place in the file is ours.
        let marked = Marked(Self.inFile(row.text))

        let errors = CatalogReader().read(marked.text, file: "f").errors

        #expect(errors.map { "\($0.found) [\($0.code)]" } == [row.problem], "\(row.why)")
        #expect(errors.map(\.position) == [marked.position], "\(row.why)")
    }

    @Test("names that are not there", arguments: names)
    func unknownNames(row: Row) {
        expect(row, CatalogReader().read(Self.inFile(Marked(row.text).text), file: "f").errors)
    }

    @Test("rules that cannot be what was wanted", arguments: advice)
    func ruleAdvice(row: Row) {
        let reading = CatalogReader().read(Self.inFile(Marked(row.text).text), file: "f")
        #expect(reading.errors.map(\.description) == [], "\(row.why)")
        expect(row, reading.warnings)
    }

    @Test("a file without a list of names only asks for one")
    func undeclared() {
        let text =
            #"{tips: [{id: 't', title: 'T', rules: ['param("a") == 1 && event("e").donations.count > 1']}]}"#

        let reading = CatalogReader().read(text, file: "f")

        #expect(reading.errors.isEmpty)
        #expect(reading.warnings.map(\.code) == ["undeclared_parameter", "undeclared_event"])
    }

    static let audiences: [(why: String, first: String, second: String, codes: [String])] = [
        ("of itself", #"'param("experiment.x") == "v"'"#, "", ["circular_audience"]),
        (
            "of each other", #"'param("experiment.y") == "v"'"#, #"'param("experiment.x") == "v"'"#,
            ["circular_audience", "circular_audience"]
        ),
        ("one of the other", #"'param("experiment.y") == "v"'"#, "", []),
    ]

    @Test("who is in an experiment does not depend on being in it", arguments: audiences)
    func circularAudiences(why: String, first: String, second: String, codes: [String]) {
        let text = """
            {tips: [{id: 's'}, {id: 't'}], experiments: [
             {id: 'x', tip: 's', audience: [\(first)], variants: [{id: 'v'}]},
             {id: 'y', tip: 't', audience: [\(second)], variants: [{id: 'v'}]}]}
            """

        #expect(CatalogReader().read(text, file: "f").errors.map(\.code) == codes, "\(why)")
    }

    @Test("what follows a tip that is never available in an ordered group waits for ever")
    func unreachable() {
        let text = """
            {events: {e: {}}, tips: [{id: 's', title: 'S', rules: ['event("e").donations.count > 1000']},
             {id: 't', title: 'T'}], groups: [{id: 'g', priority: 'ordered', tips: ['s', 't']},
             {id: 'h', priority: 'ordered', tips: ['t', 's']}, {id: 'i', tips: ['s', 't']}]}
            """

        let warnings = CatalogReader().read(text, file: "f").warnings.map { "\($0.position.line) \($0.code)" }

        #expect(
            warnings == ["1 over_donation_limit", "2 unreachable", "2 circular_groups", "3 circular_groups"]
        )
    }

    private func expect(_ row: Row, _ problems: [CatalogProblem]) {
        let marked = Marked(Self.inFile(row.text))
        let place = marked.position.map { "f:\($0.line):\($0.column): " } ?? ""

        #expect(
            problems.map(\.description) == (row.problem.isEmpty ? [] : [place + row.problem]),
            "\(row.why)"
        )
    }

    /// A file in which a list of rules stands in a tip.
    private static func inFile(_ rules: String) -> String {
        """
        {
          parameters: { isLoggedIn: { default: false }, age: { type: 'number' }, a: {} , "日": {} },
          events: { opened: { info: { kind: 'string', size: 'number' },
                              donationLimit: { maximumCount: 50, maximumAge: 604800 } }, e: {} },
          tips: [{ id: 'home', title: 'T', rules: \(rules) }, { id: 'other', title: 'O' }],
          experiments: [{ id: 'favorites', tip: 'other',
                          variants: [{ id: 'control' }, { id: 'benefit', title: 'B' }] }],
        }
        """
    }
}
