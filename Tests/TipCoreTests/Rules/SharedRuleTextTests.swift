import Testing

@testable import TipCore

@Suite("The rule texts of the shared cases are read or refused as they say")
struct SharedRuleTextTests {
    struct RuleText: Decodable, Sendable, CustomTestStringConvertible {
        let text: String
        let valid: Bool
        let note: String

        var testDescription: String { text }
    }

    private struct File: Decodable {
        let ruleTexts: [RuleText]
    }

    static let texts = SharedCases.decode(File.self, from: "tipkit-cases.json")?.ruleTexts ?? []

    @Test(
        "the file has texts",
        .enabled(if: SharedCases.has("tipkit-cases.json"), "shared cases are missing")
    )
    func isThere() {
        #expect(!Self.texts.isEmpty)
    }

    @Test("each text", arguments: texts)
    func text(_ ruleText: RuleText) {
        let error: RuleError?
        do {
            _ = try Rule(parsing: ruleText.text)
            error = nil
        } catch let failure {
            error = failure
        }

        #expect((error == nil) == ruleText.valid, "\(ruleText.note): \(error?.description ?? "was read")")
        #expect(ruleText.valid || error?.expected.isEmpty == false)
    }
}
