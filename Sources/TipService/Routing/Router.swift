import HTTPServer
import TipCore
import TipStore

/// Finds the route of a request, checks its key, and turns every failure into an answer.
struct Router: Sendable {
    let routes: [Route]
    let gatekeeper: Gatekeeper
    /// Told of failures that are the server's own; they are answered without details.
    let failed: @Sendable (any Error) -> Void

    /// Answers a request.
    func answer(_ request: HTTPRequest) async -> HTTPResponse {
        do {
            let (route, routed) = try match(request)
            if let scope = route.scope { try await gatekeeper.check(request, scope: scope) }
            return try await route.answer(routed)
        } catch let problem as Problem {
            return problem.response
        } catch let error as StoreError {
            return problem(for: error).response
        } catch  where Workspace.isUnreachable(error) {
            failed(error)
            return Self.databaseUnavailable.response
        } catch {
            failed(error)
            return Problem(
                500,
                "internal",
                "The server failed. Nothing of the request may be taken as done.",
                hint: "The server's log has the reason, under request \(request.id)."
            ).response
        }
    }

    private func match(_ request: HTTPRequest) throws -> (Route, RoutedRequest) {
        let method = request.method == "HEAD" ? "GET" : request.method
        let matches = routes.compactMap { route in
            route.captures(of: request.segments).map { (route, RoutedRequest(http: request, captures: $0)) }
        }
        if let match = matches.first(where: { $0.0.method == method }) { return match }
        guard matches.isEmpty else {
            let allowed = Set(matches.map(\.0.method)).sorted().joined(separator: ", ")
            throw Problem(405, "method_not_allowed", "The path takes \(allowed).")
        }
        throw Problem(
            404,
            "not_found",
            "There is nothing at this path.",
            hint: "GET /openapi.json lists the routes."
        )
    }

    private func problem(for error: StoreError) -> Problem {
        switch error.problem {
        case .overloaded(let seconds):
            return Problem(
                503,
                "overloaded",
                "More events wait than the server holds. Nothing was stored.",
                hint: "Send the same request again; events that got through count once.",
                retryAfterSeconds: seconds
            )
        case .unavailable(let cause):
            failed(cause)
            return Self.databaseUnavailable
        default:
            failed(error)
            return Problem(500, "internal", "The server failed. Nothing of the request may be taken as done.")
        }
    }

    /// The answer to whatever needs the database while it is away, or while all its connections are busy.
    private static let databaseUnavailable = Problem(
        503,
        "database_unavailable",
        "The database does not answer. Nothing may be taken as stored.",
        hint: "Send the same request again; events that got through count once.",
        retryAfterSeconds: 2
    )
}
