import TipCore

/// Reads payloads that an older program wrote as if this one had.
///
/// A payload says its version under `version`; one that says none is of the first. Each step turns a version into
/// the next, so that a fold knows the newest form only, however old the log is. The log itself is never rewritten.
struct Upcasting: Sendable {
    /// The step from version 1 on to 2, then from 2 on to 3, and so on.
    let steps: [@Sendable (JSON) -> JSON]

    /// The version that this program writes.
    var version: Int { steps.count + 1 }

    /// A payload in the newest form; nil where a newer program wrote it.
    func newest(_ payload: JSON) -> JSON? {
        let found = payload["version"].flatMap(\.integerValue).map { Int($0) } ?? 1
        guard (1...version).contains(found) else { return nil }
        return steps[(found - 1)...].reduce(payload) { $1($0) }.with("version", .integer(Int64(version)))
    }

    /// What has no column of a person's event, in the newest form and without its version.
    ///
    /// - Parameter text: What the row holds; nil where everything has a column.
    /// - Returns: nil where it is no JSON, or a newer program wrote it.
    func rest(_ text: String?) -> JSON? {
        guard let text else { return .object([]) }
        guard let json = JSON(parsing: text) else { return nil }
        guard Self.maySayVersion(text) || !steps.isEmpty else { return json }
        guard case .object(let members)? = newest(json) else { return nil }
        return .object(members.filter { $0.key != "version" })
    }

    private static let word = Array(#""version""#.utf8)

    /// Whether a payload may say a version: false for nearly all, which need not be read to know.
    static func maySayVersion(_ text: String) -> Bool {
        var matched = 0
        for byte in text.utf8 {
            matched = byte == word[matched] ? matched + 1 : byte == word[0] ? 1 : 0
            if matched == word.count { return true }
        }
        return false
    }

    /// What a payload says of its version: nothing where there has been only one.
    var mark: [JSON.Member] { steps.isEmpty ? [] : [.init("version", .integer(Int64(version)))] }

    /// What has no column of the events of persons; there has been one version so far.
    static let person = Upcasting(steps: [])

    /// Payloads of stream 0.
    ///
    /// Version 2 knows the report that an experiment was stopped on; before, there was none.
    static let lifecycle = Upcasting(steps: [
        { payload in
            guard payload["type"] == "experiment_stopped", payload["report"] == nil else { return payload }
            return payload.with("report", .null)
        }
    ])
}

extension JSON {
    /// The object with a member set; other values stay as they are.
    fileprivate func with(_ name: String, _ value: JSON) -> JSON {
        guard case .object(let members) = self else { return self }
        return .object(members.filter { $0.key != name } + [Member(name, value)])
    }
}
