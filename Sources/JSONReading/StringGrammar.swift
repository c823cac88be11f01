/// Strings: escapes by RFC 8259 section 7, UTF-8 by RFC 3629.
extension GrammarScanner {
    /// Walks over a string and returns the position behind its closing quote; `start` is the opening one.
    mutating func string(in text: Span<UInt8>, at start: Int) throws(JSONFailure) -> Int {
        var position = start + 1
        while true {
            position = Self.skipPlain(text, position)
            guard position < text.count else { throw .endOfText(text) }
            switch text[position] {
            case .quote:
                return position + 1
            case .backslash:
                position = try escape(in: text, at: position)
            case 0x00..<0x20:
                throw JSONFailure(.malformed, at: position, "A control character in a string must be escaped")
            case 0x80...:
                let length = Self.characterLength(text, position)
                if length == 0 { noteBadText(at: position) }
                position += max(length, 1)
            default:
                position += 1
            }
        }
    }

    /// Steps over printable ASCII other than quote and backslash, eight bytes at a time while there are eight.
    @inline(__always)
    private static func skipPlain(_ text: Span<UInt8>, _ start: Int) -> Int {
        var position = start
        let bytes = unsafe text.bytes  // A byte has no padding that could be read.
        while position + 8 <= text.count {
            // In bounds by the line above; the load need not be aligned.
            let word = unsafe bytes.unsafeLoadUnaligned(fromByteOffset: position, as: UInt64.self)
                .littleEndian
            let special = specialBytes(word)
            if special != 0 { return position + special.trailingZeroBitCount / 8 }
            position += 8
        }
        while position < text.count {
            let byte = text[position]
            if byte < 0x20 || byte >= 0x80 || byte == .quote || byte == .backslash { break }
            position += 1
        }
        return position
    }

    /// Sets the top bit of the first byte that is a quote, a backslash, a control or not ASCII.
    ///
    /// A subtraction borrows only out of a byte that is special itself, so the lowest set bit is exact and
    /// higher ones may not be.
    @inline(__always)
    private static func specialBytes(_ word: UInt64) -> UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let quotes = word ^ (ones &* 0x22)
        let backslashes = word ^ (ones &* 0x5C)
        let isControl = (word &- ones &* 0x20) & ~word
        let isQuote = (quotes &- ones) & ~quotes
        let isBackslash = (backslashes &- ones) & ~backslashes
        return (isControl | isQuote | isBackslash | word) & (ones &* 0x80)
    }

    /// Walks over an escape sequence; surrogates are paired here.
    private mutating func escape(in text: Span<UInt8>, at start: Int) throws(JSONFailure) -> Int {
        guard start + 1 < text.count else { throw .endOfText(text) }
        switch text[start + 1] {
        case .quote, .backslash, UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"), UInt8(ascii: "n"),
            UInt8(ascii: "r"), UInt8(ascii: "t"):
            return start + 2
        case UInt8(ascii: "u"):
            break
        default:
            throw JSONFailure(.malformed, at: start, "Unknown escape sequence")
        }
        switch try Self.codeUnit(in: text, at: start) {
        case 0, 0xDC00...0xDFFF:
            noteBadText(at: start)
        case 0xD800...0xDBFF:
            // Only a low half right behind completes a pair; anything else is looked at in its own right.
            let next = start + 6
            if next + 1 < text.count, text[next] == .backslash, text[next + 1] == UInt8(ascii: "u"),
                case 0xDC00...0xDFFF = try Self.codeUnit(in: text, at: next)
            {
                return next + 6
            }
            noteBadText(at: start)
        default:
            break
        }
        return start + 6
    }

    /// The value of the four hexadecimal digits behind `\u`.
    private static func codeUnit(in text: Span<UInt8>, at start: Int) throws(JSONFailure) -> UInt32 {
        var unit: UInt32 = 0
        for position in start + 2..<start + 6 {
            guard position < text.count else { throw .endOfText(text) }
            let digit: UInt8
            switch text[position] {
            case .zero ... .nine: digit = text[position] - .zero
            case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = text[position] - UInt8(ascii: "a") + 10
            case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = text[position] - UInt8(ascii: "A") + 10
            default: throw JSONFailure(.malformed, at: start, "Four hexadecimal digits must follow \\u")
            }
            unit = unit << 4 | UInt32(digit)
        }
        return unit
    }

    /// How many bytes the character at a position has in UTF-8, or 0 where there is none.
    ///
    /// Table 3-7 of the Unicode standard: overlong forms, surrogates and values over U+10FFFF are none.
    private static func characterLength(_ text: Span<UInt8>, _ start: Int) -> Int {
        let second: ClosedRange<UInt8>
        let length: Int
        switch text[start] {
        case 0xC2...0xDF: (length, second) = (2, 0x80...0xBF)
        case 0xE0: (length, second) = (3, 0xA0...0xBF)
        case 0xED: (length, second) = (3, 0x80...0x9F)
        case 0xE1...0xEF: (length, second) = (3, 0x80...0xBF)
        case 0xF0: (length, second) = (4, 0x90...0xBF)
        case 0xF1...0xF3: (length, second) = (4, 0x80...0xBF)
        case 0xF4: (length, second) = (4, 0x80...0x8F)
        default: return 0
        }
        guard start + length <= text.count, second.contains(text[start + 1]) else { return 0 }
        for position in start + 2..<start + length where !(0x80...0xBF).contains(text[position]) {
            return 0
        }
        return length
    }

    /// Keeps the first place of text that cannot be read.
    private mutating func noteBadText(at position: Int) {
        if findings.badText == nil { findings.badText = position }
    }
}
