package import HTTPServer
import JSONReading
package import TipCore

/// An answer that says what was wrong, as RFC 9457 `application/problem+json` with a stable `code`.
package struct Problem: Error, Hashable, Sendable {
    /// The status code.
    package let status: Int
    /// A stable word for the problem.
    package let code: String
    /// What was wrong with this request, without what a person typed.
    package let detail: String
    /// What to do about it.
    package let hint: String?
    /// After how many seconds the same request may succeed.
    package var retryAfterSeconds: Int?
    /// The methods that the path takes, where the request had another.
    package var allowedMethods: String?
    /// Members besides those of the standard, such as a list of errors.
    package var members: [JSON.Member] = []

    /// Creates a problem.
    package init(
        _ status: Int,
        _ code: String,
        _ detail: String,
        hint: String? = nil,
        retryAfterSeconds: Int? = nil
    ) {
        self.status = status
        self.code = code
        self.detail = detail
        self.hint = hint
        self.retryAfterSeconds = retryAfterSeconds
    }

    /// The answer.
    package var response: HTTPResponse {
        var body: [JSON.Member] = [
            .init("title", .string(Self.titles[status] ?? "Error")), .init("status", .integer(Int64(status))),
            .init("code", .string(code)), .init("detail", .string(detail)),
        ]
        let advice = hint ?? Self.hints[status] ?? "The routes and what they take are in /openapi.json."
        body.append(.init("hint", .string(advice)))
        var response = HTTPResponse(
            status: status,
            headers: ["Content-Type": "application/problem+json"],
            body: JSON.object(body + members).bytes()
        )
        for field in headers.fields { response.headers.add(field.name, field.value) }
        return response
    }

    /// The header fields that belong to the problem in any dialect.
    var headers: HTTPHeaders {
        var headers = HTTPHeaders()
        if let retryAfterSeconds { headers.add("Retry-After", String(retryAfterSeconds)) }
        if let allowedMethods { headers.add("Allow", allowedMethods) }
        if status == 401 { headers.add("WWW-Authenticate", "Bearer") }
        return headers
    }

    /// What was wrong and what to do about it, on one line, for dialects that have one text.
    var sentence: String {
        guard let hint else { return detail }
        return "\(detail) \(hint)"
    }

    /// What to do where the problem itself does not say it.
    private static let hints: [Int: String] = [
        400: "Mend what is named and send it again; /openapi.json has the form.",
        409: "Look first where the thing stands: GET /v1/experiments, GET /v1/catalog.",
        500: "The server's log has the reason.",
    ]

    private static let titles: [Int: String] = [
        400: "Bad Request", 401: "Unauthorized", 403: "Forbidden", 404: "Not Found",
        405: "Method Not Allowed", 408: "Request Timeout",
        409: "Conflict", 412: "Precondition Failed", 413: "Content Too Large", 415: "Unsupported Media Type",
        417: "Expectation Failed", 422: "Unprocessable Content", 429: "Too Many Requests",
        431: "Request Header Fields Too Large", 500: "Internal Server Error", 501: "Not Implemented",
        503: "Service Unavailable", 505: "HTTP Version Not Supported",
    ]
}

extension Problem {
    /// A body that is no JSON, with the place.
    init(_ failure: JSONFailure, hint: String? = nil) {
        self.init(400, failure.code.rawValue, "\(failure.detail) at byte \(failure.offset).", hint: hint)
    }
}

extension HTTPResponse {
    /// An answer of JSON.
    package init(status: Int = 200, _ json: JSON, headers: HTTPHeaders = [:]) {
        var all = headers
        all.add("Content-Type", "application/json")
        self.init(status: status, headers: all, body: json.bytes())
    }
}

extension Problem {
    /// What the server refused before it looked at the route, with what to do about it.
    init(_ refusal: HTTPRefusal) {
        let hint =
            switch refusal.reason {
            case .badRequest: "Send HTTP/1.1 as RFC 9112 has it."
            case .badTarget: "Percent-encode the path as UTF-8."
            case .headersTooLarge: "Send fewer or shorter header fields."
            case .bodyTooLarge: "Send fewer events a request; GET /v1/limits has the limits."
            case .badEncoding: "Compress the body whole, as Content-Encoding says."
            case .unsupportedEncoding: "Send gzip, deflate or no coding."
            case .unsupportedTransferEncoding: "Send chunked, or a Content-Length."
            case .unsupportedExpectation: "Leave Expect out, or send 100-continue."
            case .unsupportedVersion: "Send HTTP/1.1; HTTP/2 is for a proxy in front."
            case .timeout: "Send the request again on a faster connection, in smaller parts."
            case .overloaded, .stopping: "Send the same request again a little later."
            }
        self.init(refusal.status, refusal.reason.rawValue, refusal.detail + ".", hint: hint)
    }
}
