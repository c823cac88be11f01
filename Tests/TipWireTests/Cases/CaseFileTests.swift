import Testing
import TipCore
import TipWire

@Suite("A file of golden cases is read case by case")
struct CaseFileTests {
    @Test(
        "every case of the shared file can be read",
        .enabled(if: SharedCases.bytes != nil, "no shared cases")
    )
    func sharedFile() throws {
        let file = try CaseFile.read(bytes: #require(SharedCases.bytes), file: "tipkit-cases.json").get()

        #expect(file.cases.count == 109)
        #expect(file.ruleTexts.count == 14)
        for golden in file.cases {
            switch golden.scenario {
            case .success(let scenario): #expect(!scenario.expectations.isEmpty, "\(golden.id)")
            case .failure(let unreadable): Issue.record("\(golden.id): \(unreadable.problems)")
            }
        }
    }

    @Test("a case becomes a catalog, events and expectations")
    func whole() throws {
        let golden = try Self.golden(
            """
            id: 'F19', title: 'T', basis: 'documented', note: 'passed over',
            timeZone: 'Asia/Tokyo', config: {displayFrequency: 'daily', stickyGroups: true},
            parameters: {p: {default: false}}, events: {e: {donationLimit: {maximumAgeSeconds: 60}}},
            tips: [{id: 't', rules: ['param("undeclared") == true']}], groups: [{id: 'g', tips: ['t']}],
            inputs: [
              {at: '2026-03-02T12:00:00Z', type: 'config_changed', displayFrequency: 'hourly'},
              {at: '2026-03-02T11:00:00Z', receivedAt: '2026-03-02T13:00:00Z', type: 'session', id: 'i1', device: 'd2'},
              {at: '2026-03-02T10:00:00Z', type: 'donation', event: 'e', repeat: {count: 3, everySeconds: 0.5}},
            ],
            expect: [
              {at: '2026-03-02T12:00:00Z', tip: 't', status: 'pending', because: ['rule:0'], basis: 'observed'},
              {at: '2026-03-02T12:00:01Z', tip: 't', status: 'invalidated', reason: 'tipClosed',
               since: '2026-03-02T12:00:00+00:00', displayCount: 2, displayedSeconds: 1.5},
              {at: '2026-03-02T12:00:02Z', group: 'g', currentTip: null},
            ]
            """
        )
        #expect([golden.id, golden.title, golden.basis] == ["F19", "T", "documented"])
        let scenario = try golden.scenario.get()
        let noon = try #require(Timestamp(rfc3339: "2026-03-02T12:00:00Z"))

        #expect(scenario.catalog(at: noon.adding(microseconds: -1)).displayFrequency.name == "daily")
        #expect(scenario.catalog(at: noon).displayFrequency.name == "hourly")
        #expect(scenario.catalog(at: noon).timeZone == "Asia/Tokyo")
        #expect(scenario.catalog.events["e"]?.donationLimit == DonationLimit(maximumAgeSeconds: 60))
        let summary = scenario.events.map { "\($0.at.rfc3339) \($0.device) \($0.id)" }
        #expect(
            summary == [
                "2026-03-02T11:00:00Z d2 i1", "2026-03-02T10:00:00Z d1 input-2-0",
                "2026-03-02T10:00:00.5Z d1 input-2-1", "2026-03-02T10:00:01Z d1 input-2-2",
            ]
        )
        let pending = GoldenCase.TipCheck(status: "pending", because: ["rule:0"])
        let over = GoldenCase.TipCheck(
            status: "invalidated",
            reason: "tipClosed",
            since: noon,
            displayCount: 2,
            displayedSeconds: 1.5
        )
        let checks: [GoldenCase.Check] = [.tip("t", pending), .tip("t", over), .group("g", currentTip: nil)]
        #expect(scenario.expectations.map(\.check) == checks)
        #expect(scenario.expectations.map(\.at) == [0, 1, 2].map { noon.adding(seconds: $0) })
    }

