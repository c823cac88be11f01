import HTTPServer
import TipCore

/// What mobile SDKs of Segment fetch when they start, before they send anything.
///
/// It tells them to send here: settings of their own would win over the address in the app. `httpConfig` makes
/// newer versions drop what is refused for good, where older ones send it again for ever.
struct SegmentSettingsRoutes: Sendable {
    var all: [Route] {
        ["/v1/projects/{key}/settings", "/projects/{key}/settings"].map { pattern in
            Route(
                "GET",
                pattern,
                scope: nil,
                "Segment: settings that point here",
                allowsSlash: true,
                isForAnyOrigin: true
            ) { settings($0) }
        }
    }

    private func settings(_ request: RoutedRequest) -> HTTPResponse {
        let host = request.http.headers["Host"] ?? ""
        let segment: JSON = [
            "apiKey": .string(request.capture("key")), "apiHost": .string(host + "/v1"), "httpConfig": [:],
        ]
        // The answer names the host that was asked, so nobody may keep it for others.
        return HTTPResponse(["integrations": ["Segment.io": segment]], headers: ["Cache-Control": "no-store"])
    }
}
