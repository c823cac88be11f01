import Postgres

/// The connections on which a projector folds, kept from round to round: a new one costs more than a small step.
final class FoldConnections: Sendable {
    private let settings: ConnectionSettings
    private let schema: String?
    private let idle = Guarded([Connection]())

    /// Keeps connections to a database.
    ///
    /// - Parameters:
    ///   - settings: Where it is.
    ///   - schema: The schema whose tables names mean first; nil for the usual one.
    init(_ settings: ConnectionSettings, schema: String?) {
        self.settings = settings
        self.schema = schema
    }

    /// Lends a connection; one on which the body fails is not used again.
    func with<Result: Sendable>(_ body: (Connection) async throws -> Result) async throws -> Result {
        let connection = try await take()
        do {
            let result = try await body(connection)
            idle.withLock { $0.append(connection) }
            return result
        } catch {
            await connection.close()
            throw error
        }
    }

    /// Closes what is not lent.
    func close() async {
        let connections = idle.withLock { idle in
            defer { idle = [] }
            return idle
        }
        for connection in connections { await connection.close() }
    }

    private func take() async throws -> Connection {
        while let connection = idle.withLock({ $0.popLast() }) {
            // A server that went away meanwhile takes idle connections with it; that is nobody's failure.
            if (try? await connection.ping()) != nil { return connection }
            await connection.close()
        }
        let connection = try await Connection.open(settings)
        try await connection.run { connection in
            if let schema { try connection.execute(script: "set search_path = \(unescaped: schema), public") }
            // Plans are kept, and those made of a table that was just empty must serve when it is large.
            try connection.preferIndexes()
        }
        return connection
    }
}
