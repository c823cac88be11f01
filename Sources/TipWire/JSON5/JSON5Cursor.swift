/// A cursor over valid UTF-8 that knows JSON5's blanks and says what it finds.
struct JSON5Cursor {
    /// The text.
    let source: SourceText
    /// The offset of the next byte.
    var index: Int

    init(_ source: SourceText, at index: Int) {
        self.source = source
        self.index = index
    }

    /// The next byte, or nil at the end.
    var byte: UInt8? { byte(ahead: 0) }

    /// The byte `count` bytes after the next one, or nil beyond the end.
    func byte(ahead count: Int) -> UInt8? {
        let place = index + count
        return place < source.bytes.count ? source.bytes[place] : nil
    }

    /// The next Unicode scalar with its length in bytes, or nil at the end.
    var scalar: (scalar: Unicode.Scalar, length: Int)? {
        guard let first = byte else { return nil }
        if first < 0x80 { return (Unicode.Scalar(first), 1) }
        let length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
        var value = UInt32(first) & (0xFF >> UInt32(length + 1))
        for ahead in 1..<length { value = value << 6 | UInt32(byte(ahead: ahead) ?? 0) & 0x3F }
        return (Unicode.Scalar(value) ?? "\u{FFFD}", length)
    }

    /// The next scalar of an identifier, which may be written as an escape such as `\u00e9`, with its length.
    func identifierScalar() throws(JSON5Error) -> (scalar: Unicode.Scalar, length: Int)? {
        guard byte == Byte.backslash else { return scalar }
        let digits = source.bytes.dropFirst(index + 2).prefix(4)
        guard byte(ahead: 1) == UInt8(ascii: "u"), digits.count == 4,
            digits.allSatisfy({ Unicode.Scalar($0).hexDigitValue != nil }),
            let value = UInt32(String(decoding: digits, as: UTF8.self), radix: 16),
            let scalar = Unicode.Scalar(value)
        else { throw failure(expected: "\\u and 4 hexadecimal digits in a key without quotes") }
        return (scalar, 6)
    }

    /// Takes a byte where it is the next one.
    mutating func take(_ expected: UInt8) -> Bool {
        guard byte == expected else { return false }
        index += 1
        return true
    }

    /// Passes white space, line ends and comments.
    mutating func skipBlanks() throws(JSON5Error) {
        while let byte {
            if byte == Byte.slash {
                guard try skipComment() else { return }
            } else {
                guard let (scalar, length) = scalar, Self.isBlank(scalar) else { return }
                index += length
            }
        }
    }

    private mutating func skipComment() throws(JSON5Error) -> Bool {
        switch byte(ahead: 1) {
        case Byte.slash:
            while let (scalar, length) = scalar, !Self.isLineEnd(scalar) { index += length }
            return true
        case Byte.asterisk:
            let start = index
            index += 2
            while byte != nil {
                if byte == Byte.asterisk, byte(ahead: 1) == Byte.slash {
                    index += 2
                    return true
                }
                index += 1
            }
            throw failure(at: start, found: "a comment without an end", expected: "*/")
        default: return false
        }
    }

    /// JSON5's line ends: those of ECMAScript 5.1, §7.3.
    private static func isLineEnd(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "\n" || scalar == "\r" || scalar == "\u{2028}" || scalar == "\u{2029}"
    }

    /// JSON5's white space and line ends: those of ECMAScript 5.1, §7.2 and §7.3.
    private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "\t", "\u{0B}", "\u{0C}", " ", "\u{A0}", "\u{FEFF}": true
        default: isLineEnd(scalar) || scalar.properties.generalCategory == .spaceSeparator
        }
    }

    /// An error at a place, or at the next byte.
    func failure(
        _ code: String = "syntax",
        at offset: Int? = nil,
        found: String? = nil,
        expected: String,
        hint: String? = nil
    ) -> JSON5Error {
        JSON5Error(
            code: code,
            position: source.position(of: offset ?? index),
            found: found ?? next,
            expected: expected,
            hint: hint
        )
    }

    /// What stands at the cursor, in words that show it.
    private var next: String {
        guard let (scalar, _) = scalar else { return "the end of the file" }
        if scalar == "\n" || scalar == "\r" { return "the end of the line" }
        if let word { return "\"\(word)\"" }
        let isShown = scalar.properties.generalCategory != .control && scalar != "\u{FEFF}"
        return isShown ? (scalar == "\"" ? "'\"'" : "\"\(scalar)\"") : scalar.name
    }

    /// The word of letters and digits at the cursor, at most 40 of them.
    var word: String? {
        var probe = self
        var word = ""
        while let (scalar, length) = probe.scalar, word.count < 40,
            scalar.isIdentifierStart || scalar.isIdentifierPart
        {
            word.unicodeScalars.append(scalar)
            probe.index += length
        }
        return word.isEmpty ? nil : word
    }
}

extension Unicode.Scalar {
    /// Whether an identifier may start with it: ECMAScript 5.1, §7.6.
    var isIdentifierStart: Bool {
        switch properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
            .letterNumber:
            true
        default: self == "$" || self == "_"
        }
    }

    /// Whether an identifier may go on with it.
    var isIdentifierPart: Bool {
        switch properties.generalCategory {
        case .nonspacingMark, .spacingMark, .decimalNumber, .connectorPunctuation: true
        default: isIdentifierStart || self == "\u{200C}" || self == "\u{200D}"
        }
    }

    /// The scalar as `U+0041`.
    var name: String {
        let hex = String(value, radix: 16, uppercase: true)
        return "U+" + String(repeating: "0", count: max(0, 4 - hex.count)) + hex
    }
}
