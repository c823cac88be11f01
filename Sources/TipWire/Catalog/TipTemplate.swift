/// The id of a reusable tip, such as `new-trail-{item}`: one state an item, one report.
struct TipTemplate: Hashable {
    /// What stands before the braces.
    let prefix: Substring
    /// What stands after them.
    let suffix: Substring

    /// Reads an id; nil where it has no braces or not exactly one pair around a word.
    init?(_ id: String) {
        let opened = id.split(separator: "{", omittingEmptySubsequences: false)
        guard opened.count == 2 else { return nil }
        let closed = opened[1].split(separator: "}", omittingEmptySubsequences: false)
        guard closed.count == 2, Self.isWord(closed[0]) else { return nil }
        (prefix, suffix) = (opened[0], closed[1])
    }

    private static func isWord(_ text: Substring) -> Bool {
        !text.isEmpty && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
    }

    /// Whether the id names an item of this tip; an item has at least one character.
    func matches(_ id: some StringProtocol) -> Bool {
        id.count > prefix.count + suffix.count && id.hasPrefix(prefix) && id.hasSuffix(suffix)
    }

    /// Whether some id would name an item of both.
    func overlaps(_ other: TipTemplate) -> Bool {
        let before = prefix.hasPrefix(other.prefix) || other.prefix.hasPrefix(prefix)
        let after = suffix.hasSuffix(other.suffix) || other.suffix.hasSuffix(suffix)
        return before && after
    }
}
