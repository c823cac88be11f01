import HTTPServer
import Synchronization
import TipCore
import TipStore
import TipWire

/// Routes for whoever runs the server: alive, ready, limits.
struct OperationRoutes: Sendable {
    let workspace: Workspace
    let limits: IntakeLimits
    let http: HTTPLimits
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
            return Problem(503, "stopping", "The server is stopping.", retryAfterSeconds: 5).response
        }
        do {
            try await workspace.store.ping()
            return HTTPResponse(["status": "ready"])
        } catch {
            return Problem(
                503,
                "database_unavailable",
                "The database does not answer.",
                retryAfterSeconds: 2
            ).response
        }
    }

    private func announced() -> HTTPResponse {
        let event = limits.event
        return HTTPResponse([
            "eventBytes": .integer(Int64(event.eventBytes)), "bodyBytes": .integer(Int64(http.bodyBytes)),
            "eventsPerRequest": .integer(Int64(limits.events)), "depth": .integer(Int64(event.depth)),
            "idBytes": .integer(Int64(event.idBytes)), "personBytes": .integer(Int64(event.personBytes)),
            "deviceBytes": .integer(Int64(event.deviceBytes)), "infoBytes": .integer(Int64(event.infoBytes)),
        ])
    }
}
