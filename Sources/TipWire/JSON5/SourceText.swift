/// A place in a text: line and column, both counted from 1.
public struct SourcePosition: Hashable, Sendable {
    /// The line; LF, CR and CRLF end one.
    public let line: Int
    /// The column, in Unicode scalars, so that a tab, a letter or a kanji is one.
    public let column: Int

    /// Creates a place.
    public init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }
}

/// A text as UTF-8 with the places of its lines.
public struct SourceText: Hashable, Sendable {
    /// The text; a byte order mark at its start belongs to it and is no column.
    public let bytes: [UInt8]
    private let lineStarts: [Int]

    /// Divides a text into lines.
    public init(_ text: some StringProtocol) {
        self.init(bytes: Array(text.utf8))
    }

    init(bytes: [UInt8]) {
        self.bytes = bytes
        var starts = [0]
        for (index, byte) in bytes.enumerated() {
            let isLone = byte == Byte.return && (index + 1 == bytes.count || bytes[index + 1] != Byte.newline)
            if byte == Byte.newline || isLone { starts.append(index + 1) }
        }
        lineStarts = starts
    }

    /// Where the text begins after a byte order mark.
    var start: Int {
        bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    }

    /// The place of a byte, or of the end of the text for an offset beyond it.
    public func position(of offset: Int) -> SourcePosition {
        let offset = max(start, min(offset, bytes.count))
        var (low, high) = (0, lineStarts.count)
        while high - low > 1 {
            let middle = (low + high) / 2
            if lineStarts[middle] <= offset { low = middle } else { high = middle }
        }
        let lineStart = max(start, lineStarts[low])
        let scalars = bytes[lineStart..<offset].count { $0 & 0xC0 != 0x80 }
        return SourcePosition(line: low + 1, column: scalars + 1)
    }

    /// The text of a line without its end, or nil where there is no such line.
    public func line(_ number: Int) -> String? {
        guard lineStarts.indices.contains(number - 1) else { return nil }
        let from = max(number == 1 ? start : 0, lineStarts[number - 1])
        let to = number < lineStarts.count ? lineStarts[number] : bytes.count
        let line = bytes[min(from, to)..<to].prefix { $0 != Byte.newline && $0 != Byte.return }
        return String(decoding: line, as: UTF8.self)
    }
}

/// The bytes that JSON gives a meaning.
enum Byte {
    static let newline = UInt8(ascii: "\n")
    static let `return` = UInt8(ascii: "\r")
    static let space = UInt8(ascii: " ")
    static let tab = UInt8(ascii: "\t")
    static let quote = UInt8(ascii: "\"")
    static let apostrophe = UInt8(ascii: "'")
    static let backslash = UInt8(ascii: "\\")
    static let slash = UInt8(ascii: "/")
    static let asterisk = UInt8(ascii: "*")
    static let comma = UInt8(ascii: ",")
    static let colon = UInt8(ascii: ":")
    static let dot = UInt8(ascii: ".")
    static let plus = UInt8(ascii: "+")
    static let minus = UInt8(ascii: "-")
    static let zero = UInt8(ascii: "0")
    static let openBrace = UInt8(ascii: "{")
    static let closeBrace = UInt8(ascii: "}")
    static let openBracket = UInt8(ascii: "[")
    static let closeBracket = UInt8(ascii: "]")
}
