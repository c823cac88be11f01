/// Comparing and numbering text byte by byte.
///
/// Swift's `==` on strings holds for canonically equivalent text, PostgreSQL's compares bytes. Names and
/// donated values must be the same thing on both sides, so they are compared and hashed by their UTF-8.
extension String {
    /// Whether both texts are the same UTF-8 bytes.
    public func hasSameBytes(as other: String) -> Bool {
        // Equal bytes are always equal strings, so the fast comparison may say no, and only then.
        self == other && utf8.elementsEqual(other.utf8)
    }
}

/// A key of a dictionary that tells texts apart by their bytes.
public struct ExactText: Hashable, Sendable, Comparable {
    /// The text itself.
    public let text: String

    /// Creates a key.
    public init(_ text: String) {
        self.text = text
    }

    /// Whether both texts are the same bytes.
    public static func == (left: ExactText, right: ExactText) -> Bool {
        left.text.hasSameBytes(as: right.text)
    }

    /// Texts are ordered by their bytes.
    public static func < (left: ExactText, right: ExactText) -> Bool {
        left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
    }

    /// Feeds the bytes to a hasher.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(StableHash.of(text))
    }
}

/// A 64-bit hash of text that is the same in every process and on every machine.
///
/// It stands for a device or a display inside one person's state, where a few thousand names at most meet:
/// the chance that two of a thousand collide is about 3e-14. It is no defence against a person who wants
/// their own names to collide, who would only confuse their own history.
public enum StableHash {
    /// The hash of a text's UTF-8: FNV-1a of 64 bits, then the finalizer of MurmurHash3 to spread it.
    public static func of(_ text: String) -> UInt64 {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
        return spread(hash)
    }

    /// The hash of a pair, in which the order matters.
    static func pair(_ first: UInt64, _ second: UInt64) -> UInt64 {
        spread(first &* 0x9e37_79b9_7f4a_7c15 ^ second)
    }

    private static func spread(_ value: UInt64) -> UInt64 {
        var hash = value
        hash = (hash ^ (hash >> 33)) &* 0xff51_afd7_ed55_8ccd
        hash = (hash ^ (hash >> 33)) &* 0xc4ce_b9fe_1a85_ec53
        return hash ^ (hash >> 33)
    }
}
