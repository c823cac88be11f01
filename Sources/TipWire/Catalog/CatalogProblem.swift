public import TipCore

/// Something about a catalog file that is wrong, or that deserves a second look: where it stands, what stands
/// there, what was expected, and the nearest correct thing.
///
/// Errors keep a catalog from being applied; warnings do not. Both have stable codes.
public struct CatalogProblem: Hashable, Sendable {
    /// The file's name as the caller gave it.
    public let file: String
    /// Where in the file it is.
    public let position: SourcePosition
    /// A stable word, such as `unknown_key` or `equality_on_count`.
    public let code: String
    /// What stands there.
    public let found: String
    /// What was expected there.
    public let expected: String
    /// What to do about it.
    public let hint: String

    /// Creates a problem.
    public init(
        file: String,
        position: SourcePosition,
        code: String,
        found: String,
        expected: String,
        hint: String
    ) {
        self.file = file
        self.position = position
        self.code = code
        self.found = found
        self.expected = expected
        self.hint = hint
    }

    /// The problem as `validate` prints it: `file`, `line`, `column`, `code`, `found`, `expected`, `hint`.
    public var json: JSON {
        [
            "file": .string(file), "line": .integer(Int64(position.line)),
            "column": .integer(Int64(position.column)), "code": .string(code), "found": .string(found),
            "expected": .string(expected), "hint": .string(hint),
        ]
    }
}

extension CatalogProblem: CustomStringConvertible {
    /// One line in the form that editors and build logs link to the place.
    public var description: String {
        "\(file):\(position.line):\(position.column): found \(found), expected \(expected). \(hint) [\(code)]"
    }

    /// The line of the file with a caret under the place; nil where the text has no such line.
    public func excerpt(of source: SourceText) -> String? {
        guard let line = source.line(position.line) else { return nil }
        let margin = line.unicodeScalars.prefix(position.column - 1).map { scalar in
            scalar == "\t" ? "\t" : String(repeating: " ", count: scalar.terminalWidth)
        }
        return line + "\n" + margin.joined() + "^"
    }
}

extension Unicode.Scalar {
    /// How many cells of a terminal the scalar takes: two for East Asian wide ones and emoji, as UAX 11 says
    /// for the blocks that are wide throughout, none for marks that combine.
    var terminalWidth: Int {
        switch value {
        case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE4F,
            0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
            2
        default:
            switch properties.generalCategory {
            case .nonspacingMark, .enclosingMark, .format: 0
            default: 1
            }
        }
    }
}