    static let unreadable: [(why: String, text: String, problem: String)] = [
        (
            "a rule that is none", #"tips: [{id: 't', rules: ['param("a") ⟦= 1']}]"#,
            "rule_assignment"
        ),
        ("a slip in an option", "tips: [{id: 't', options: {⟦maxDisplays: 1}}]", "unknown_key"),
        ("a switch that is not at its default", "config: {⟦stickyGroups: false}", "unknown_key"),
        (
            "an input that is no event", "inputs: [{at: '2026-03-02T10:00:00Z', type: ⟦'jump'}]",
            "unknown_type"
        ),
        (
            "an input without its fields", "inputs: [⟦{at: '2026-03-02T10:00:00Z', type: 'donation'}]",
            "missing_field"
        ),
        ("an input at no time", "inputs: [⟦{type: 'session'}]", "missing_key"),
        ("an input at a time that is none", "inputs: [{at: ⟦'noon', type: 'session'}]", "bad_time"),
        (
            "a setting that does not change in a case",
            "inputs: [{at: '2026-03-02T10:00:00Z', type: 'config_changed', ⟦tips: []}]", "unknown_key"
        ),
        (
            "an expectation that nothing checks",
            "expect: [{at: '2026-03-02T10:00:00Z', tip: 't', ⟦mood: 'good'}]",
            "unknown_key"
        ),
        (
            "a status of no name", "expect: [{at: '2026-03-02T10:00:00Z', tip: 't', status: ⟦'avaliable'}]",
            "bad_value"
        ),
        (
            "a reason of no name", "expect: [{at: '2026-03-02T10:00:00Z', tip: 't', reason: ⟦'closed'}]",
            "bad_value"
        ),
        ("an expectation of nothing", "expect: [⟦{at: '2026-03-02T10:00:00Z', tip: 't'}]", "missing_key"),
        ("a group without its tip", "expect: [⟦{at: '2026-03-02T10:00:00Z', group: 'g'}]", "missing_key"),
        ("an expectation of no time", "expect: [⟦{tip: 't', status: 'available'}]", "missing_key"),
    ]

    @Test("a case that cannot be read says where, and the others are read", arguments: unreadable)
    func namesThePlace(why: String, text: String, problem: String) throws {
        let marked = Marked("{cases: [{id: 'a', \(text)}, {id: 'b'}]}")

        let file = try CaseFile.read(bytes: Array(marked.text.utf8), file: "f").get()

        let thrown = try #require(throws: GoldenCase.Unreadable.self, "\(why)") {
            try file.cases[0].scenario.get()
        }
        #expect(
            thrown.problems.contains { $0.code == problem && $0.position == marked.position },
            "\(why): \(thrown)"
        )
        #expect(throws: Never.self) { try file.cases[1].scenario.get() }
    }

    static let broken: [(why: String, text: String, code: String)] = [
        ("no JSON", "{", "syntax"),
        ("a list", "[]", "wrong_kind"),
        ("another format", "{format: 'tipledger.cases/2'}", "bad_value"),
        ("cases by name", "{cases: {}}", "wrong_kind"),
        ("a text without a verdict", "{ruleTexts: [{text: ''}]}", "missing_key"),
    ]

    @Test("a file that is none is refused", arguments: broken)
    func refuses(why: String, text: String, code: String) throws {
        let thrown = try #require(throws: GoldenCase.Unreadable.self, "\(why)") {
            try CaseFile.read(bytes: Array(text.utf8), file: "f").get()
        }
        #expect(thrown.problems.map(\.code) == [code], "\(why)")
    }

    private static func golden(_ text: String) throws -> GoldenCase {
        let file = try CaseFile.read(bytes: Array("{cases: [{\(text)}]}".utf8), file: "f").get()
        return try #require(file.cases.first)
    }
}
