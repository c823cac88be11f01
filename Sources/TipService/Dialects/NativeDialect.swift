import HTTPServer
import JSONReading
import TipCore
import TipWire

/// The native wire: one event, an array, an envelope with `events`, or NDJSON.
enum NativeDialect {
    /// How events stand in a body of a media type.
    static func form(contentType: String?) -> JSONBatch.Form {
        let type = contentType?.prefix { $0 != ";" }.lowercased().filter { $0 != " " }
        let lines = [
            "application/x-ndjson", "application/ndjson", "application/jsonl", "application/x-jsonlines",
        ]
        return type.map { lines.contains($0) } ?? false ? .lines : .arrayOrEnvelope(member: "events")
    }

    /// Answers `POST /v1/events`.
    static func answer(_ request: HTTPRequest, intake: EventIntake) async throws -> HTTPResponse {
        do {
            let answer = try await intake.take(
                request.body,
                form: form(contentType: request.headers["Content-Type"])
            )
            return HTTPResponse(answer.json(withResults: request.queryValue("results") == "1"))
        } catch let failure as JSONFailure {
            throw problem(failure, limits: intake.limits)
        }
    }

    private static func problem(_ failure: JSONFailure, limits: IntakeLimits) -> Problem {
        guard failure.code == .tooLarge else {
            return Problem(
                400,
                failure.code.rawValue,
                "\(failure.detail) at byte \(failure.offset). Nothing was stored.",
                hint: "Send one JSON event, an array, {\"events\":[…]}, or NDJSON as application/x-ndjson."
            )
        }
        return Problem(
            413,
            failure.code.rawValue,
            "\(failure.detail). Nothing was stored.",
            hint: "Send at most \(limits.events) events a request."
        )
    }
}
