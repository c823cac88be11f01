/// The Swift file that a folder of SQL becomes.
struct SwiftFile {
    private var lines: [String] = []

    /// The text of the file.
    var text: String { lines.joined(separator: "\n") + "\n" }

    /// Writes a library down.
    init(_ library: SQLLibrary) {
        put("// Made by embed-sql from the files in sql/. Change those, not this.")
        put("")
        put("package import Postgres")
        put("")
        put("/// The SQL of this target, a name for each file in `sql/`.")
        put("package enum SQL {")
        list(
            "migrations",
            of: "Migration",
            "The steps of the database's structure, in order.",
            library.migrations.map(migration)
        )
        list(
            "views",
            of: "ViewDefinition",
            "The views, by the names of their files.",
            library.views.map(view)
        )
        list(
            "statements",
            of: "EmbeddedStatement",
            "Every statement, with what its header promises.",
            library.statements.map { "Statements.\(SwiftName.escaped(SwiftName.lower($0.name)))" }
        )
        for script in library.scripts { constant(script) }
        for (name, statement) in library.statements {
            function(name, statement)
            row(name, statement)
        }
        put("}")
        put("")
        put("/// The statements themselves, each made once.")
        put("private enum Statements {")
        for (name, statement) in library.statements { embedded(name, statement) }
        put("}")
    }

    private mutating func put(_ line: String) {
        lines.append(line)
    }

    private mutating func list(_ name: String, of type: String, _ summary: String, _ items: [String]) {
        put("    /// \(summary)")
        put("    package static let \(name): [\(type)] = [")
        for item in items { put("        \(item),") }
        put("    ]")
        put("")
    }

    private func migration(_ file: SQLLibrary.SQLFile) -> String {
        let number = Int(file.name.prefix(4)) ?? 0
        let name = file.name.dropFirst(5)
        return "Migration(number: \(number), name: \"\(name)\", text: \(Self.literal(file.text)))"
    }

    private func view(_ file: SQLLibrary.SQLFile) -> String {
        "ViewDefinition(name: \"\(file.name)\", text: \(Self.literal(file.text)))"
    }

    private mutating func constant(_ script: SQLLibrary.SQLFile) {
        put("    /// The statements of `\(script.name).sql`, to be run together.")
        let name = SwiftName.escaped(SwiftName.lower(script.name))
        put("    package static let \(name) = Query(unescaped: \(Self.literal(script.text)))")
        put("")
    }

    private mutating func function(_ name: String, _ statement: Statement) {
        for line in statement.documentation { put("    ///\(line.isEmpty ? "" : " " + line)") }
        let constant = SwiftName.escaped(SwiftName.lower(name))
        let parameters = statement.parameters.map { "\(SwiftName.escaped($0.name)): \($0.type.swiftType)" }
        put("    package static func \(constant)(\(parameters.joined(separator: ", "))) -> Query {")
        put("        \(statement.parameters.isEmpty ? "let" : "var") bindings_ = Bindings()")
        for parameter in statement.parameters {
            put("        bindings_.append(\(parameter.type.binding(SwiftName.escaped(parameter.name))))")
        }
        put("        return Query(unescaped: Statements.\(constant).text, values: bindings_)")
        put("    }")
        put("")
    }

    private mutating func row(_ name: String, _ statement: Statement) {
        guard let results = statement.results else { return }
        put("    /// What `\(SwiftName.lower(name))` gives.")
        put("    package enum \(SwiftName.upper(name)) {")
        put("        /// A row of it.")
        put("        package struct Row: Equatable, Sendable {")
        for field in results {
            put("            package let \(SwiftName.escaped(field.name)): \(field.type.swiftType)")
        }
        put("")
        put("            /// Reads a row by the positions of its columns.")
        put("            package init(_ row: Postgres.Row) throws(RowError) {")
        for (position, field) in results.enumerated() {
            put("                self.\(SwiftName.escaped(field.name)) = \(field.type.reading(position))")
        }
        put("            }")
        put("        }")
        put("    }")
        put("")
    }

    private mutating func embedded(_ name: String, _ statement: Statement) {
        put("    static let \(SwiftName.escaped(SwiftName.lower(name))) = EmbeddedStatement(")
        put("        file: \"\(statement.file)\",")
        put("        text: \(Self.literal(statement.text)),")
        put("        parameters: [\(statement.parameters.map(\.type.dataType).joined(separator: ", "))],")
        let columns = (statement.results ?? []).map {
            "Column(name: \"\($0.column)\", type: \($0.type.dataType))"
        }
        put("        columns: [\(columns.joined(separator: ", "))])")
    }

    /// A text as a raw literal that nothing in it can end: with more number signs than it has in a row.
    ///
    /// The literal stands at the left edge, as what stands before its end is cut from each line.
    static func literal(_ text: String) -> String {
        var longest = 0
        var run = 0
        for character in text {
            run = character == "#" ? run + 1 : 0
            longest = max(longest, run)
        }
        let signs = String(repeating: "#", count: longest + 1)
        return "\(signs)\"\"\"\n\(text)\n\"\"\"\(signs)"
    }
}
