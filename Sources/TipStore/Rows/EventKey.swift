import Postgres
package import TipCore

/// The key of an event in its stream: what makes a retry a duplicate.
///
/// A UUIDv7 keeps its time, so that the key is also the partition key, and has its 74 random bits mixed with
/// the person's key, so that one id used by two persons makes two events and the id can be read back. Any
/// other id becomes a UUID of version 8: 48 bits of the stated time, 0 where none is stated, and a hash of
/// the id, the person and whether a time was stated. Both repeat under every retry.
package struct EventKey: Hashable, Sendable, Comparable {
    /// The bytes as a big-endian number, as PostgreSQL's `uuid` holds them.
    package let value: UInt128

    private static let randomBits: UInt128 = (0x0FFF << 64) | 0x3FFF_FFFF_FFFF_FFFF
    private static let version8: UInt128 = (0x8000 << 64) | 0x8000_0000_0000_0000

    /// Creates a key from what a row holds.
    package init(value: UInt128) {
        self.value = value
    }

    /// Creates the key of an event.
    ///
    /// - Parameters:
    ///   - id: The id the client gave, or the server made.
    ///   - person: Whose event it is.
    ///   - statedMilliseconds: The stated time in milliseconds since 1970; nil where the client stated none.
    package init(id: String, person: PersonKey, statedMilliseconds: Int64?) {
        if let uuid = UUIDText.parse(id), UUIDText.isVersion7(uuid) {
            value = uuid ^ (person.value & Self.randomBits)
            return
        }
        let stated = statedMilliseconds.map(String.init) ?? "-"
        let bytes = Array("\(id)\u{0}\(UUIDText.format(person.value))\u{0}\(stated)".utf8)
        let hash = SHA256.digest(of: bytes).bytes.prefix(16).reduce(UInt128(0)) { $0 << 8 | UInt128($1) }
        let time = UInt128(max(0, min(statedMilliseconds ?? 0, 0xFFFF_FFFF_FFFF))) << 80
        value = time | Self.version8 | (hash & Self.randomBits)
    }

    /// The id that the client gave, where the key alone tells it.
    package func id(of person: PersonKey) -> String? {
        let uuid = value ^ (person.value & Self.randomBits)
        return UUIDText.isVersion7(uuid) ? UUIDText.format(uuid) : nil
    }

    /// Whether the key tells the id of an event as the client gave it, so that the row need not.
    ///
    /// - Parameter id: The id the key was made of.
    /// - Returns: Whether `id(of:)` gives the same text.
    package func tells(_ id: String) -> Bool {
        // What is made of an id that is no UUIDv7 is of version 8.
        (value >> 76) & 0xF == 7 && UUIDText.isLowerCase(id)
    }

    /// Keys are ordered as PostgreSQL orders `uuid`.
    package static func < (left: EventKey, right: EventKey) -> Bool { left.value < right.value }
}

/// UUIDs as text.
enum UUIDText {
    /// The 128 bits of a hyphenated UUID in either letter case, or nil.
    static func parse(_ text: String) -> UInt128? {
        let bytes = text.utf8
        guard bytes.count == 36 else { return nil }
        var (high, low, index): (UInt64, UInt64, Int) = (0, 0, 0)
        for byte in bytes {
            if index == 8 || index == 13 || index == 18 || index == 23 {
                guard byte == UInt8(ascii: "-") else { return nil }
            } else {
                guard let digit = digit(byte) else { return nil }
                high = high << 4 | low >> 60
                low = low << 4 | UInt64(digit)
            }
            index += 1
        }
        return UInt128(high) << 64 | UInt128(low)
    }

    /// Whether a text that can be parsed has its letters as `format` writes them.
    static func isLowerCase(_ text: String) -> Bool {
        text.utf8.allSatisfy { !(UInt8(ascii: "A")...UInt8(ascii: "F")).contains($0) }
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    /// The hyphenated lower-case text of a UUID.
    static func format(_ value: UInt128) -> String {
        let digits = String(value, radix: 16)
        let padded = String(repeating: "0", count: 32 - digits.count) + digits
        var text = ""
        for (index, character) in padded.enumerated() {
            if index == 8 || index == 12 || index == 16 || index == 20 { text.append("-") }
            text.append(character)
        }
        return text
    }

    /// Whether the version is 7 and the variant that of RFC 9562.
    static func isVersion7(_ value: UInt128) -> Bool {
        (value >> 76) & 0xF == 7 && (value >> 62) & 3 == 2
    }
}

/// Makes UUIDs of version 7.
package enum UUIDv7 {
    /// A new id at an instant, with 74 random bits (RFC 9562 §5.7).
    package static func make(at instant: Timestamp) -> String {
        var random = SystemRandomNumberGenerator()
        return make(at: instant, using: &random)
    }

    /// The time that an id of version 7 holds, in milliseconds since 1970; nil for another id.
    static func milliseconds(of id: String) -> Int64? {
        guard let uuid = UUIDText.parse(id), UUIDText.isVersion7(uuid) else { return nil }
        return Int64(truncatingIfNeeded: uuid >> 80)
    }

    /// A new id whose random bits come from a generator.
    package static func make(at instant: Timestamp, using generator: inout some RandomNumberGenerator)
        -> String
    {
        let time = UInt128(max(0, min(instant.milliseconds, 0xFFFF_FFFF_FFFF))) << 80
        let random =
            UInt128.random(in: .min ... .max, using: &generator) & ((0x0FFF << 64) | 0x3FFF_FFFF_FFFF_FFFF)
        return UUIDText.format(time | (0x7000 << 64) | 0x8000_0000_0000_0000 | random)
    }
}
