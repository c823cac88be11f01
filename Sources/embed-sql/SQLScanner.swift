/// Finds the places `$1`, `$2`, … and the ends of statements, passing over comments, quoted names and
/// every kind of quoted text.
///
/// Source of the rules: PostgreSQL documentation, section "Lexical Structure".
struct SQLScanner {
    /// The numbers of the places that occur.
    private(set) var places: Set<Int> = []

    /// The offset, in UTF-8, of what follows the semicolon that ends the first statement; nil when
    /// nothing does but spaces and comments.
    private(set) var secondStatement: Int?

    private let bytes: [UInt8]
    private var position = 0
    private var hasEnded = false

    /// Scans a text.
    init(_ text: String) {
        bytes = Array(text.utf8)
        while position < bytes.count { step() }
    }

    private mutating func step() {
        switch (bytes[position], peek(1)) {
        case (UInt8(ascii: "-"), UInt8(ascii: "-")):
            skip { $0 == UInt8(ascii: "\n") }
        case (UInt8(ascii: "/"), UInt8(ascii: "*")):
            skipComment()
        case (let byte, _) where byte == UInt8(ascii: " ") || (9...13).contains(byte):
            position += 1
        case (UInt8(ascii: ";"), _):
            hasEnded = true
            position += 1
        default:
            if hasEnded, secondStatement == nil { secondStatement = position }
            token()
        }
    }

    private mutating func token() {
        switch bytes[position] {
        case UInt8(ascii: "'"):
            skipQuoted(UInt8(ascii: "'"), escapes: isEscapeString)
        case UInt8(ascii: "\""):
            skipQuoted(UInt8(ascii: "\""), escapes: false)
        case UInt8(ascii: "$") where !followsName:
            dollar()
        default:
            position += 1
        }
    }

    /// A place, or text between dollar signs.
    private mutating func dollar() {
        let start = position
        position += 1
        skip { !Self.isName($0) }
        let tag = bytes[start..<position]
        if let number = Int(String(decoding: tag.dropFirst(), as: UTF8.self)) {
            places.insert(number)
        } else if peek(0) == UInt8(ascii: "$") {
            position += 1
            let mark = Array(tag) + [UInt8(ascii: "$")]
            while position < bytes.count, !bytes[position...].starts(with: mark) { position += 1 }
            position = min(position + mark.count, bytes.count)
        }
    }

    private mutating func skipQuoted(_ quote: UInt8, escapes: Bool) {
        position += 1
        while let byte = peek(0), byte != quote {
            position += escapes && byte == UInt8(ascii: "\\") ? 2 : 1
        }
        position += 1
    }

    /// Comments nest.
    private mutating func skipComment() {
        var depth = 0
        repeat {
            switch (peek(0), peek(1)) {
            case (UInt8(ascii: "/"), UInt8(ascii: "*")):
                depth += 1
                position += 2
            case (UInt8(ascii: "*"), UInt8(ascii: "/")):
                depth -= 1
                position += 2
            default:
                position += 1
            }
        } while depth > 0 && position < bytes.count
    }

    private mutating func skip(until isEnd: (UInt8) -> Bool) {
        while let byte = peek(0), !isEnd(byte) { position += 1 }
    }

    private func peek(_ ahead: Int) -> UInt8? {
        position + ahead < bytes.count ? bytes[position + ahead] : nil
    }

    /// `E'…'`: a backslash escapes.
    private var isEscapeString: Bool {
        guard position > 0, bytes[position - 1] | 0x20 == UInt8(ascii: "e") else { return false }
        return position < 2 || !Self.isName(bytes[position - 2])
    }

    private var followsName: Bool {
        position > 0 && Self.isName(bytes[position - 1])
    }

    private static func isName(_ byte: UInt8) -> Bool {
        switch byte | 0x20 {
        case UInt8(ascii: "a")...UInt8(ascii: "z"): true
        default:
            (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "_") || byte >= 128
        }
    }
}
