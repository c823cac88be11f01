import HTTPServer
import JSONReading
import TipCore
import TipWire

/// The native wire: one event, an array, an envelope with `events`, or NDJSON.
struct NativeDialect: Dialect {
    let name = "native"

    let doors = [DialectDoor(pattern: "/v1/events", summary: "Take events; 200 means committed")]

    /// How events stand in a body of a media type.
    static func form(contentType: String?) -> JSONBatch.Form {
        let lines = [
            "application/x-ndjson", "application/ndjson", "application/jsonl", "application/x-jsonlines",
        ]
        return lines.contains(MediaType.name(contentType)) ? .lines : .arrayOrEnvelope(member: "events")
    }

    func parcel(_ request: RoutedRequest) throws(Problem) -> Parcel {
        _ = try request.http.flag("results")
        return Parcel(
            body: request.http.body,
            form: Self.form(contentType: request.http.headers["Content-Type"])
        )
    }

    func speaker(of request: HTTPRequest) -> any Dialect {
        CloudEventsDialect.isSpoken(in: request) ? CloudEventsDialect() : self
    }

    func translate(_ element: JSON, _ context: DialectContext) -> [JSON] { [element] }

    func sender(of element: JSON) -> (id: String?, person: String?) {
        (element["id"]?.stringValue, element["person"]?.stringValue)
    }

    func answer(_ answer: BatchAnswer, to request: RoutedRequest) -> HTTPResponse {
        HTTPResponse(answer.json(withResults: (try? request.http.flag("results")) == true))
    }

    func refusal(_ problem: Problem, path: String) -> HTTPResponse { problem.response }
}

/// Media types as headers write them.
enum MediaType {
    /// The type without its parameters, in lower case; empty where there is none.
    static func name(_ header: String?) -> String {
        guard let header else { return "" }
        return header.prefix { $0 != ";" }.lowercased().filter { $0 != " " }
    }
}
