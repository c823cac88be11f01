/// Reads a quoted text piece by piece, so that a place in the text can be found again in the file.
struct StringLiteral {
    private var cursor: JSON5Cursor
    private let quote: UInt8
    private let start: Int

    /// Starts at the opening quote, which the cursor must stand at.
    init(_ cursor: JSON5Cursor) {
        self.cursor = cursor
        start = cursor.index
        quote = cursor.byte ?? Byte.quote
        self.cursor.index += 1
    }

    /// The text of a literal; the cursor passes it.
    static func read(_ cursor: inout JSON5Cursor) throws(JSON5Error) -> String {
        var literal = StringLiteral(cursor)
        var text = String.UnicodeScalarView()
        while let (scalar, _) = try literal.next() { text.append(scalar) }
        cursor = literal.cursor
        return String(text)
    }

    /// Where in the file a byte of a literal's text comes from; the closing quote for an offset beyond it.
    static func offset(ofUTF8 target: Int, in source: SourceText, literalAt start: Int) -> Int {
        var literal = StringLiteral(JSON5Cursor(source, at: start))
        var passed = 0
        while let (scalar, place) = try? literal.next() {
            passed += UTF8.width(scalar)
            if passed > target { return place }
        }
        return max(start, literal.cursor.index - 1)
    }

    /// The next scalar of the text and where it starts in the file; nil after the closing quote.
    private mutating func next() throws(JSON5Error) -> (scalar: Unicode.Scalar, offset: Int)? {
        while true {
            let place = cursor.index
            guard let (scalar, length) = cursor.scalar, scalar != "\n", scalar != "\r" else {
                throw cursor.failure(
                    at: start,
                    found: "a text without its closing quote",
                    expected: "\(Unicode.Scalar(quote)) before the end of the line",
                    hint: "End the line with a backslash to go on in the next one."
                )
            }
            cursor.index += length
            if scalar == Unicode.Scalar(quote) { return nil }
            guard scalar == "\\" else { return (scalar, place) }
            if let escaped = try escape(from: place) { return (escaped, place) }
        }
    }

    /// The scalar after a backslash, or nil where the line goes on.
    private mutating func escape(from place: Int) throws(JSON5Error) -> Unicode.Scalar? {
        guard let (scalar, length) = cursor.scalar else {
            throw cursor.failure(expected: "a character after the backslash")
        }
        cursor.index += length
        switch scalar {
        case "b": return "\u{08}"
        case "f": return "\u{0C}"
        case "n": return "\n"
        case "r": return "\r"
        case "t": return "\t"
        case "v": return "\u{0B}"
        case "\n", "\u{2028}", "\u{2029}": return nil
        case "\r":
            _ = cursor.take(Byte.newline)
            return nil
        case "x": return try Unicode.Scalar(UInt8(truncatingIfNeeded: hex(digits: 2, from: place)))
        case "u": return try unicodeEscape(from: place)
        case "0" where !isDigit(cursor.byte): return "\0"
        case "0"..."9":
            throw cursor.failure(
                at: place,
                found: "a backslash before a digit",
                expected: "an escape such as \\n or \\u0031"
            )
        default: return scalar
        }
    }

    private mutating func unicodeEscape(from place: Int) throws(JSON5Error) -> Unicode.Scalar {
        let unit = try hex(digits: 4, from: place)
        if let scalar = Unicode.Scalar(unit) { return scalar }
        if unit < 0xDC00, cursor.byte == Byte.backslash, cursor.byte(ahead: 1) == UInt8(ascii: "u") {
            cursor.index += 2
            let low = try hex(digits: 4, from: place)
            if (0xDC00...0xDFFF).contains(low),
                let scalar = Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
            {
                return scalar
            }
        }
        throw cursor.failure(
            "bad_text",
            at: place,
            found: "half of a surrogate pair",
            expected: "both halves, such as \\ud83d\\ude00"
        )
    }

    private mutating func hex(digits: Int, from place: Int) throws(JSON5Error) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<digits {
            guard let (scalar, _) = cursor.scalar, let digit = scalar.hexDigitValue else {
                throw cursor.failure(expected: "\(digits) hexadecimal digits after the escape")
            }
            value = value << 4 | digit
            cursor.index += 1
        }
        return value
    }

    private func isDigit(_ byte: UInt8?) -> Bool {
        byte.map { (Byte.zero...Byte.zero + 9).contains($0) } ?? false
    }
}

extension Unicode.Scalar {
    /// The value of a hexadecimal digit of ASCII.
    var hexDigitValue: UInt32? {
        switch self {
        case "0"..."9": value - 0x30
        case "a"..."f": value - 0x61 + 10
        case "A"..."F": value - 0x41 + 10
        default: nil
        }
    }
}
