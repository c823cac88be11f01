/// A statement of `sql/`, and what its header promises of it.
package struct EmbeddedStatement: Hashable, Sendable {
    /// The file, from `sql/` on.
    package let file: String

    /// The statement, without its header.
    package let text: String

    /// The type of each place, `$1` first.
    package let parameters: [DataType]

    /// The columns of its result.
    package let columns: [Column]

    /// Describes a statement.
    package init(file: String, text: String, parameters: [DataType], columns: [Column]) {
        self.file = file
        self.text = text
        self.parameters = parameters
        self.columns = columns
    }

    /// The statement with no values but of the right types, for the server to describe.
    package var unbound: Query {
        Query(unescaped: text, values: Bindings(nullsOf: parameters))
    }

    /// What the header says otherwise than the server; empty when they agree.
    ///
    /// - Parameter server: What `Connection.describe(_:)` said of `unbound`.
    /// - Returns: A line for each difference.
    package func differences(from server: StatementDescription) -> [String] {
        var differences: [String] = []
        if parameters != server.parameters {
            differences.append("\(file): param \(parameters) is \(server.parameters) to the server")
        }
        if columns.map(\.type) != server.columns.map(\.type) {
            differences.append(
                "\(file): result \(Self.list(columns)) is \(Self.list(server.columns)) to the server"
            )
        } else if columns.map(\.name) != server.columns.map(\.name) {
            differences.append(
                "\(file): result \(columns.map(\.name)) is named \(server.columns.map(\.name))"
            )
        }
        return differences
    }

    private static func list(_ columns: [Column]) -> String {
        "[" + columns.map { "\($0.name): \($0.type)" }.joined(separator: ", ") + "]"
    }
}
