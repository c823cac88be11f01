/// Reads records of comma-separated values from bytes, by RFC 4180.
///
/// Lines end with LF, CRLF or CR; empty lines are skipped; a byte order mark at the start is ignored.
struct CSVReader {
    /// One record: its fields, unquoted, and the line on which it begins, counting from one.
    struct Record {
        let line: Int
        let fields: [String]
    }

    private let bytes: [UInt8]
    private var position: Int
    private var line = 1

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        position = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    }

    /// The next record, or nil at the end.
    mutating func next() throws(CountsFileProblem) -> Record? {
        while let byte = peek, Self.isLineEnd(byte) { endLine() }
        guard peek != nil else { return nil }
        let start = line
        var fields: [String] = []
        while true {
            fields.append(try field())
            guard let byte = peek else { break }
            guard byte == UInt8(ascii: ",") else {
                endLine()
                break
            }
            position += 1
        }
        return Record(line: start, fields: fields)
    }

    private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

    private static func isLineEnd(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r")
    }

    /// Steps over the end of a line, CRLF counting as one.
    private mutating func endLine() {
        let byte = peek
        position += 1
        if byte == UInt8(ascii: "\r"), peek == UInt8(ascii: "\n") { position += 1 }
        line += 1
    }

    /// Reads a field up to the comma or line end that follows it.
    private mutating func field() throws(CountsFileProblem) -> String {
        if peek == UInt8(ascii: "\"") { return try quotedField() }
        let start = position
        while let byte = peek, byte != UInt8(ascii: ","), !Self.isLineEnd(byte) {
            guard byte != UInt8(ascii: "\"") else { throw CountsFileProblem(.badQuote, line: line) }
            position += 1
        }
        return try text(Array(bytes[start..<position]), line)
    }

    /// Reads a field in quotes, in which two quotes stand for one and lines may end.
    private mutating func quotedField() throws(CountsFileProblem) -> String {
        let start = line
        var content: [UInt8] = []
        position += 1
        while let byte = peek {
            if byte == UInt8(ascii: "\"") {
                position += 1
                guard peek == UInt8(ascii: "\"") else {
                    if let next = peek, next != UInt8(ascii: ","), !Self.isLineEnd(next) {
                        throw CountsFileProblem(.badQuote, line: line)
                    }
                    return try text(content, start)
                }
                content.append(byte)
                position += 1
            } else if Self.isLineEnd(byte) {
                let from = position
                endLine()
                content.append(contentsOf: bytes[from..<position])
            } else {
                content.append(byte)
                position += 1
            }
        }
        throw CountsFileProblem(.unclosedQuote, line: start)
    }

    private func text(_ content: [UInt8], _ line: Int) throws(CountsFileProblem) -> String {
        guard let text = String(validating: content, as: UTF8.self), !content.contains(0) else {
            throw CountsFileProblem(.badText, line: line)
        }
        return text
    }
}
