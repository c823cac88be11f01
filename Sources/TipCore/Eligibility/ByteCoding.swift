/// Writes numbers and text as bytes: the same value always makes the same bytes.
struct ByteWriter {
    /// What was written.
    private(set) var bytes: [UInt8] = []

    /// Writes one byte.
    mutating func write(byte: UInt8) {
        bytes.append(byte)
    }

    /// Writes a number in seven bits a byte, the lowest first.
    mutating func write(_ number: UInt64) {
        var rest = number
        while rest >= 0x80 {
            bytes.append(UInt8(rest & 0x7F) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    /// Writes a number so that small ones of either sign are short.
    mutating func write(signed number: Int64) {
        write(UInt64(bitPattern: (number << 1) ^ (number >> 63)))
    }

    /// Writes a count.
    mutating func write(count: Int) {
        write(UInt64(count))
    }

    /// Writes eight bytes, the lowest first.
    mutating func write(fixed number: UInt64) {
        for shift in stride(from: UInt64(0), to: 64, by: 8) { bytes.append(UInt8((number >> shift) & 0xFF)) }
    }

    /// Writes a text behind its length.
    mutating func write(_ text: String) {
        write(count: text.utf8.count)
        bytes += text.utf8
    }

    /// Writes a scalar behind its kind.
    mutating func write(_ scalar: Scalar) {
        switch scalar {
        case .null: write(byte: 0)
        case .boolean(let value): write(byte: value ? 2 : 1)
        case .number(let value):
            write(byte: 3)
            write(fixed: value.bitPattern)
        case .string(let value):
            write(byte: 4)
            write(value)
        }
    }

    /// Writes an instant, which is short where it is near a base.
    mutating func write(_ instant: Timestamp, near base: Timestamp) {
        write(signed: base.microseconds &- instant.microseconds)
    }

    /// Writes a value that may be missing.
    mutating func write<Value>(optional value: Value?, _ body: (inout ByteWriter, Value) -> Void) {
        write(byte: value == nil ? 0 : 1)
        if let value { body(&self, value) }
    }

    /// Writes a list behind its length.
    mutating func write<Element>(list: [Element], _ body: (inout ByteWriter, Element) -> Void) {
        write(count: list.count)
        for element in list { body(&self, element) }
    }
}

/// Reads what a `ByteWriter` wrote; anything else is an error and never a trap.
struct ByteReader {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Whether everything was read.
    var isAtEnd: Bool { position == bytes.count }

    mutating func byte() throws(StateDecodingError) -> UInt8 {
        guard position < bytes.count else { throw .corrupt }
        position += 1
        return bytes[position - 1]
    }

    mutating func number() throws(StateDecodingError) -> UInt64 {
        var number: UInt64 = 0
        for shift in stride(from: UInt64(0), to: 70, by: 7) {
            let byte = try byte()
            let part = UInt64(byte & 0x7F)
            guard shift < 63 || part <= 1 else { throw .corrupt }
            number |= part << shift
            if byte < 0x80 { return number }
        }
        throw .corrupt
    }

    mutating func signed() throws(StateDecodingError) -> Int64 {
        let number = try number()
        return Int64(bitPattern: number >> 1) ^ -Int64(bitPattern: number & 1)
    }

    mutating func number32() throws(StateDecodingError) -> UInt32 {
        guard let number = UInt32(exactly: try number()) else { throw .corrupt }
        return number
    }

    /// Reads a count of things that take at least a byte each.
    mutating func count() throws(StateDecodingError) -> Int {
        let number = try number()
        guard number <= UInt64(bytes.count - position) else { throw .corrupt }
        return Int(number)
    }

    mutating func fixed() throws(StateDecodingError) -> UInt64 {
        var number: UInt64 = 0
        for shift in stride(from: UInt64(0), to: 64, by: 8) { number |= UInt64(try byte()) << shift }
        return number
    }

    mutating func text() throws(StateDecodingError) -> String {
        let length = try count()
        defer { position += length }
        guard let text = String(validating: bytes[position..<position + length], as: UTF8.self) else {
            throw .corrupt
        }
        return text
    }

    mutating func scalar() throws(StateDecodingError) -> Scalar {
        switch try byte() {
        case 0: return .null
        case 1: return .boolean(false)
        case 2: return .boolean(true)
        case 3: return .number(Double(bitPattern: try fixed()))
        case 4: return .string(try text())
        default: throw .corrupt
        }
    }

    mutating func instant(near base: Timestamp) throws(StateDecodingError) -> Timestamp {
        Timestamp(microseconds: base.microseconds &- (try signed()))
    }

    mutating func flag() throws(StateDecodingError) -> Bool {
        switch try byte() {
        case 0: return false
        case 1: return true
        default: throw .corrupt
        }
    }

    mutating func optional<Value>(
        _ body: (inout ByteReader) throws(StateDecodingError) -> Value
    ) throws(StateDecodingError) -> Value? {
        try flag() ? try body(&self) : nil
    }

    mutating func list<Element>(
        _ body: (inout ByteReader) throws(StateDecodingError) -> Element
    ) throws(StateDecodingError) -> [Element] {
        var list: [Element] = []
        for _ in 0..<(try count()) { list.append(try body(&self)) }
        return list
    }
}

/// Why bytes are no state.
public struct StateDecodingError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A stable word for what is wrong: `unknown_version` or `corrupt`.
    public let code: String

    /// The bytes are of a version that this code does not know.
    static let unknownVersion = StateDecodingError(code: "unknown_version")
    /// The bytes were not written by `PersonState.encoded(under:)`, or were damaged.
    static let corrupt = StateDecodingError(code: "corrupt")

    /// One line that says what is wrong and what to do about it.
    public var description: String {
        "The bytes are no state of a person [\(code)]. Fold the history anew."
    }
}
