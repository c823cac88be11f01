import HTTPServer
import TipCore
import TipStore

/// Routes over the kill switch of a tip.
struct TipRoutes: Sendable {
    let switches: TipSwitchService

    var all: [Route] {
        [
            Route("POST", "/v1/tips/{tip}/off", scope: .admin, "Make a tip pending for everybody") {
                try await turn($0, off: true)
            },
            Route("POST", "/v1/tips/{tip}/on", scope: .admin, "Let a tip's rules decide again") {
                try await turn($0, off: false)
            },
        ]
    }

    private func turn(_ request: RoutedRequest, off isOff: Bool) async throws -> HTTPResponse {
        let at = try request.http.time("at")
        do {
            return HTTPResponse(try await switches.turn(request.capture("tip"), off: isOff, at: at).json)
        } catch let error as UnknownTip {
            throw Problem(404, "unknown_tip", "The catalog has no such tip.", hint: error.hint)
        } catch let error as LifecycleError {
            throw Problem(409, error.code, error.description)
        }
    }
}
