/// A file that holds one statement and says in a header what it is for, takes and gives.
///
/// ```sql
/// -- Takes the next places of a stream.
/// -- param stream: int4
/// -- param rows: int8
/// -- result seq: int8, received_at: timestamptz
/// update stream_head set …
/// ```
struct Statement {
    /// The file, from the folder on.
    let file: String

    /// The lines that say what it is for.
    let documentation: [String]

    /// What it takes, in the order of its places.
    let parameters: [Field]

    /// What it gives, in the order of its columns; nil when the header does not say.
    let results: [Field]?

    /// The statement without its header.
    let text: String

    /// A parameter or a column.
    struct Field: Equatable {
        /// Its name in SQL.
        let column: String
        let type: ColumnType
        let line: Int

        /// Its name in Swift.
        var name: String { SwiftName.lower(column) }
    }

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - text: What the file holds.
    ///   - file: Its path from the folder on.
    ///   - path: Its path as mistakes name it.
    /// - Throws: `Mistakes`, all that there are.
    init(_ text: String, file: String, path: String) throws(Mistakes) {
        let header = Header(text, path: path)
        var mistakes = header.mistakes
        self.file = file
        documentation = header.documentation
        parameters = header.parameters
        results = header.hasResult ? header.results : nil
        self.text = header.body

        func complain(_ line: Int, _ message: String) {
            mistakes.append(Mistake(file: path, line: line, message: message))
        }
        if documentation.isEmpty { complain(1, "begin with a comment that says what the statement is for") }
        let scanner = SQLScanner(self.text)
        if self.text.isEmpty { complain(header.bodyLine, "there is no statement") }
        if let offset = scanner.secondStatement {
            let line = header.bodyLine + self.text.utf8.prefix(offset).count { $0 == UInt8(ascii: "\n") }
            complain(line, "a second statement begins here; each has a file of its own")
        }
        for (index, parameter) in parameters.enumerated() where !scanner.places.contains(index + 1) {
            complain(
                parameter.line,
                "param \(parameter.name) is $\(index + 1), which the statement does not use"
            )
        }
        if let highest = scanner.places.max(), highest > parameters.count {
            complain(
                header.bodyLine,
                "the statement uses $\(highest), and the header has \(parameters.count) param"
            )
        }
        if !mistakes.isEmpty { throw Mistakes(all: mistakes) }
    }
}
