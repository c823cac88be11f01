import HTTPServer

extension HTTPLimits {
    /// Limits that no test meets by chance: other tests may keep a test waiting between two of its steps.
    static var patient: HTTPLimits {
        var limits = HTTPLimits()
        (limits.headerTime, limits.bodyTime, limits.rateGrace) = (.seconds(300), .seconds(300), .seconds(300))
        (limits.answerTime, limits.idleTime) = (.seconds(300), .seconds(300))
        return limits
    }
}

/// A server on a port of its own, for as long as a test uses it.
struct TestServer {
    var limits = HTTPLimits.patient
    var onFinish: HTTPServer.Observer = { _ in }
    var respond: HTTPServer.Handler = echo

    /// Answers with the request's line and body: `METHOD path name=value…`, an empty line, the body.
    @Sendable
    static func echo(_ request: HTTPRequest) async -> HTTPResponse {
        var line = "\(request.method) \(request.path)"
        for item in request.query { line += " \(item.name)=\(item.value)" }
        return HTTPResponse(status: 200, body: Array("\(line)\n\n".utf8) + request.body)
    }

    /// Runs a test against the server.
    func run(_ test: (HTTPAddress) async throws -> Void) async throws {
        let server = HTTPServer(
            address: HTTPAddress(host: "127.0.0.1", port: 0),
            limits: limits,
            onFinish: onFinish,
            respond: respond
        )
        let address = try await server.start()
        do {
            try await test(address)
        } catch {
            await server.stop(grace: .zero)
            throw error
        }
        await server.stop(grace: .seconds(5))
    }
}
