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
        var hash = value
        for byte in text.utf8 { hash = (hash ^ UInt32(byte)) &* 0x0100_0193 }
        value = hash
    }

    /// Feeds the decimal digits of a number.
    public mutating func feed(decimal number: UInt32) {
        var divisor: UInt32 = 1
        while number / divisor >= 10 { divisor *= 10 }
        var rest = number
        var hash = value
        while divisor > 0 {
            hash = (hash ^ (rest / divisor + 48)) &* 0x0100_0193
            rest %= divisor
            divisor /= 10
        }
        value = hash
    }
}
