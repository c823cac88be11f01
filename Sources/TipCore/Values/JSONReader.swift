/// Reading JSON text.
///
/// Event batches from the network are read by simdjson; this reader is for text that the system wrote
/// itself, such as the `jsonb` of a log row, on the server as on a device. It is strict all the same.
extension JSON {
    /// Reads JSON text, or returns nil where it is not RFC 8259 or nested deeper than `maximumDepth`.
    public init?(parsing text: some Sequence<UInt8>, maximumDepth: Int = 64) {
        var reader = JSONReader(bytes: Array(text), maximumDepth: maximumDepth)
        guard let value = reader.value(depth: 0), reader.skipSpace(), reader.isAtEnd else { return nil }
        self = value
    }

    /// Reads JSON text, or returns nil where it is not RFC 8259 or nested deeper than `maximumDepth`.
    public init?(parsing text: String, maximumDepth: Int = 64) {
        self.init(parsing: text.utf8, maximumDepth: maximumDepth)
    }
}

private struct JSONReader {
    let bytes: [UInt8]
    let maximumDepth: Int
    var index = 0

    init(bytes: [UInt8], maximumDepth: Int) {
        self.bytes = bytes
        self.maximumDepth = maximumDepth
    }

    var isAtEnd: Bool { index == bytes.count }

    var current: UInt8? { index < bytes.count ? bytes[index] : nil }

    /// Steps over white space; always true, so that it can stand in a condition.
    mutating func skipSpace() -> Bool {
        while let byte = current, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { index += 1 }
        return true
    }

    mutating func take(_ byte: UInt8) -> Bool {
        guard current == byte else { return false }
        index += 1
        return true
    }

    mutating func take(word: StaticString) -> Bool {
        let count = word.utf8CodeUnitCount
        guard index + count <= bytes.count,
            String(decoding: bytes[index..<index + count], as: UTF8.self) == word.description
        else { return false }
        index += count
        return true
    }

    mutating func value(depth: Int) -> JSON? {
        guard depth <= maximumDepth, skipSpace(), let byte = current else { return nil }
        switch byte {
        case UInt8(ascii: "{"): return object(depth: depth)
        case UInt8(ascii: "["): return array(depth: depth)
        case UInt8(ascii: "\""): return string().map { .string($0) }
        case UInt8(ascii: "t"): return take(word: "true") ? .boolean(true) : nil
        case UInt8(ascii: "f"): return take(word: "false") ? .boolean(false) : nil
        case UInt8(ascii: "n"): return take(word: "null") ? .null : nil
        default: return number()
        }
    }

    mutating func object(depth: Int) -> JSON? {
        index += 1
        var members: [JSON.Member] = []
        guard skipSpace(), !take(UInt8(ascii: "}")) else { return .object([]) }
        repeat {
            guard skipSpace(), let key = string(), skipSpace(), take(UInt8(ascii: ":")),
                let value = value(depth: depth + 1), skipSpace()
            else { return nil }
            members.append(JSON.Member(key, value))
        } while take(UInt8(ascii: ","))
        return take(UInt8(ascii: "}")) ? .object(members) : nil
    }

    mutating func array(depth: Int) -> JSON? {
        index += 1
        var values: [JSON] = []
        guard skipSpace(), !take(UInt8(ascii: "]")) else { return .array([]) }
        repeat {
            guard let value = value(depth: depth + 1), skipSpace() else { return nil }
            values.append(value)
        } while take(UInt8(ascii: ","))
        return take(UInt8(ascii: "]")) ? .array(values) : nil
    }

    mutating func string() -> String? {
        guard take(UInt8(ascii: "\"")) else { return nil }
        let start = index
        while let byte = current, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") {
            guard byte >= 0x20 else { return nil }
            index += 1
        }
        if current == UInt8(ascii: "\"") {
            defer { index += 1 }
            return String(validating: bytes[start..<index], as: UTF8.self)
        }
        var text = Array(bytes[start..<index])
        while let byte = current {
            index += 1
            switch byte {
            case UInt8(ascii: "\""): return String(validating: text, as: UTF8.self)
            case UInt8(ascii: "\\"):
                guard let scalar = escape() else { return nil }
                text += Character(scalar).utf8
            case 0..<0x20: return nil
            default: text.append(byte)
            }
        }
        return nil
    }

    mutating func escape() -> Unicode.Scalar? {
        guard let byte = current else { return nil }
        index += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
        case UInt8(ascii: "b"): return "\u{08}"
        case UInt8(ascii: "f"): return "\u{0C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): return unicodeEscape()
        default: return nil
        }
    }

    mutating func unicodeEscape() -> Unicode.Scalar? {
        guard let unit = fourHexDigits() else { return nil }
        guard (0xD800..<0xDC00).contains(unit) else { return Unicode.Scalar(unit) }
        guard take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")), let low = fourHexDigits(),
            (0xDC00..<0xE000).contains(low)
        else { return nil }
        return Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
    }

    mutating func fourHexDigits() -> UInt32? {
        var value: UInt32 = 0
        for _ in 0..<4 {
            guard let byte = current, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
                return nil
            }
            value = value << 4 + UInt32(digit)
            index += 1
        }
        return value
    }

    mutating func number() -> JSON? {
        let start = index
        _ = take(UInt8(ascii: "-"))
        let integerStart = index
        guard digits() else { return nil }
        guard index - integerStart == 1 || bytes[integerStart] != UInt8(ascii: "0") else { return nil }
        var isWhole = true
        if take(UInt8(ascii: ".")) {
            isWhole = false
            guard digits() else { return nil }
        }
        if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
            isWhole = false
            if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
            guard digits() else { return nil }
        }
        let text = String(decoding: bytes[start..<index], as: UTF8.self)
        if isWhole, let integer = Int64(text) { return .integer(integer) }
        guard let number = Double(text), number.isFinite else { return nil }
        return .number(number)
    }

    mutating func digits() -> Bool {
        let start = index
        while let byte = current, byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") { index += 1 }
        return index > start
    }
}
