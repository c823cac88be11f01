import Glibc

/// A client's connection and how far it has come; knows when it has taken too long.
///
/// libmicrohttpd's time-outs count silence only, so a client that sends a byte a second would hold a
/// connection for ever. Here each phase has an end, whatever trickles in. The descriptor is libmicrohttpd's:
/// it is open until `closed()`, which libmicrohttpd calls before it closes it.
final class Connection: Sendable {
    /// What a connection is doing.
    private enum Phase {
        /// Waits for a request, or for the rest of its header once `begun`.
        case header(begun: Bool)
        /// Receives a body.
        case body
        /// Waits for the answer to be made; time is not the client's then.
        case handling
        /// Sends the answer.
        case answering
        /// Is libmicrohttpd's to close, or closed.
        case closed
    }

    private struct State {
        var phase = Phase.header(begun: false)
        var deadline: ContinuousClock.Instant?
        /// Set once the connection was shut down for being late.
        var expired = false
        /// What was sent past libmicrohttpd.
        var refusal: HTTPRefusal?
        /// Set where the client was seen to have ended in the middle of a request.
        var hasLeft = false
        /// Set where the client is still sending what nobody will read.
        var lingers = false
        /// The request under way, from its request line to the end of its answer.
        var exchange: Exchange?
        /// When the body began, and how many bytes of it have come.
        var body: (beganAt: ContinuousClock.Instant, bytes: Int) = (.now, 0)
    }

    /// The client's address.
    let peer: String

    /// The socket; open until `closed()`.
    let descriptor: Int32

    private let core: ServerCore
    private var limits: HTTPLimits { core.limits }
    private let state: Guarded<State>

    /// Starts with the wait for the first request.
    init(descriptor: Int32, peer: String, core: ServerCore) {
        self.descriptor = descriptor
        self.peer = peer
        self.core = core
        // A fresh connection that sends nothing is as late as one that sends slowly.
        self.state = Guarded(State(phase: .header(begun: true), deadline: .now + core.limits.headerTime))
    }

    /// The request line has arrived: the rest of the header has its time from here.
    func headerBegins(of exchange: Exchange) {
        state.withLock { state in
            state.exchange = exchange
            guard case .header = state.phase else { return }
            let deadline = ContinuousClock.now + limits.headerTime
            state.phase = .header(begun: true)
            state.deadline = state.deadline.map { min($0, deadline) } ?? deadline
        }
    }

    /// The header has arrived.
    ///
    /// False where the connection was shut down meanwhile.
    func bodyBegins() -> Bool {
        state.withLock { $0.body = (.now, 0) }
        return enter(.body, within: min(limits.bodyTime, limits.rateGrace))
    }

    /// More of the body has arrived, which buys time for the rest: no slower than the least rate, and never more than
    /// a body has.
    func bodyGrows(by bytes: Int) {
        state.withLock { state in
            guard case .body = state.phase, state.deadline != nil else { return }
            state.body.bytes += bytes
            let bought = Duration.seconds(Double(state.body.bytes) / Double(max(limits.bytesPerSecond, 1)))
            state.deadline = state.body.beganAt + min(limits.bodyTime, limits.rateGrace + bought)
        }
    }

    /// The request has arrived whole.
    ///
    /// False where the connection was shut down meanwhile.
    func handlingBegins() -> Bool { enter(.handling, within: nil) }

    /// The answer is made.
    ///
    /// False where the connection was shut down meanwhile.
    func answerBegins() -> Bool { enter(.answering, within: limits.answerTime) }

    /// The answer is sent: the next request may take the time of silence and that of a header.
    func idles() {
        state.withLock { $0.exchange = nil }
        _ = enter(.header(begun: false), within: limits.idleTime + limits.headerTime)
    }

    /// libmicrohttpd cannot parse what came, and closes the connection: says so to the client.
    func parserRefuses(_ refusal: HTTPRefusal) {
        if let exchange = state.withLock({ $0.exchange }) {
            exchange.parserRefuses(refusal)
        } else {
            core.refuse(refusal, on: self)
        }
    }

    private func enter(_ phase: Phase, within time: Duration?) -> Bool {
        state.withLock { state in
            if state.expired { return false }
            if case .closed = state.phase { return false }
            state.phase = phase
            state.hasLeft = false
            state.deadline = time.map { .now + $0 }
            return true
        }
    }

    /// Notes that bytes are on their way which nobody will read, so that closing must not be abrupt.
    func linger() {
        state.withLock { $0.lingers = true }
    }

    /// Answers past libmicrohttpd, which cannot answer in the middle of a body; nothing else is sent after it.
    func sendLast(_ answer: [UInt8], for refusal: HTTPRefusal) {
        state.withLock { state in
            guard !state.expired else { return }
            state.lingers = true
            state.refusal = refusal
            send(answer)
        }
    }

    /// What a request was answered with past libmicrohttpd.
    var refusal: HTTPRefusal? { state.withLock { $0.refusal } }

    /// Shuts the connection down if its time is over, with an answer if a request had begun.
    func expire(at now: ContinuousClock.Instant, refusal: HTTPRefusal, answer: [UInt8]) {
        state.withLock { state in
            guard let deadline = state.deadline, deadline <= now, !state.expired else { return }
            switch state.phase {
            case .closed, .handling: return
            case .header(begun: true), .body:
                state.refusal = refusal
                send(answer)
            case .header(begun: false), .answering: break
            }
            state.expired = true
            shutdown(descriptor, Int32(SHUT_RDWR))
        }
    }

    /// Shuts the connection down if the client has ended while more was due from it.
    ///
    /// libmicrohttpd does not notice an end that arrives together with the last bytes. It may still be at work
    /// on these, so a connection is shut down only when it is found in the same state a second time.
    func endIfLeft() {
        state.withLock { state in
            switch state.phase {
            case .handling, .answering, .closed: return
            case .header, .body: break
            }
            var byte: UInt8 = 0
            guard !state.expired, unsafe recv(descriptor, &byte, 1, Int32(MSG_PEEK | MSG_DONTWAIT)) == 0
            else {
                return
            }
            if state.hasLeft {
                state.expired = true
                shutdown(descriptor, Int32(SHUT_RDWR))
            }
            state.hasLeft = true
        }
    }

    /// Shuts the connection down if it waits for a request, as the server is stopping.
    func endIfIdle() {
        state.withLock { state in
            guard case .header(begun: false) = state.phase, !state.expired else { return }
            state.expired = true
            shutdown(descriptor, Int32(SHUT_RDWR))
        }
    }

    /// Lets go of the descriptor, which libmicrohttpd will close now.
    ///
    /// - Returns: another descriptor of the same socket, to be drained and closed, where the client is still
    ///   sending: closing a socket with unread bytes resets it, and the client may lose the answer.
    func closed() -> Int32? {
        state.withLock { state in
            state.phase = .closed
            guard state.lingers, !state.expired else { return nil }
            let copy = dup(descriptor)
            return copy >= 0 ? copy : nil
        }
    }

    /// Sends what the socket takes at once; an answer to a refused request is small enough for that.
    private func send(_ answer: [UInt8]) {
        let flags = Int32(MSG_NOSIGNAL | MSG_DONTWAIT)
        _ = unsafe answer.withUnsafeBytes { unsafe Glibc.send(descriptor, $0.baseAddress, $0.count, flags) }
    }
}
