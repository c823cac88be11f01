/// A failure of the database, or of the way to it.
///
/// `description` is safe to log and to show: it leaves out bound values, the server's detail, and
/// the message of a data error, all of which may carry what a person typed. `debugDescription` has
/// everything.
///
/// ```swift
/// do {
///     try await connection.execute("insert into tip (id) values (\(id))")
/// } catch let error as PostgresError where error.sqlState == .uniqueViolation {
///     return .alreadyThere
/// }
/// ```
package struct PostgresError: Error, Hashable, Sendable {
    /// What failed.
    package let kind: Kind

    /// The server's code; nil when the failure is not the server's.
    package let sqlState: SQLState?

    /// What happened, in the server's or libpq's words.
    package let message: String

    /// More about it; may carry values.
    package var detail: String?

    /// What to do about it.
    package var hint: String?

    /// The constraint that was violated.
    package var constraint: String?

    /// The table concerned.
    package var table: String?

    /// The column concerned.
    package var column: String?

    /// The statement that failed, without its values.
    package var query: String?

    /// Where things can fail.
    package enum Kind: Hashable, Sendable {
        /// The server refused or gave up a statement; the connection is as good as before.
        case server
        /// The connection broke; whether the statement was carried out is not known.
        case connectionLost
        /// No connection could be made.
        case cannotConnect
        /// The connection, or the pool it would come from, was closed by this program.
        case closed
        /// No connection of the pool came free in time.
        case poolExhausted
        /// The program asked for something that libpq or the protocol does not allow.
        case misuse
    }

    /// Describes a failure.
    package init(
        _ kind: Kind,
        sqlState: SQLState? = nil,
        message: String,
        detail: String? = nil,
        hint: String? = nil,
        query: String? = nil
    ) {
        self.kind = kind
        self.sqlState = sqlState
        self.message = message
        self.detail = detail
        self.hint = hint
        self.query = query
    }

    /// Says whether the connection can still be used.
    package var leavesConnectionUsable: Bool {
        kind == .server || kind == .misuse
    }
}

extension PostgresError: CustomStringConvertible, CustomDebugStringConvertible {
    /// One line without any value: what failed, the code, the names, a hint.
    package var description: String {
        var line = headline
        if let sqlState { line += " [\(sqlState)]" }
        let names = [
            constraint.map { "constraint \($0)" }, table.map { "table \($0)" }, column.map { "column \($0)" },
        ]
        .compactMap(\.self)
        if !names.isEmpty { line += " (\(names.joined(separator: ", ")))" }
        if let query, !query.isEmpty { line += " in: \(Self.summary(of: query))" }
        if let hint, !isAboutData { line += ". \(hint)" }
        return line
    }

    /// Everything the server said, which may carry values: for the developer's eyes only.
    package var debugDescription: String {
        let fields: [(String, String?)] = [
            ("kind", "\(kind)"), ("sqlState", sqlState?.rawValue), ("message", message), ("detail", detail),
            ("hint", hint), ("constraint", constraint), ("table", table), ("column", column),
            ("query", query),
        ]
        let lines = fields.compactMap { name, value in value.map { "\(name): \($0)" } }
        return "PostgresError(\n  " + lines.joined(separator: "\n  ") + "\n)"
    }

    /// Messages of family 22 quote the value that was wrong; those of the others quote names.
    private var isAboutData: Bool { sqlState?.family == "22" }

    private var headline: String {
        switch kind {
        case .server: isAboutData ? "a value does not suit its type" : message
        case .connectionLost: "the connection to the database was lost: \(message)"
        case .cannotConnect: "cannot connect to the database: \(message)"
        case .closed, .poolExhausted, .misuse: message
        }
    }

    /// The statement on one line, cut where it gets long.
    private static func summary(of query: String, limit: Int = 160) -> String {
        let words = query.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return words.count <= limit ? words : words.prefix(limit) + "…"
    }
}
