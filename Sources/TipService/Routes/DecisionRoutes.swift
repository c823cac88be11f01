import HTTPServer
import JSONReading
import TipCore
import TipStore
import TipWire

/// Routes that say which tips may be shown, and why not.
struct DecisionRoutes: Sendable {
    let decisions: DecisionService
    /// How large the parts of a question may be.
    var limits = EventLimits()

    var all: [Route] {
        [
            Route("POST", "/v1/decisions", scope: .evaluate, "Which tips may be shown") {
                try await decide($0)
            },
            Route("GET", "/v1/people/{person}/tips/{tip}", scope: .read, "Why a tip shows or not") {
                try await explain($0)
            },
        ]
    }

    private func decide(_ request: RoutedRequest) async throws -> HTTPResponse {
        let value: JSON
        do throws(JSONFailure) {
            value = JSON(try JSONValue.read(request.http.body))
        } catch {
            throw Problem(error)
        }
        switch DecisionRequest.decode(value, limits: limits) {
        case .success(let asked): return HTTPResponse(try await decisions.decide(.init(asked)))
        case .failure(let rejection):
            throw Problem(400, rejection.code.rawValue, rejection.detail, hint: rejection.hint)
        }
    }

    private func explain(_ request: RoutedRequest) async throws -> HTTPResponse {
        var asked = DecisionRequest(
            person: request.capture("person"),
            locale: request.http.queryValue("locale"),
            isExplained: true
        )
        asked.at = try request.http.time("at")
        do {
            return HTTPResponse(try await decisions.explain(.init(asked), tip: request.capture("tip")).json)
        } catch let error as UnknownTip {
            throw Problem(404, "unknown_tip", "The catalog has no such tip.", hint: error.hint)
        }
    }
}
