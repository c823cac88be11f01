/// A word, a literal or a sign of a rule, and where it stands.
struct RuleToken: Hashable {
    /// What it is.
    let kind: Kind
    /// Its bytes in the text's UTF-8.
    let range: Range<Int>

    /// What a token can be.
    enum Kind: Hashable {
        /// A name without quotes.
        case word(String)
        /// A string, its escapes resolved.
        case text(String)
        /// The digits of a number, without a sign.
        case number(String)
        /// A sign.
        case symbol(RuleSymbol)
        /// The end of the text.
        case end
    }

    /// How an error names the token.
    var words: String {
        switch kind {
        case .word(let word): "`\(word)`"
        case .text(let text): "the string " + Scalar.string(text).ruleText
        case .number(let digits): "the number \(digits)"
        case .symbol(let symbol): "`\(symbol.rawValue)`"
        case .end: "the end of the rule"
        }
    }
}

/// The signs of the rule language.
enum RuleSymbol: String, Hashable {
    case open = "("
    case close = ")"
    case comma = ","
    case dot = "."
    case colon = ":"
    case minus = "-"
    case not = "!"
    case and = "&&"
    case or = "||"
    case equal = "=="
    case notEqual = "!="
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
}

/// Cuts the text of a rule into tokens, one at a time, so that the first thing wrong is what is reported.
struct RuleLexer {
    private let source: String
    private let bytes: [UInt8]
    private var position = 0

    init(_ source: String) {
        self.source = source
        bytes = Array(source.utf8)
    }

    /// The next token; the end again and again after the last one.
    mutating func next() throws(RuleError) -> RuleToken {
        while let byte = peek(), [0x20, 0x09, 0x0A, 0x0D].contains(byte) { position += 1 }
        let start = position
        guard let byte = peek() else { return RuleToken(kind: .end, range: start..<start) }
        switch byte {
        case UInt8(ascii: "\""): return try string()
        case UInt8(ascii: "0")...UInt8(ascii: "9"): return number()
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"):
            return word()
        case 0x80...: if character().isLetter { return word() }
        default: if let symbol = symbol() { return RuleToken(kind: .symbol(symbol), range: start..<position) }
        }
        throw unexpectedCharacter(at: start)
    }

    private func peek(_ offset: Int = 0) -> UInt8? {
        position + offset < bytes.count ? bytes[position + offset] : nil
    }

    private func character() -> Character {
        let index = source.utf8.index(source.utf8.startIndex, offsetBy: position)
        return source[index]
    }

    private mutating func word() -> RuleToken {
        let start = position
        while let byte = peek() {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
                position += 1
                continue
            case 0x80...:
                let character = character()
                guard character.isLetter else { break }
                position += character.utf8.count
                continue
            default: break
            }
            break
        }
        return RuleToken(kind: .word(text(start..<position)), range: start..<position)
    }

    private mutating func number() -> RuleToken {
        let start = position
        digits()
        if peek() == UInt8(ascii: "."), let next = peek(1), Self.isDigit(next) {
            position += 1
            digits()
        }
        if peek() == UInt8(ascii: "e") || peek() == UInt8(ascii: "E") {
            let sign = peek(1) == UInt8(ascii: "-") || peek(1) == UInt8(ascii: "+") ? 1 : 0
            if let next = peek(1 + sign), Self.isDigit(next) {
                position += 1 + sign
                digits()
            }
        }
        return RuleToken(kind: .number(text(start..<position)), range: start..<position)
    }

    private mutating func digits() {
        while let byte = peek(), Self.isDigit(byte) { position += 1 }
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
    }

    private mutating func symbol() -> RuleSymbol? {
        for length in [2, 1] where position + length <= bytes.count {
            let candidate = bytes[position..<position + length]
            guard candidate.allSatisfy({ $0 < 0x80 }) else { continue }
            if let symbol = RuleSymbol(rawValue: String(decoding: candidate, as: UTF8.self)) {
                position += length
                return symbol
            }
        }
        return nil
    }

    private mutating func string() throws(RuleError) -> RuleToken {
        let start = position
        var content: [UInt8] = []
        position += 1
        while let byte = peek() {
            position += 1
            switch byte {
            case UInt8(ascii: "\""):
                let text = String(decoding: content, as: UTF8.self)
                return RuleToken(kind: .text(text), range: start..<position)
            case UInt8(ascii: "\\"): try escape(into: &content)
            default: content.append(byte)
            }
        }
        throw RuleError(
            .unterminatedString,
            at: start..<bytes.count,
            of: source,
            found: "a string without an end",
            expected: "a closing quote",
            hint: "Close the string with \"."
        )
    }

    /// Resolves what follows a backslash: a quote, a backslash, `/`, `n`, `r`, `t`, or `u` and four hex digits.
    private mutating func escape(into content: inout [UInt8]) throws(RuleError) {
        let start = position - 1
        let byte = peek()
        position = min(position + 1, bytes.count)
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): content.append(byte ?? 0)
        case UInt8(ascii: "n"): content.append(0x0A)
        case UInt8(ascii: "r"): content.append(0x0D)
        case UInt8(ascii: "t"): content.append(0x09)
        case UInt8(ascii: "u"):
            let end = min(position + 4, bytes.count)
            let digits = text(position..<end)
            guard digits.utf8.count == 4, digits.allSatisfy(\.isHexDigit),
                let code = UInt32(digits, radix: 16),
                let scalar = Unicode.Scalar(code)
            else { throw badEscape(from: start) }
            content += String(Character(scalar)).utf8
            position = end
        default: throw badEscape(from: start)
        }
    }

    private func badEscape(from start: Int) -> RuleError {
        RuleError(
            .badEscape,
            at: start..<position,
            of: source,
            found: "`\(text(start..<position))`",
            expected: "\\\", \\\\, \\n, \\r, \\t or \\u with the four hex digits of a character",
            hint: "Write \\\\ for a backslash."
        )
    }

    /// The text of some bytes; a character that they cut shows as U+FFFD.
    private func text(_ range: Range<Int>) -> String {
        String(decoding: bytes[range], as: UTF8.self)
    }

    private func unexpectedCharacter(at start: Int) -> RuleError {
        let character = character()
        let code: RuleError.Code = character == "=" ? .assignment : .unexpectedCharacter
        let (expected, hint): (String, String?) =
            switch character {
            case "=": ("a comparison (==, !=, <, <=, >, >=)", "A rule compares and never assigns: write ==.")
            case "&": ("&&", "Write && for \"and\".")
            case "|": ("||", "Write || for \"or\".")
            case "'", "\u{2018}", "\u{2019}", "\u{201C}", "\u{201D}", "`":
                ("a straight double quote", "Text stands in straight double quotes: \"text\".")
            case "[", "{", "]", "}": ("a rule", "Only round parentheses group.")
            case "$": ("param(\"…\") or event(\"…\")", "Write param(\"name\") instead of $name.")
            case "+", "*", "/", "%": ("a comparison", "Rules compare values and do not calculate.")
            default: ("a rule", nil)
            }
        return RuleError(
            code,
            at: start..<start + character.utf8.count,
            of: source,
            found: "`\(character)`",
            expected: expected,
            hint: hint
        )
    }
}
