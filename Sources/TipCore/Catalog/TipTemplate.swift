/// The id of a reusable tip: one `{item}` stands for what differs, as in `new-trail-{item}`.
///
/// Each item has a state of its own, and all of them one report.
public struct TipTemplate: Hashable, Sendable {
    /// What stands before the item.
    public let prefix: String
    /// What stands after it.
    public let suffix: String

    private static let hole = "{item}"

    /// Reads a template; nil where the id has no `{item}`, or more than one.
    public init?(_ id: String) {
        let parts = id.split(separator: Self.hole, omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        prefix = String(parts[0])
        suffix = String(parts[1])
    }

    /// The item that a tip's id names; nil where the id is not of this template or the item is empty.
    public func item(of id: String) -> String? {
        let bytes = id.utf8
        guard bytes.count > prefix.utf8.count + suffix.utf8.count, bytes.starts(with: prefix.utf8),
            bytes.reversed().starts(with: suffix.utf8.reversed())
        else { return nil }
        return String(bytes.dropFirst(prefix.utf8.count).dropLast(suffix.utf8.count))
    }

    /// Whether a tip's id is of this template.
    public func matches(_ id: String) -> Bool {
        item(of: id) != nil
    }

    /// The id of the tip for an item.
    public func id(for item: String) -> String {
        prefix + item + suffix
    }
}
