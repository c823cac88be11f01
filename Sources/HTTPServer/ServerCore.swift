import Synchronization

/// What all requests of a running server share.
final class ServerCore: Sendable {
    /// How far the server has come on its way to the end.
    enum Stage {
        /// Takes requests.
        case running
        /// Ends connections after each answer, and those that are silent.
        case draining
        /// Refuses every request that is not yet with its handler.
        case ending
    }

    private struct State {
        var stage = Stage.running
        var exchanges: [ObjectIdentifier: Exchange] = [:]
    }

    let limits: HTTPLimits
    let watch: ConnectionWatch

    private let respond: HTTPServer.Handler
    private let refuse: HTTPServer.Refuser
    private let onFinish: HTTPServer.Observer
    private let state = Guarded(State())
    private let bodyBytes = Atomic(0)
    private let requestCount = Atomic(UInt64.random(in: .min ... .max))

    /// Joins what the owner of the server has given.
    init(
        limits: HTTPLimits,
        respond: @escaping HTTPServer.Handler,
        refuse: @escaping HTTPServer.Refuser,
        onFinish: @escaping HTTPServer.Observer
    ) {
        self.limits = limits
        self.respond = respond
        self.refuse = refuse
        self.onFinish = onFinish
        let late = HTTPRefusal(.timeout, "The request took too long to arrive")
        self.watch = ConnectionWatch(
            lateRefusal: late,
            lateAnswer: Self.answer(to: late, path: nil, refuse).wireBytes
        )
    }

    /// The stage; each change is to a later one.
    var stage: Stage {
        get { state.withLock { $0.stage } }
        set { state.withLock { $0.stage = newValue } }
    }

    /// The requests in progress, from their request line to the end of their answer.
    var exchanges: [Exchange] { state.withLock { Array($0.exchanges.values) } }

    /// How many requests are in progress.
    var busyCount: Int { state.withLock { $0.exchanges.count } }

    /// A name for a request: 16 hexadecimal digits, different for each request of this server.
    ///
    /// A count from a random start, mixed by the finalizer of SplitMix64, which maps no two numbers to one.
    func makeID() -> String {
        var mixed = requestCount.wrappingAdd(0x9E37_79B9_7F4A_7C15, ordering: .relaxed).newValue
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        let digits = String(mixed ^ mixed >> 31, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    /// Notes that a request has begun.
    func begin(_ exchange: Exchange) {
        state.withLock { $0.exchanges[ObjectIdentifier(exchange)] = exchange }
    }

    /// Notes that a request has ended, and tells the owner.
    func end(_ exchange: Exchange, _ summary: HTTPSummary) {
        state.withLock { _ = $0.exchanges.removeValue(forKey: ObjectIdentifier(exchange)) }
        onFinish(summary)
    }

    /// Refuses what is no request yet, so that there is no exchange for it; the owner hears of it all the same.
    func refuse(_ refusal: HTTPRefusal, on connection: Connection) {
        let id = makeID()
        let answer = answer(to: refusal, path: nil).named(id)
        connection.sendLast(answer.wireBytes, for: refusal)
        onFinish(
            HTTPSummary(
                id: id,
                method: nil,
                path: nil,
                peer: connection.peer,
                status: refusal.status,
                refusal: refusal.reason,
                requestBytes: 0,
                responseBytes: answer.body.count,
                duration: .zero,
                isComplete: true
            )
        )
    }

    /// Sets memory aside for a body.
    ///
    /// False where all bodies together have too much.
    func reserve(_ bytes: Int) -> Bool {
        let total = bodyBytes.wrappingAdd(bytes, ordering: .relaxed).newValue
        if total <= limits.allBodiesBytes { return true }
        release(bytes)
        return false
    }

    /// Gives memory back.
    func release(_ bytes: Int) {
        bodyBytes.wrappingSubtract(bytes, ordering: .relaxed)
    }

    /// Lets the owner answer a request.
    func answer(_ request: HTTPRequest) async -> HTTPResponse {
        await respond(request)
    }

    /// Lets the owner phrase a refusal.
    func answer(to refusal: HTTPRefusal, path: String?) -> HTTPResponse {
        Self.answer(to: refusal, path: path, refuse)
    }

    private static func answer(
        to refusal: HTTPRefusal,
        path: String?,
        _ refuse: HTTPServer.Refuser
    ) -> HTTPResponse {
        var response = refuse(refusal, path)
        // The owner may say it with another status of refusal, as some clients need, and not with success.
        if response.status < 400 { response.status = refusal.status }
        for field in refusal.headers.fields where response.headers[field.name] == nil {
            response.headers.add(field.name, field.value)
        }
        return response
    }
}
