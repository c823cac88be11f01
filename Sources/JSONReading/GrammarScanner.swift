/// What the scan of one value found besides its end.
struct ScanFindings {
    /// Where an array or object opens that is nested deeper than the limit.
    var tooDeep: Int?

    /// Where the first text stands that is well formed as JSON but is no Unicode text the log may hold.
    var badText: Int?

    /// Ends of numbers that are written as integers but are none to us: those beyond 64 bits, and `-0`.
    var widened: [Int] = []
}

/// Walks a JSON text by the grammar of RFC 8259 and builds nothing.
///
/// The scan tells apart what simdjson does not: a text that is not JSON (thrown), and a text that is JSON
/// but not fit to be read (noted in `findings`, so that the neighbours of such an element can be cut out).
/// It uses no recursion, so nesting costs one bit a level.
struct GrammarScanner {
    /// Deepest nesting that is no finding.
    let maxDepth: Int

    /// Widened numbers are noted only up to here: an element that reaches further is not read.
    var noteWidenedBefore = Int.max

    /// What was found since it was last cleared.
    var findings = ScanFindings()

    /// Starts without findings.
    init(maxDepth: Int) {
        self.maxDepth = maxDepth
    }

    /// Walks over one value and returns its end; `start` is its first byte, without white space before it.
    mutating func value(in text: Span<UInt8>, at start: Int) throws(JSONFailure) -> Int {
        var open = NestingStack()
        var position = start
        repeat {
            // Here a value is due. It is a scalar, an empty container, or opens one and goes round again.
            guard position < text.count else { throw .endOfText(text) }
            let byte = text[position]
            if byte == .openBrace || byte == .openBracket {
                open.open(object: byte == .openBrace)
                if open.depth > maxDepth, findings.tooDeep == nil { findings.tooDeep = position }
                position = Self.skipSpace(text, position + 1)
                guard position < text.count, text[position] == byte + 2 else {
                    if open.isObject { position = try name(in: text, at: position) }
                    continue
                }
                open.close()
                position += 1
            } else {
                position = try scalar(in: text, at: position)
            }
            position = try afterValue(in: text, at: position, &open)
        } while open.depth > 0
        return position
    }

    /// Closes what ends after a value, or steps over a comma and, in an object, the next name.
    @inline(__always)
    private mutating func afterValue(
        in text: Span<UInt8>,
        at start: Int,
        _ open: inout NestingStack
    ) throws(JSONFailure) -> Int {
        var position = start
        while open.depth > 0 {
            position = Self.skipSpace(text, position)
            guard position < text.count else { throw .endOfText(text) }
            let byte = text[position]
            if byte == .comma {
                position = Self.skipSpace(text, position + 1)
                return open.isObject ? try name(in: text, at: position) : position
            }
            guard byte == (open.isObject ? .closeBrace : .closeBracket) else {
                throw JSONFailure(.malformed, at: position, "Expected a comma or the end of the container")
            }
            open.close()
            position += 1
        }
        return position
    }

    /// Walks over a member's name, the colon, and the white space behind it.
    mutating func name(in text: Span<UInt8>, at start: Int) throws(JSONFailure) -> Int {
        guard start < text.count else { throw .endOfText(text) }
        guard text[start] == .quote else {
            throw JSONFailure(.malformed, at: start, "Expected a member's name in quotes")
        }
        let colon = Self.skipSpace(text, try string(in: text, at: start))
        guard colon < text.count else { throw .endOfText(text) }
        guard text[colon] == .colon else {
            throw JSONFailure(.malformed, at: colon, "Expected a colon")
        }
        return Self.skipSpace(text, colon + 1)
    }

    /// Walks over a string, a number or a literal.
    private mutating func scalar(in text: Span<UInt8>, at start: Int) throws(JSONFailure) -> Int {
        switch text[start] {
        case .quote: return try string(in: text, at: start)
        case .minus, .zero ... .nine: return try number(in: text, at: start)
        case UInt8(ascii: "t"): return try Self.literal("true", in: text, at: start)
        case UInt8(ascii: "f"): return try Self.literal("false", in: text, at: start)
        case UInt8(ascii: "n"): return try Self.literal("null", in: text, at: start)
        default: throw JSONFailure(.malformed, at: start, "Expected a value")
        }
    }

    /// Walks over one of the three literals.
    private static func literal(
        _ word: String,
        in text: Span<UInt8>,
        at start: Int
    ) throws(JSONFailure) -> Int {
        var position = start
        for letter in word.unicodeScalars {
            guard position < text.count else { throw .endOfText(text) }
            guard letter.value == UInt32(text[position]) else {
                throw JSONFailure(.malformed, at: start, "Expected a value")
            }
            position += 1
        }
        return position
    }

    /// The first byte at or after a position that is no white space, or the end of the text.
    @inline(__always)
    static func skipSpace(_ text: Span<UInt8>, _ start: Int) -> Int {
        var position = start
        while position < text.count {
            switch text[position] {
            case 0x20, 0x0A, 0x0D, 0x09: position += 1
            default: return position
            }
        }
        return position
    }
}

extension JSONFailure {
    /// The text stops where something more is due.
    static func endOfText(_ text: Span<UInt8>) -> JSONFailure {
        JSONFailure(.malformed, at: text.count, "The text ends too early")
    }
}

/// The bytes that JSON's grammar names.
extension UInt8 {
    static let openBrace = UInt8(ascii: "{")
    static let closeBrace = UInt8(ascii: "}")
    static let openBracket = UInt8(ascii: "[")
    static let closeBracket = UInt8(ascii: "]")
    static let quote = UInt8(ascii: "\"")
    static let backslash = UInt8(ascii: "\\")
    static let comma = UInt8(ascii: ",")
    static let colon = UInt8(ascii: ":")
    static let minus = UInt8(ascii: "-")
    static let zero = UInt8(ascii: "0")
    static let nine = UInt8(ascii: "9")
}
