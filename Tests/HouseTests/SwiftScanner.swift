/// A Swift text taken apart into code and literals, so that a rule about code is not misled by what a
/// comment or a message says.
struct SwiftScanner {
    /// The text with comments and the insides of literals turned to spaces; line breaks stay.
    var code: String { String(decoding: blanked, as: UTF8.self) }

    /// The string literals in order, an interpolation written as `\()`.
    private(set) var literals: [Literal] = []

    private let bytes: [UInt8]
    private var blanked: [UInt8]
    private var position = 0
    /// The line of the place up to which line breaks have been counted.
    private var line = 1
    private var countedTo = 0

    /// A string literal.
    struct Literal: Hashable {
        /// The line it begins on, from 1 on.
        let line: Int
        /// What stands between its quotes.
        let text: String
    }

    /// Takes a text apart.
    init(_ text: String) {
        bytes = Array(text.utf8)
        blanked = bytes
        scanCode(isInterpolation: false)
    }

    private mutating func scanCode(isInterpolation: Bool) {
        var depth = 0
        while let byte = peek(0) {
            switch byte {
            case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "/"):
                while let next = peek(0), next != UInt8(ascii: "\n") { blank() }
            case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "*"):
                scanComment()
            case UInt8(ascii: "\""):
                scanLiteral(signs: 0)
            case UInt8(ascii: "#"):
                scanSigns()
            case UInt8(ascii: ")") where isInterpolation && depth == 0:
                position += 1
                return
            default:
                if byte == UInt8(ascii: "(") { depth += 1 }
                if byte == UInt8(ascii: ")") { depth -= 1 }
                position += 1
            }
        }
    }

    /// Comments nest.
    private mutating func scanComment() {
        var depth = 0
        repeat {
            let isStart = peek(0) == UInt8(ascii: "/") && peek(1) == UInt8(ascii: "*")
            let isEnd = peek(0) == UInt8(ascii: "*") && peek(1) == UInt8(ascii: "/")
            depth += isStart ? 1 : isEnd ? -1 : 0
            blank()
            if isStart || isEnd { blank() }
        } while depth > 0 && position < bytes.count
    }

    /// Number signs: before a quote those of a raw literal, else a macro or a condition.
    private mutating func scanSigns() {
        var signs = 0
        while peek(signs) == UInt8(ascii: "#") { signs += 1 }
        position += signs
        if peek(0) == UInt8(ascii: "\"") { scanLiteral(signs: signs) }
    }

    private mutating func scanLiteral(signs: Int) {
        let line = currentLine()
        let quotes = peek(1) == UInt8(ascii: "\"") && peek(2) == UInt8(ascii: "\"") ? 3 : 1
        position += quotes
        var text: [UInt8] = []
        while let byte = peek(0), !isEnd(quotes: quotes, signs: signs) {
            if byte == UInt8(ascii: "\\"), hasSigns(signs, from: 1) {
                let escaped = peek(1 + signs)
                for _ in 0..<(1 + signs) { blank() }
                text.append(UInt8(ascii: "\\"))
                if escaped == UInt8(ascii: "(") {
                    position += 1
                    scanCode(isInterpolation: true)
                    text += Array("()".utf8)
                } else if let escaped {
                    text.append(escaped)
                    blank()
                }
            } else {
                text.append(byte)
                blank()
            }
        }
        position += quotes + signs
        literals.append(Literal(line: line, text: String(decoding: text, as: UTF8.self)))
    }

    private mutating func currentLine() -> Int {
        while countedTo < position {
            if bytes[countedTo] == UInt8(ascii: "\n") { line += 1 }
            countedTo += 1
        }
        return line
    }

    private func isEnd(quotes: Int, signs: Int) -> Bool {
        guard bytes[position] == UInt8(ascii: "\"") else { return false }
        return (1..<quotes).allSatisfy { peek($0) == UInt8(ascii: "\"") } && hasSigns(signs, from: quotes)
    }

    private func hasSigns(_ signs: Int, from offset: Int) -> Bool {
        (0..<signs).allSatisfy { peek(offset + $0) == UInt8(ascii: "#") }
    }

    private mutating func blank() {
        if position < bytes.count, bytes[position] != UInt8(ascii: "\n") {
            blanked[position] = UInt8(ascii: " ")
        }
        position += 1
    }

    private func peek(_ ahead: Int) -> UInt8? {
        position + ahead < bytes.count ? bytes[position + ahead] : nil
    }
}
