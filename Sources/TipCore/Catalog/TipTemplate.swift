/// The id of a reusable tip, such as `new-trail-{item}`: one definition, a state for each item.
public struct TipTemplate: Hashable, Sendable {
    /// What stands before the item.
    public let prefix: String
    /// What stands after the item.
    public let suffix: String

    /// Creates the template of an id that has exactly one `{name}` in it; nil for any other id.
    ///
    /// The name is letters, digits and `_`, and says what the item is; it plays no part in matching.
    public init?(id: String) {
        let bytes = Array(id.utf8)
        guard let open = bytes.firstIndex(of: UInt8(ascii: "{")),
            let close = bytes.firstIndex(of: UInt8(ascii: "}")),
            open + 1 < close,
            bytes.lastIndex(of: UInt8(ascii: "{")) == open,
            bytes.lastIndex(of: UInt8(ascii: "}")) == close,
            bytes[open + 1..<close].allSatisfy(Self.isOfName)
        else { return nil }
        prefix = String(decoding: bytes[..<open], as: UTF8.self)
        suffix = String(decoding: bytes[(close + 1)...], as: UTF8.self)
    }

    /// The item of a tip's id, or nil where the id is not one of this template; an item is never empty.
    public func item(of id: String) -> String? {
        let bytes = id.utf8
        guard bytes.count > literalLength, bytes.starts(with: prefix.utf8),
            bytes.suffix(suffix.utf8.count).elementsEqual(suffix.utf8)
        else { return nil }
        return String(decoding: bytes.dropFirst(prefix.utf8.count).dropLast(suffix.utf8.count), as: UTF8.self)
    }

    /// Whether a tip's id is one of this template.
    public func matches(_ id: String) -> Bool { item(of: id) != nil }

    /// The id of the tip for an item.
    public func id(of item: String) -> String { prefix + item + suffix }

    /// How many bytes an id must share with the template.
    var literalLength: Int { prefix.utf8.count + suffix.utf8.count }

    /// Whether this template is the better match of the two for an id that both match.
    ///
    /// More literal bytes win, then the longer prefix. Two different templates that match one id are never
    /// equal in both: they would have the same prefix and the same suffix.
    func isMoreExact(than other: TipTemplate) -> Bool {
        (literalLength, prefix.utf8.count) > (other.literalLength, other.prefix.utf8.count)
    }

    private static func isOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
