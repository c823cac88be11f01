/// An HTTP/1.1 server with limits on everything, over libmicrohttpd.
///
/// ```swift
/// let server = HTTPServer(address: HTTPAddress(host: "127.0.0.1", port: 0)) { request in
///     HTTPResponse(status: 200, text: "You asked for \(request.path)\n")
/// }
/// let address = try await server.start()
/// …
/// await server.stop(grace: .seconds(10))
/// ```
///
/// A server that was started must be stopped: let go without, it goes on until the process ends.
///
/// A handler runs as a task of its own on the shared pool and gets a request only when it has arrived whole,
/// within all limits and decoded; no thread waits for it. If the client leaves meanwhile, the answer is
/// dropped. TLS and HTTP/2 are for a proxy in front.
///
/// What RFC 9112 forbids is refused with 400 and the connection is closed: a second Content-Length, one beside
/// Transfer-Encoding, a folded or bare-LF header line, space before a colon, a missing or second Host.
/// What libmicrohttpd cannot parse at all (a request line that is none, a header line without colon, a bad chunk
/// size, a header several times over the limit) is refused in the same words, and told to the observer. One leniency of libmicrohttpd 0.9.75 is out of reach from
/// here: within a chunked body it takes a bare LF for CR LF.
package actor HTTPServer {
    /// Answers a request.
    ///
    /// It is cancelled if the server stops and its grace is over.
    package typealias Handler = @Sendable (HTTPRequest) async -> HTTPResponse

    /// Phrases the answer to a request that is refused before any handler sees it, most often with the refusal's status.
    ///
    /// The path is as sent, without query; nil where the target is none, or the request line is not there yet.
    package typealias Refuser = @Sendable (_ refusal: HTTPRefusal, _ path: String?) -> HTTPResponse

    /// Hears of each request that has ended; it is called on a thread of the server and must not wait.
    package typealias Observer = @Sendable (HTTPSummary) -> Void

    private let address: HTTPAddress
    private let threads: Int
    private let core: ServerCore
    private var daemon: Daemon?

    /// Sets up a server; it listens from `start()` on.
    ///
    /// - Parameters:
    ///   - address: where to listen; port 0 lets the system choose.
    ///   - threads: how many threads receive and send; handlers do not run on them.
    ///   - limits: how much a client may send and how long it may take.
    ///   - refuse: phrases refusals; plain text by default.
    ///   - onFinish: hears of each request that has ended.
    ///   - respond: answers a request.
    package init(
        address: HTTPAddress = HTTPAddress(host: "127.0.0.1", port: 8_080),
        threads: Int = 2,
        limits: HTTPLimits = HTTPLimits(),
        refuse: @escaping Refuser = { refusal, _ in
            HTTPResponse(status: refusal.status, text: refusal.detail + "\n")
        },
        onFinish: @escaping Observer = { _ in },
        respond: @escaping Handler
    ) {
        self.address = address
        self.threads = max(threads, 1)
        self.core = ServerCore(limits: limits, respond: respond, refuse: refuse, onFinish: onFinish)
    }

    /// Opens the socket and begins to answer.
    ///
    /// - Returns: where it listens, with the port that the system chose.
    /// - Throws: `HTTPServerError` where the address is not free, or the server was started before.
    package func start() throws -> HTTPAddress {
        guard daemon == nil, case .running = core.stage else {
            throw HTTPServerError("The server was started before")
        }
        let socket = try ListeningSocket(at: address)
        let bound = socket.address
        daemon = try Daemon(socket: socket, threads: threads, core: core)
        core.watch.start()
        return bound
    }

    /// Stops: no new connections, silent ones are closed, and requests in progress get their answer.
    ///
    /// - Parameter grace: how long to wait for these; after that their tasks are cancelled and they get 503.
    package func stop(grace: Duration = .seconds(10)) async {
        guard let daemon else { return }
        self.daemon = nil
        core.stage = .draining
        daemon.stopListening()
        core.watch.endIdle()
        if await !isIdle(within: grace) {
            core.stage = .ending
            let refusal = HTTPRefusal(.stopping, "The server is stopping")
            for exchange in core.exchanges { exchange.preempt(with: refusal) }
            _ = await isIdle(within: .seconds(1))
        }
        core.stage = .ending
        for exchange in core.exchanges {
            exchange.preempt(with: HTTPRefusal(.stopping, "The server is stopping"))
        }
        await daemon.end()
    }

    /// Waits until no request is in progress, at most for so long.
    private func isIdle(within time: Duration) async -> Bool {
        let end = ContinuousClock.now + time
        while core.busyCount > 0 {
            if ContinuousClock.now >= end { return false }
            core.watch.endIdle()
            // Cancellation of the caller must not turn this into a busy loop, so it sleeps in a task of its own.
            await Task { try? await Task.sleep(for: .milliseconds(5)) }.value
        }
        return true
    }
}
