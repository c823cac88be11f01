import HTTPServer
import Postgres
import Synchronization
import TipCore
import TipService
import TipStore
import TipTestSupport

extension DatabaseTemplate {
    /// A database that has been migrated, with four streams.
    static let served = DatabaseTemplate("service") { connection in
        _ = try await Migrator(connection.settings).up(streams: 4)
    }
}

/// A server over a database of its own, and a key of each scope.
struct ServiceBench: Sendable {
    let settings: ConnectionSettings
    let workspace: Workspace
    let server: Server
    let keys: [KeyStore.Scope: String]
    /// What an operator was told.
    let told: Told

    /// The lines that the server wrote for its operator.
    final class Told: Sendable {
        private let state = Mutex<[String]>([])

        var lines: [String] { state.withLock { $0 } }

        func add(_ line: String) { state.withLock { $0.append(line) } }
    }

    /// An answer with its body read.
    struct Answer: Sendable {
        let status: Int
        let headers: HTTPHeaders
        let json: JSON

        /// The stable word of a problem.
        var code: String? { json["code"]?.stringValue }

        init(_ response: HTTPResponse) {
            status = response.status
            headers = response.headers
            json = JSON(parsing: String(decoding: response.body, as: UTF8.self)) ?? .null
        }
    }

    /// Asks the server without a network.
    ///
    /// - Parameter scope: The scope of the key that is sent; nil sends none.
    func ask(
        _ method: String,
        _ target: String,
        as scope: KeyStore.Scope?,
        _ body: String = "",
        type: String = "application/json",
        headers: [(String, String)] = []
    ) async throws -> Answer {
        var fields: HTTPHeaders = ["Content-Type": type]
        if let key = scope.flatMap({ keys[$0] }) { fields.add("Authorization", "Bearer \(key)") }
        for (name, value) in headers { fields.add(name, value) }
        let request = try HTTPRequest(method: method, target: target, headers: fields, body: Array(body.utf8))
        return Answer(await server.answer(request))
    }

    /// Sends events.
    func post(_ body: String, type: String = "application/json", query: String = "") async throws -> Answer {
        try await ask("POST", "/v1/events\(query)", as: .write, body, type: type)
    }

    /// The rows of a question about the database.
    func rows(_ query: Query) async throws -> Rows {
        let connection = try await Connection.open(settings)
        let rows = try await connection.query(query)
        await connection.close()
        return rows
    }

    /// A number from the database.
    func count(_ query: Query) async throws -> Int64 {
        try await rows(query).one().int64(0)
    }
}

/// Gives a body a server on a database of its own.
func withService(_ body: (ServiceBench) async throws -> Void) async throws {
    try await withDatabase(.served) { settings in
        let workspace = try await Workspace.open(settings)
        let told = ServiceBench.Told()
        let server = try Server(workspace, listen: "127.0.0.1:0") { told.add($0) }
        var keys: [KeyStore.Scope: String] = [:]
        for scope in KeyStore.Scope.allCases {
            keys[scope] = try await workspace.store.keys.create(scope: scope, name: "", at: workspace.now())
                .text
        }
        let bench = ServiceBench(
            settings: settings,
            workspace: workspace,
            server: server,
            keys: keys,
            told: told
        )
        do {
            try await body(bench)
            await workspace.close()
        } catch {
            await workspace.close()
            throw error
        }
    }
}
