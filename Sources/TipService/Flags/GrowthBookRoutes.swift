import HTTPServer
import TipCore
import TipStore

/// The flags for GrowthBook's SDKs, which decide on the device.
struct GrowthBookRoutes: Sendable {
    let workspace: Workspace
    let decisions: DecisionService
    let gatekeeper: Gatekeeper

    var all: [Route] {
        [
            Route(
                "GET",
                "/api/features/{key}",
                scope: .evaluate,
                "GrowthBook: all flags with their rules",
                checksItsKey: true,
                allowsSlash: true,
                refusal: Self.refusal
            ) { try await features($0) }
        ]
    }

    private func features(_ request: RoutedRequest) async throws -> HTTPResponse {
        try await gatekeeper.check(request.capture("key"), scope: .evaluate, of: request.http)
        let project = try await decisions.project()
        let state = workspace.store.project.current
        let payload = GrowthBookPayload(project.catalog.catalog, state.lifecycle)
        let updated = state.events.map(\.receivedAt).max() ?? .epoch
        let answer = HTTPResponse(payload.json(updatedAt: updated))
        let tag = ETag.of(answer.body)
        let headers: HTTPHeaders = [
            "ETag": tag,
            "Cache-Control": "public, max-age=30, stale-while-revalidate=3600, stale-if-error=36000",
        ]
        guard !ETag.matches(request.http.headers["If-None-Match"], tag) else {
            return HTTPResponse(status: 304, headers: headers)
        }
        return answer.adding(headers)
    }

    /// These SDKs know one kind of refusal, whatever its status.
    private static func refusal(_ problem: Problem, path: String) -> HTTPResponse {
        HTTPResponse(
            status: problem.status,
            ["status": .integer(Int64(problem.status)), "error": .string(problem.sentence)],
            headers: problem.headers
        )
    }
}
