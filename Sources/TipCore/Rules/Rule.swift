/// One rule of a tip: the text a growth team wrote.
public struct Rule: Hashable, Sendable {
    /// The text as written.
    public let text: String

    /// Reads a rule.
    public init(parsing text: String) {
        self.text = text
    }
}
