import HTTPServer
import Synchronization
import TipCore
import TipStore
import TipWire

/// Routes for whoever runs the server: alive, ready, limits.
struct OperationRoutes: Sendable {
    let workspace: Workspace
    let settings: ServiceSettings
    let isStopping: @Sendable () -> Bool

    var all: [Route] {
        [
            Route("GET", "/healthz", scope: nil, "The process is alive") { _ in
                HTTPResponse(["status": "alive"])
            },
            Route("GET", "/readyz", scope: nil, "The server can take events") { _ in await ready() },
            Route("GET", "/v1/limits", scope: nil, "The limits that are in force") { _ in announced() },
        ]
    }

    private func ready() async -> HTTPResponse {
        guard !isStopping() else {
            return Problem(
                503,
                "stopping",
                "The server is stopping.",
                hint: "Ask again, or ask another server.",
                retryAfterSeconds: 5
            ).response
        }
        do {
            try await workspace.store.ping()
            return HTTPResponse(["status": "ready"])
        } catch {
            return Problem(
                503,
                "database_unavailable",
                "The database does not answer.",
                hint: "Ask again; a private database is started again by itself.",
                retryAfterSeconds: 2
            ).response
        }
    }

    private func announced() -> HTTPResponse { HTTPResponse(.object(settings.announced)) }
}
