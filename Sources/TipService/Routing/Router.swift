import HTTPServer
import TipCore
import TipStore

/// Finds the route of a request, checks its key, and turns every failure into an answer.
struct Router: Sendable {
    let routes: RouteIndex
    let gatekeeper: Gatekeeper
    let limits: RateLimits
    let notes: RequestNotes
    /// Proxies whose word on the client's address is taken.
    let trustedProxies: [AddressRange]
    /// What a browser is shown where there is nothing; nil where the request is not a browser's.
    let nothingHere: @Sendable (HTTPRequest) async -> HTTPResponse?
    /// Told of failures that are the server's own; they are answered without details.
    let failed: @Sendable (any Error) -> Void

    /// Answers a request.
    func answer(_ request: HTTPRequest) async -> HTTPResponse {
        if request.method == "OPTIONS", request.path == "*" {
            return HTTPResponse(status: 204, headers: ["Allow": Self.methods(routes.all)])
        }
        let matches = routes.matches(request.segments)
        if request.method == "OPTIONS", let first = matches.first {
            notes.route(first.route.pattern, of: request.id)
            return options(matches.map(\.route), request)
        }
        let match = matches.first { route, _ in
            route.method == request.method || (request.method == "HEAD" && route.takesHead)
        }
        guard let (route, captures) = match else {
            if matches.isEmpty, ["GET", "HEAD"].contains(request.method),
                let page = await nothingHere(request)
            {
                return page
            }
            return refuse(unmatched(matches.map(\.route)), path: request.path, as: matches.first?.route)
        }
        notes.route(route.pattern, of: request.id)
        var response: HTTPResponse
        do {
            if route.scope != nil { try limits.takeAddress(trustedProxies.client(of: request)) }
            if let scope = route.scope, !route.checksItsKey {
                try await gatekeeper.check(Gatekeeper.key(in: request), scope: scope, of: request)
            }
            response = try await route.answer(RoutedRequest(http: request, captures: captures))
        } catch {
            response = route.refusal(problem(for: error, of: request), request.path)
        }
        CrossOrigin.open(&response, for: route)
        return response
    }

    /// Phrases a refusal as the clients of its path expect it.
    func refuse(_ problem: Problem, path: String?) -> HTTPResponse {
        guard let path, let request = try? HTTPRequest(method: "GET", target: path) else {
            return problem.response
        }
        return refuse(problem, path: path, as: routes.matches(request.segments).first?.route)
    }

    private func refuse(_ problem: Problem, path: String, as route: Route?) -> HTTPResponse {
        guard let route else { return problem.response }
        var response = route.refusal(problem, path)
        CrossOrigin.open(&response, for: route)
        return response
    }

    private func unmatched(_ matches: [Route]) -> Problem {
        guard matches.isEmpty else {
            let allowed = Self.methods(matches)
            var problem = Problem(
                405,
                "method_not_allowed",
                "The path takes \(allowed).",
                hint: "Send one of those methods."
            )
            problem.allowedMethods = allowed
            return problem
        }
        return Problem(
            404,
            "not_found",
            "There is nothing at this path.",
            hint: "The routes are in /openapi.json; most begin with /v1."
        )
    }

    /// What may be asked of a path; a browser asks it before it lets a page send.
    private func options(_ routes: [Route], _ request: HTTPRequest) -> HTTPResponse {
        let methods = Self.methods(routes)
        var response = HTTPResponse(status: 204, headers: ["Allow": methods])
        if let route = routes.first(where: \.isForAnyOrigin) {
            CrossOrigin.open(&response, for: route)
            CrossOrigin.preflight(&response, methods: Self.methods(routes.filter(\.isForAnyOrigin)))
            // CloudEvents' rules for webhooks: whoever is to send asks for leave first.
            if let origin = request.headers["WebHook-Request-Origin"] {
                response.headers.add("WebHook-Allowed-Origin", origin)
                response.headers.add("WebHook-Allowed-Rate", "*")
            }
        }
        return response
    }

    private static func methods(_ routes: [Route]) -> String {
        var methods = Set(routes.map(\.method))
        if routes.contains(where: \.takesHead) { methods.insert("HEAD") }
        return (methods.sorted() + ["OPTIONS"]).joined(separator: ", ")
    }

    private func problem(for error: any Error, of request: HTTPRequest) -> Problem {
        switch error {
        case let problem as Problem: return problem
        case let error as StoreError: return problem(for: error, of: request)
        case _ where Workspace.isUnreachable(error):
            failed(error)
            return Self.databaseUnavailable
        default: return failure(error, of: request)
        }
    }

    private func failure(_ error: any Error, of request: HTTPRequest) -> Problem {
        failed(error)
        return Problem(
            500,
            "internal",
            "The server failed. Nothing of the request may be taken as done.",
            hint: "The server's log has the reason, under request \(request.id)."
        )
    }

    private func problem(for error: StoreError, of request: HTTPRequest) -> Problem {
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
        default: return failure(error, of: request)
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
