import HTTPServer

/// What browsers are told, so that pages of any origin may call the routes of apps.
///
/// Such a route needs a key that every app carries, and takes no cookie, so nothing is given away. Routes that read
/// or administer say nothing, and a browser keeps other pages from them.
enum CrossOrigin {
    /// Lets pages of any origin read an answer, with the headers that SDKs look at.
    static func open(_ response: inout HTTPResponse, for route: Route) {
        guard route.isForAnyOrigin else { return }
        response.headers.add("Access-Control-Allow-Origin", "*")
        response.headers.add("Access-Control-Expose-Headers", "ETag, Retry-After, X-Request-Id")
    }

    /// Answers the question that a browser asks first.
    static func preflight(_ response: inout HTTPResponse, methods: String) {
        response.headers.add("Access-Control-Allow-Methods", methods)
        // A star would leave Authorization out.
        response.headers.add(
            "Access-Control-Allow-Headers",
            "Authorization, Content-Type, Content-Encoding, If-None-Match, X-API-Key, X-Request-Id"
        )
        response.headers.add("Access-Control-Max-Age", "900")
    }
}
