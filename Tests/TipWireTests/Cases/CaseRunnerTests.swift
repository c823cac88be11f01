import Testing
import TipCore
import TipWire

@Suite("Golden cases are run against the engine")
struct CaseRunnerTests {
    @Test("all shared cases pass", .enabled(if: SharedCases.bytes != nil, "no shared cases"))
    func sharedCases() throws {
        let file = try CaseFile.read(bytes: #require(SharedCases.bytes), file: "tipkit-cases.json").get()

        let results = file.run()

        #expect(results.filter { !$0.isPassed }.flatMap(\.lines) == [])
        #expect(CaseResult.summary(of: results) == "123 passed, 0 failed")
    }

    @Test("a broken expectation fails its case", .enabled(if: SharedCases.bytes != nil, "no shared cases"))
    func everyExpectationCounts() throws {
        let text = String(decoding: try #require(SharedCases.bytes), as: UTF8.self)
        let swapped = text.replacing(#""status": "available""#, with: #""status": "pending""#)
        let file = try CaseFile.read(bytes: Array(swapped.utf8), file: "tipkit-cases.json").get()

        for golden in file.cases {
            let scenario = try golden.scenario.get()
            let expectsOne = scenario.expectations.contains { expectation in
                if case .tip(_, let check) = expectation.check {
                    check.status == "pending" && check.because == nil
                } else {
                    false
                }
            }
            if expectsOne { #expect(!golden.run().isPassed, "\(golden.id)") }
        }
    }

    static let table: [(why: String, expectation: String, got: String?)] = [
        ("as it is", "tip: 't', status: 'pending', because: ['rule:0']", nil),
        ("what is not mentioned is not checked", "tip: 't', status: 'pending'", nil),
        ("another status", "tip: 't', status: 'available'", "pending"),
        ("another reason", "tip: 't', status: 'pending', because: ['frequency']", "pending, because rule:0"),
        ("a missing reason", "tip: 't', status: 'pending', because: []", "pending, because rule:0"),
        (
            "invalidated with all its details",
            "tip: 'u', status: 'invalidated', reason: 'tipClosed', since: '2026-03-02T10:00:05Z', displayCount: 1, displayedSeconds: 5",
            nil
        ),
        (
            "another reason of invalidation", "tip: 'u', status: 'invalidated', reason: 'actionPerformed'",
            "invalidated, for tipClosed"
        ),
        (
            "another instant", "tip: 'u', status: 'invalidated', since: '2026-03-02T10:00:06Z'",
            "invalidated, since 2026-03-02T10:00:05Z"
        ),
        ("another count", "tip: 'u', displayCount: 2", "display count 1"),
        ("another time on screen", "tip: 'u', displayedSeconds: 4.5", "for 5 s on screen"),
        ("no such tip", "tip: 'x', status: 'available'", "no such tip"),
        ("an item nobody named before", "tip: 'trail-7', status: 'available'", nil),
        ("a template is no tip of a person's", "tip: 'trail-', status: 'available'", "no such tip"),
        ("the group's tip", "group: 'g', currentTip: 'v'", nil),
        ("another tip of the group", "group: 'g', currentTip: 't'", "v"),
        ("no tip of the group", "group: 'g', currentTip: null", "v"),
        ("no such group", "group: 'h', currentTip: null", "no such group"),
    ]

    @Test("an expectation is compared in what it mentions", arguments: table)
    func compares(why: String, expectation: String, got: String?) throws {
        let result = try Self.run(expectation)

        #expect(result.failures.map(\.got) == (got.map { [$0] } ?? []), "\(why)")
    }

    @Test("a failure shows expected, got and why")
    func lines() throws {
        let result = try Self.run("tip: 't', status: 'available'")

        #expect(
            result.lines == [
                "FAILED X1: a title", "  line 7: tip t at 2026-03-02T12:00:00Z", "    expected available",
                "    got      pending",
                "      rule 0 does not hold: saw p is false; needs p is true",
            ]
        )
    }

    @Test("a case that cannot be read fails")
    func unreadable() throws {
        let text = #"{cases: [{id: 'X2', title: 'broken', tips: [{id: 't', rules: ['param("a") = 1']}]}]}"#
        let result = try #require(try CaseFile.read(bytes: Array(text.utf8), file: "f").get().run().first)

        #expect(!result.isPassed)
        #expect(result.failures.first?.position == SourcePosition(line: 1, column: 75))
    }

    static let ruleTexts: [(why: String, text: String, isValid: Bool, isPassed: Bool)] = [
        ("a rule", "param(\"a\") == 1", true, true),
        ("a rule that should be none", "param(\"a\") == 1", false, false),
        ("no rule", "", false, true),
        ("no rule that should be one", "", true, false),
    ]

    @Test("a text is a rule or it is not", arguments: ruleTexts)
    func ruleText(why: String, text: String, isValid: Bool, isPassed: Bool) throws {
        let json: JSON = ["ruleTexts": [["text": .string(text), "valid": .boolean(isValid)]]]
        let results = try CaseFile.read(bytes: json.bytes(), file: "f").get().run()

        #expect(results.map(\.isPassed) == [isPassed], "\(why)")
        #expect(CaseResult.summary(of: results) == (isPassed ? "1 passed, 0 failed" : "0 passed, 1 failed"))
    }

    /// Runs a case with one expectation at noon.
    private static func run(_ expectation: String) throws -> CaseResult {
        let text = """
            {cases: [{id: 'X1', title: 'a title', parameters: {p: {default: false}},
              tips: [{id: 't', rules: ['param("p") == true']}, {id: 'u'}, {id: 'v'}, {id: 'trail-{item}'}],
              groups: [{id: 'g', tips: ['t', 'u', 'v']}],
              inputs: [{at: '2026-03-02T10:00:05Z', type: 'invalidation', tip: 'u', reason: 'tipClosed'},
                       {at: '2026-03-02T10:00:00Z', type: 'impression', tip: 'u', display: 'd', id: 'e'},
                       {at: '2026-03-02T10:00:00Z', type: 'impression', tip: 'u', display: 'd', id: 'e'}], expect: [
              {at: '2026-03-02T12:00:00Z', \(expectation)}]}]}
            """
        let file = try CaseFile.read(bytes: Array(text.utf8), file: "f").get()
        return try #require(file.run().first)
    }
}
