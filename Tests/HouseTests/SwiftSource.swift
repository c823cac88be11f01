/// A Swift file as the rules of the house look at it.
struct SwiftSource {
    /// The file.
    let file: Repository.File

    /// Its lines with comments and the insides of literals blanked.
    let code: [Substring]

    /// Its string literals.
    let literals: [SwiftScanner.Literal]

    /// The sources of the program, each scanned once.
    static let all = Repository.sources.map(SwiftSource.init)

    /// The sources of the tests, each scanned once.
    static let tests = Repository.tests.map(SwiftSource.init)

    /// Scans a file.
    init(_ file: Repository.File) {
        self.file = file
        let scanner = SwiftScanner(file.text)
        code = scanner.code.split(separator: "\n", omittingEmptySubsequences: false)
        literals = scanner.literals
    }

    /// The lines of code that match, as `path:line: text`.
    ///
    /// - Parameters:
    ///   - pattern: What a line must match.
    ///   - hints: Texts of which a line has at least one where it matches, as they are found sooner.
    /// - Returns: The lines.
    func lines(matching pattern: some RegexComponent, hints: String...) -> [String] {
        guard hints.contains(where: { file.text.contains($0) }) else { return [] }
        return code.indices.filter { line in
            hints.contains { code[line].contains($0) } && code[line].contains(pattern)
        }
        .map { "\(file.path):\($0 + 1): \(code[$0])" }
    }

    /// The modules it imports.
    var imports: Set<String> {
        let access = "(?:public |package |internal |fileprivate |private )?"
        let kind = "(?:struct |class |enum |protocol |func |var |let |typealias )?"
        guard let pattern = try? Regex("^\\s*(?:@[a-zA-Z_]+ )*\(access)import \(kind)(\\w+)") else {
            return []
        }
        let lines = code.filter { $0.contains("import ") }
        return Set(lines.compactMap { $0.firstMatch(of: pattern)?[1].substring.map(String.init) })
    }

    /// A function, an initializer or a subscript with a body.
    struct Function {
        /// The line it begins on, from 1 on.
        let line: Int
        /// From its first line to the one of its closing brace, both included.
        let length: Int
    }

    /// The functions, initializers and subscripts that have a body.
    var functions: [Function] {
        code.indices.filter { Self.isDeclaration(code[$0]) }.compactMap { start in
            lastLine(ofBodyFrom: start).map { Function(line: start + 1, length: $0 - start + 1) }
        }
    }

    private static func isDeclaration(_ line: Substring) -> Bool {
        guard ["func ", "init", "subscript"].contains(where: { line.contains($0) }) else { return false }
        return line.contains(
            /^\s*(?:@\w+(?:\([^)]*\))?\s+|[a-z]+(?:\([a-z]+\))?\s+)*(?:func\s|init[?(<]|deinit\b|subscript\b)/
        )
    }

    /// The line of the brace that closes the first body at or after a line; nil where another declaration
    /// comes before a body, as in a protocol.
    private func lastLine(ofBodyFrom start: Int) -> Int? {
        var parentheses = 0
        var braces = 0
        var isInside = false
        for line in start..<code.count {
            if line > start, !isInside, parentheses == 0, Self.isDeclaration(code[line]) { return nil }
            for byte in code[line].utf8 {
                switch byte {
                case UInt8(ascii: "("): parentheses += 1
                case UInt8(ascii: ")"): parentheses -= 1
                case UInt8(ascii: "{") where isInside || parentheses == 0:
                    isInside = true
                    braces += 1
                case UInt8(ascii: "}") where isInside || parentheses == 0:
                    braces -= 1
                    if braces < 0 { return nil }
                    if braces == 0 { return line }
                default: break
                }
            }
        }
        return nil
    }
}
