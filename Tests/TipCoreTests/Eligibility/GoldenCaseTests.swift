import Testing

@testable import TipCore

@Suite("Eligibility is what the shared cases say")
struct GoldenCaseTests {
    private struct File: Decodable {
        let cases: [SharedCase]
    }

    static let cases = SharedCases.decode(File.self, from: "tipkit-cases.json")?.cases ?? []

    @Test(
        "the file has cases",
        .enabled(if: SharedCases.has("tipkit-cases.json"), "shared cases are missing")
    )
    func isThere() {
        #expect(!Self.cases.isEmpty)
    }

    @Test("each case", arguments: cases)
    func shared(_ shared: SharedCase) throws {
        let mismatches = try shared.golden().mismatches()

        #expect(mismatches.isEmpty, "expected and got: \(mismatches)")
    }

    @Test("a case that is wrong says what was expected and what came out")
    func mismatch() throws {
        var expectation = GoldenCase.Expectation(at: at("2026-03-02T10:00:00Z"), subject: .tip("t"))
        expectation.status = .pending
        expectation.because = ["frequency"]
        expectation.displayCount = 1
        expectation.displayedSeconds = 2.5
        let unknown = GoldenCase.Expectation(at: .epoch, subject: .tip("none"))
        var group = GoldenCase.Expectation(at: .epoch, subject: .group("g"))
        group.currentTip = "other"
        let golden = GoldenCase(
            id: "X",
            title: "wrong on purpose",
            catalog: Catalog(
                tips: [TipDefinition(id: "t")],
                groups: [GroupDefinition(id: "g", tips: ["t"])]
            ),
            events: [],
            timeline: ProjectTimeline(),
            expectations: [expectation, unknown, group]
        )

        let found = golden.mismatches().map { "\($0.expectation) \($0.what): \($0.expected) / \($0.got)" }
        #expect(
            found == [
                "0 status: pending / available", "0 because: frequency / ", "0 displayCount: 1 / 0",
                "0 displayedSeconds: 2.5 / 0", "1 tip: none / no such tip", "2 currentTip: other / t",
            ]
        )
    }
}
