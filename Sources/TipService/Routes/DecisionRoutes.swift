import HTTPServer
import JSONReading
import TipCore
import TipStore
import TipWire

/// Routes that say which tips may be shown, and why not.
struct DecisionRoutes: Sendable {
    let decisions: DecisionService

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
            throw Problem(400, error.code.rawValue, "\(error.detail) at byte \(error.offset).")
        }
        switch DecisionRequest.decode(value) {
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
        if let text = request.http.queryValue("at") {
            guard let time = Timestamp(rfc3339: text) else {
                throw Problem(
                    400,
                    "bad_time",
                    "The time in ?at= cannot be read.",
                    hint: "Write it as RFC 3339."
                )
            }
            asked.at = time
        }
        do {
            return HTTPResponse(try await decisions.explain(.init(asked), tip: request.capture("tip")))
        } catch let error as UnknownTip {
            throw Problem(404, "unknown_tip", "The catalog has no such tip.", hint: error.hint)
        }
    }
}
