/// Why a text is not JSON5: where, what stands there, what could, and what probably was meant.
public struct JSON5Error: Error, Hashable, Sendable {
    /// A stable word: `syntax`, `duplicate_key`, `too_deep`, `bad_number` or `bad_text`.
    public let code: String
    /// Where it is.
    public let position: SourcePosition
    /// What stands there.
    public let found: String
    /// What could stand there.
    public let expected: String
    /// What probably was meant.
    public let hint: String

    /// Creates an error; without a hint it has the one that fits any slip.
    public init(code: String, position: SourcePosition, found: String, expected: String, hint: String? = nil)
    {
        self.code = code
        self.position = position
        self.found = found
        self.expected = expected
        self.hint = hint ?? Self.remedy(of: code)
    }

    private static func remedy(of code: String) -> String {
        switch code {
        case "bad_number": "Write a number that fits, or put it in quotes as a text."
        case "bad_text": "Write the character itself."
        case "too_deep": "Take out some of the brackets."
        default: "Look for a comma, a quote or a bracket that is missing here or just before."
        }
    }
}

extension JSON5Error: CustomStringConvertible {
    /// One line that says where, what, and what to do about it.
    public var description: String {
        let place = "\(position.line):\(position.column)"
        return "\(place): found \(found), expected \(expected). [\(code)] \(hint)"
    }
}
