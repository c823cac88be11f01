import Foundation
import Testing

/// One entry of the shared file of reference values: inputs, what other software makes of them, and
/// how close is close enough.
struct ReferenceCase: Decodable, Sendable, CustomTestStringConvertible {
    let id: String
    let kind: String
    let inputs: JSONValue
    let expected: JSONValue
    let tolerance: Tolerance

    var testDescription: String { id }

    struct Tolerance: Decodable, Sendable {
        let rel: Double
        let abs: Double
        let fields: [String: Tolerance]?
    }

    /// All cases of a kind; none where the shared folder is not beside the repository.
    static func of(_ kind: String) -> [ReferenceCase] { all.filter { $0.kind == kind } }

    /// All cases of the file.
    static let all: [ReferenceCase] = {
        guard let data = try? Data(contentsOf: file) else { return [] }
        do {
            return try JSONDecoder().decode([ReferenceCase].self, from: data)
        } catch {
            Issue.record("the file of cases cannot be read: \(error)")
            return []
        }
    }()

    /// Whether the file is there.
    static var isThere: Bool { FileManager.default.fileExists(atPath: file.path) }

    private static var file: URL {
        URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("shared/cases/stats-cases.json")
    }

    /// The expected keys whose value differs from the one computed, or was not computed, one line each.
    func mismatches(_ computed: [String: JSONValue], except ignored: Set<String> = []) -> [String] {
        guard case .object(let fields) = expected else { return ["expected is no object"] }
        return fields.keys.sorted().filter { !ignored.contains($0) }.compactMap { key in
            guard let want = fields[key] else { return nil }
            guard let got = computed[key] else { return "\(key): not computed" }
            let limits = tolerance.fields?[key] ?? tolerance
            return close(got, want, limits) ? nil : "\(key): got \(got), expected \(want)"
        }
    }

    private func close(_ got: JSONValue, _ want: JSONValue, _ limits: Tolerance) -> Bool {
        switch (got, want) {
        case (.array(let gots), .array(let wants)):
            return gots.count == wants.count && zip(gots, wants).allSatisfy { close($0, $1, limits) }
        case (.number(let got), .number(let want)):
            return got == want || abs(got - want) <= max(limits.abs, limits.rel * abs(want))
        default:
            return got == want
        }
    }
}

extension Trait where Self == ConditionTrait {
    /// Skips a test, with a word why, where the shared cases are not beside the repository.
    static var needsReferenceCases: Self {
        .enabled(if: ReferenceCase.isThere, "needs ../shared/cases/stats-cases.json beside the repository")
    }
}
