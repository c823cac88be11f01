/// The 32-bit FNV-1a hash, fed piece by piece.
///
/// It is the hash of every GrowthBook SDK, so that a unit falls in the same place everywhere. Feeding text
/// makes no copy and no string.
public struct FNV1a32: Hashable, Sendable {
    /// The hash of what was fed.
    public private(set) var value: UInt32 = 0x811c_9dc5

    /// Creates the hash of nothing.
    public init() {}

    /// Creates the hash of a text.
    public init(_ text: String) {
        feed(text)
    }

    /// Feeds the UTF-8 of a text.
    public mutating func feed(_ text: String) {
        var hash = self
        for byte in text.utf8 { hash.feed(byte) }
        self = hash
    }

    /// Feeds a byte.
    @inline(__always)
    mutating func feed(_ byte: UInt8) {
        value = (value ^ UInt32(byte)) &* 0x0100_0193
    }

    /// Feeds the decimal digits of a number.
    ///
    /// They come the last one first, so they are put aside, four bits each; dividing by a constant is cheap.
    public mutating func feed(decimal number: UInt32) {
        var digits: UInt64 = 0
        var count = 0
        var rest = number
        repeat {
            let quotient = rest / 10
            digits = digits << 4 | UInt64(rest - quotient * 10)
            rest = quotient
            count += 1
        } while rest > 0
        var hash = value
        for _ in 0..<count {
            hash = (hash ^ (UInt32(truncatingIfNeeded: digits & 15) + 48)) &* 0x0100_0193
            digits >>= 4
        }
        value = hash
    }
}
