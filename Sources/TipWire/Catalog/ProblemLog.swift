/// Collects what is wrong with a file while it is read, so that one run shows all of it.
struct ProblemLog {
    /// The text that is read.
    let source: SourceText
    /// Its file's name.
    let file: String
    private var foundErrors: [CatalogProblem] = []
    private var foundWarnings: [CatalogProblem] = []

    /// More than this many problems of one kind help nobody and are dropped.
    private static let limit = 1000

    init(source: SourceText, file: String) {
        self.source = source
        self.file = file
    }

    /// What keeps the file from being used, in file order.
    var errors: [CatalogProblem] { Self.inFileOrder(foundErrors) }

    /// What deserves a second look, in file order.
    var warnings: [CatalogProblem] { Self.inFileOrder(foundWarnings) }

    /// Notes an error at a byte of the text.
    mutating func error(
        _ code: String,
        at offset: Int,
        found: String,
        expected: String,
        hint: String
    ) {
        guard foundErrors.count < Self.limit else { return }
        foundErrors.append(problem(code, offset, found, expected, hint))
    }

    /// Notes a warning at a byte of the text.
    mutating func warn(
        _ code: String,
        at offset: Int,
        found: String,
        expected: String,
        hint: String
    ) {
        guard foundWarnings.count < Self.limit else { return }
        foundWarnings.append(problem(code, offset, found, expected, hint))
    }

    /// Notes why the text is not JSON5.
    mutating func error(_ error: JSON5Error) {
        foundErrors.append(
            CatalogProblem(
                file: file,
                position: error.position,
                code: error.code,
                found: error.found,
                expected: error.expected,
                hint: error.hint
            )
        )
    }

    /// Takes over errors of another log.
    mutating func take(errors: [CatalogProblem]) {
        foundErrors += errors
    }

    private func problem(
        _ code: String,
        _ offset: Int,
        _ found: String,
        _ expected: String,
        _ hint: String
    ) -> CatalogProblem {
        CatalogProblem(
            file: file,
            position: source.position(of: offset),
            code: code,
            found: found,
            expected: expected,
            hint: hint
        )
    }

    /// Sorts by place; problems at one place keep the order in which they were found.
    private static func inFileOrder(_ problems: [CatalogProblem]) -> [CatalogProblem] {
        problems.enumerated().sorted { left, right in
            let (first, second) = (left.element.position, right.element.position)
            return (first.line, first.column, left.offset) < (second.line, second.column, right.offset)
        }.map(\.element)
    }
}
