package import TipCore
import TipWire

/// A catalog file as it was checked, for commands that show what is wrong in it.
package struct CatalogFile: Sendable {
    /// What came of reading it.
    let reading: CatalogReading
    private let source: SourceText

    /// Checks the bytes of a file.
    package init(_ bytes: [UInt8], name: String) {
        reading = CatalogReader().read(bytes: bytes, file: name)
        source = SourceText(String(decoding: bytes, as: UTF8.self))
    }

    /// The catalog; nil where the file has an error.
    package var catalog: Catalog? { reading.catalog }

    /// The answer of `validate`.
    package var json: JSON { reading.json }

    /// Every error and warning with the line it is on.
    package var problems: String {
        let texts = reading.errors.map { text($0, "error") } + reading.warnings.map { text($0, "warning") }
        return texts.joined(separator: "\n")
    }

    /// How much was found, in one line.
    package var summary: String {
        let errors = reading.errors.count == 1 ? "1 error" : "\(reading.errors.count) errors"
        let warnings = reading.warnings.count == 1 ? "1 warning" : "\(reading.warnings.count) warnings"
        return "\(errors), \(warnings)"
    }

    fileprivate func text(_ problem: CatalogProblem, _ kind: String) -> String {
        "\(kind): \(problem)\n" + (problem.excerpt(of: source).map { $0 + "\n" } ?? "")
    }
}

/// What applying a file does to experiments that run.
package struct RunningWarnings: Sendable {
    private let file: CatalogFile
    private let problems: [CatalogProblem]

    init(_ problems: [CatalogProblem], of file: CatalogFile) {
        self.file = file
        self.problems = problems
    }

    /// Whether there is nothing to warn of.
    package var isEmpty: Bool { problems.isEmpty }

    /// The warnings as `validate` prints them.
    package var json: JSON { .array(problems.map(\.json)) }

    /// Each warning with the line it is about.
    package var text: String { problems.map { file.text($0, "warning") }.joined(separator: "\n") }
}

/// What applying a catalog changes.
package struct CatalogChange: Sendable {
    private let diff: CatalogDiff

    init(_ diff: CatalogDiff) {
        self.diff = diff
    }

    /// Whether nothing changes.
    package var isEmpty: Bool { diff.isEmpty }

    /// The change as JSON.
    package var json: JSON { diff.json }

    /// The change in lines for people.
    package var text: String { diff.lines.map { $0 + "\n" }.joined() }
}
