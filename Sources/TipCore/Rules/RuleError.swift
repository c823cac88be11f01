/// Why a text is not a rule: where, what stands there, what should, and the nearest correct thing.
public struct RuleError: Error, Hashable, Sendable {
    /// A stable word for what is wrong, such as `unknown_step`.
    public let code: Code
    /// The bytes of the text's UTF-8 that are wrong; empty at the place where something is missing.
    public let range: Range<Int>
    /// Where it is wrong, in characters from 1, for a person who looks at the text.
    public let column: Int
    /// What stands there, in words or quoted.
    public let found: String
    /// What a rule has there.
    public let expected: String
    /// The nearest correct thing, as a sentence.
    public let hint: String

    /// What can be wrong with a rule; the raw value is what files and answers carry.
    public enum Code: String, Hashable, Sendable, CaseIterable {
        /// There is no text.
        case empty
        /// A character that begins nothing in a rule.
        case unexpectedCharacter = "unexpected_character"
        /// A string without its closing quote.
        case unterminatedString = "unterminated_string"
        /// A backslash before something that needs none.
        case badEscape = "bad_escape"
        /// A number that cannot be read or is out of range.
        case badNumber = "bad_number"
        /// Something that is right elsewhere, but not here.
        case unexpected
        /// `=`, which assigns, where `==` compares.
        case assignment
        /// A name without quotes.
        case unquotedName = "unquoted_name"
        /// A word that no value begins with.
        case unknownValue = "unknown_value"
        /// An operation that donations do not have.
        case unknownStep = "unknown_step"
        /// A time range that does not exist.
        case unknownRange = "unknown_range"
        /// A unit of time that does not exist.
        case unknownUnit = "unknown_unit"
        /// Donations compared without `.count`.
        case missingCount = "missing_count"
        /// More after the end of the rule.
        case trailing
        /// Parentheses nested deeper than `RuleError.depthLimit`.
        case tooDeep = "too_deep"
    }

    /// How deep parentheses and negations may nest.
    public static let depthLimit = 64

    /// Creates an error at bytes of a text; without a hint it shows what rules look like.
    init(
        _ code: Code,
        at range: Range<Int>,
        of text: String,
        found: String,
        expected: String,
        hint: String? = nil
    ) {
        self.code = code
        self.range = range
        let place = text.utf8.index(text.utf8.startIndex, offsetBy: range.lowerBound)
        column = text[..<place].count + 1
        self.found = found
        self.expected = expected
        self.hint = hint ?? Self.remedy(of: code)
    }

    private static func remedy(of code: Code) -> String {
        switch code {
        case .badNumber: "Write a number such as 5, -1 or 0.25; none is beyond 1.8e308."
        default: #"Rules look like param("isLoggedIn") == true or event("opened").donations.count >= 3."#
        }
    }
}

extension RuleError: CustomStringConvertible {
    /// One line that says where, what, and what to do about it.
    public var description: String {
        "column \(column): found \(found), expected \(expected) [\(code.rawValue)]. \(hint)"
    }
}
