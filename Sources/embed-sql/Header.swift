/// The comment that a file begins with.
struct Header {
    private(set) var documentation: [String] = []
    private(set) var parameters: [Statement.Field] = []
    private(set) var results: [Statement.Field] = []
    private(set) var hasResult = false
    private(set) var mistakes: [Mistake] = []

    /// What follows the header, without the semicolon at its end.
    private(set) var body = ""

    /// The line that the body begins on.
    private(set) var bodyLine = 1

    private let path: String

    /// Reads the header of a text.
    init(_ text: String, path: String) {
        self.path = path
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let end = lines.firstIndex { !$0.hasPrefix("--") } ?? lines.count
        for (index, line) in lines[..<end].enumerated() {
            read(line.dropFirst(2).trimmed, line: index + 1)
        }
        while documentation.last == "" { documentation.removeLast() }
        let start = lines[end...].firstIndex { !$0.trimmed.isEmpty } ?? lines.count
        bodyLine = start + 1
        var rest = lines[start...].joined(separator: "\n").trimmed
        while rest.hasSuffix(";") { rest = rest.dropLast().trimmed }
        body = String(rest)
    }

    private mutating func read(_ line: Substring, line number: Int) {
        if line.hasPrefix("param ") {
            parameters += fields(line.dropFirst("param ".count), number)
            rejectDoubles(in: parameters, "param")
        } else if line.hasPrefix("result ") {
            hasResult = true
            results += fields(line.dropFirst("result ".count), number)
            rejectDoubles(in: results, "result")
        } else {
            documentation.append(String(line))
        }
    }

    /// Reads `name: type, name: type`.
    private mutating func fields(_ list: Substring, _ line: Int) -> [Statement.Field] {
        list.split(separator: ",", omittingEmptySubsequences: false).compactMap { item in
            let parts = item.split(separator: ":", maxSplits: 1).map(\.trimmed)
            guard parts.count == 2, SwiftName.isWritable(parts[0]) else {
                complain(line, "\"\(item.trimmed)\" is not \"name: type\" with a name like received_at")
                return nil
            }
            guard let type = ColumnType(parts[1]) else {
                complain(
                    line,
                    "\"\(parts[1])\" is no known type; there are \(ColumnType.names), each also "
                        + "with ? when it may be null and with [] as an array"
                )
                return nil
            }
            return Statement.Field(column: String(parts[0]), type: type, line: line)
        }
    }

    private mutating func rejectDoubles(in fields: [Statement.Field], _ what: String) {
        for (index, field) in fields.enumerated()
        where fields[..<index].contains(where: { $0.name == field.name }) {
            complain(field.line, "\(what) \(field.name) is there twice")
        }
    }

    private mutating func complain(_ line: Int, _ message: String) {
        let mistake = Mistake(file: path, line: line, message: message)
        if !mistakes.contains(mistake) { mistakes.append(mistake) }
    }
}

extension StringProtocol {
    /// The text without spaces and line breaks at its ends.
    var trimmed: SubSequence {
        guard let first = firstIndex(where: { !$0.isWhitespace }),
            let last = lastIndex(where: { !$0.isWhitespace })
        else { return self[endIndex...] }
        return self[first...last]
    }
}
