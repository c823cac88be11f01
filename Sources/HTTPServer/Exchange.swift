/// One request and its answer, from the request line to the last byte sent.
///
/// libmicrohttpd calls for each step on the thread of the connection; the task of the handler and the end of
/// the server come from elsewhere, so all that changes is behind one lock. A connection is suspended and
/// resumed within that lock, so that it is resumed exactly once, and never after the server has ended.
final class Exchange: Sendable {
    /// What libmicrohttpd is to do next.
    enum Step {
        /// Go on receiving, or wait.
        case proceed
        /// Send this answer, and close the connection behind it if so.
        case answer(HTTPResponse, closes: Bool)
        /// Close the connection.
        case abandon
    }

    private enum Stage {
        case header
        case body
        /// Refused while the body is still coming: so many bytes of it were dropped.
        case dropping(HTTPRefusal, Int)
        case handling(SuspendedConnection)
        case answered(HTTPResponse)
        case done
    }

    private struct State: ~Copyable {
        var stage = Stage.header
        var head: RequestHead?
        var receiver: BodyReceiver?
        var task: Task<Void, Never>?
        /// The answer that the end of the server has put in the place of the handler's.
        var preempted: HTTPRefusal?
        var refusal: HTTPRefusal.Reason?
        var bodyBytes = 0
        var answerBytes = 0
    }

    private let id: String
    private let target: [UInt8]
    private let connection: Connection
    private let core: ServerCore
    private let start = ContinuousClock.now
    private let state = Guarded(State())

    /// Begins when the request line has arrived; `target` are the bytes as they came.
    init(target: [UInt8], connection: Connection, core: ServerCore) {
        self.id = core.makeID()
        self.target = target
        self.connection = connection
        self.core = core
        connection.headerBegins(of: self)
        core.begin(self)
    }

    /// The path, also of a request that was refused; nil where the target has none.
    private var path: String? { RequestTarget.path(of: target) }

    /// How many bytes the target had.
    var targetSize: Int { target.count }

    /// Whether the header has not arrived yet.
    var isWaitingForHeader: Bool {
        state.withLock { state in
            if case .header = state.stage { true } else { false }
        }
    }

    /// The header has arrived.
    func headerArrived(_ header: ParsedHeader) -> Step {
        guard connection.bodyBegins() else { return .abandon }
        return state.withLock { state in
            do throws(HTTPRefusal) {
                if case .ending = core.stage { throw HTTPRefusal(.stopping, "The server is stopping") }
                let head = try RequestHead(header, target: target, limits: core.limits)
                state.receiver = BodyReceiver(
                    coding: head.coding,
                    limit: core.limits.bodyBytes,
                    expected: head.contentLength
                )
                state.head = head
                state.stage = .body
                return .proceed
            } catch {
                return refuse(error, &state)
            }
        }
    }

    /// A piece of the body has arrived.
    func bodyArrived(_ piece: Span<UInt8>) -> Step {
        connection.bodyGrows(by: piece.count)
        return state.withLock { state in
            switch state.stage {
            case .body:
                do throws(HTTPRefusal) {
                    try receive(piece, &state)
                } catch {
                    // The rest is dropped as it comes, so that the client gets to read the answer.
                    state.receiver = nil
                    state.stage = .dropping(error, 0)
                }
                return .proceed
            case .dropping(let refusal, let dropped):
                guard dropped + piece.count > core.limits.bodyBytes else {
                    state.stage = .dropping(refusal, dropped + piece.count)
                    return .proceed
                }
                sendLast(refusal, &state)
                return .abandon
            case .header, .handling, .answered, .done:
                return .abandon
            }
        }
    }

    /// libmicrohttpd cannot parse the rest of the request and closes the connection.
    func parserRefuses(_ refusal: HTTPRefusal) {
        state.withLock { state in
            // What was wrong first is what the client hears.
            if case .dropping(let earlier, _) = state.stage {
                sendLast(earlier, &state)
            } else {
                sendLast(refusal, &state)
            }
        }
    }

    /// Answers past libmicrohttpd, which cannot or will not.
    private func sendLast(_ refusal: HTTPRefusal, _ state: inout State) {
        let answer = core.answer(to: refusal, path: path).named(id)
        state.refusal = refusal.reason
        state.stage = .done
        state.answerBytes = answer.body.count
        connection.sendLast(answer.wireBytes, for: refusal)
    }

    private func receive(_ piece: Span<UInt8>, _ state: inout State) throws(HTTPRefusal) {
        try state.receiver?.receive(piece)
        let grown = (state.receiver?.body.count ?? 0) - state.bodyBytes
        guard core.reserve(grown) else {
            throw HTTPRefusal(.overloaded, "Too many large requests are in progress")
        }
        state.bodyBytes += grown
    }

    /// The request has arrived whole, or its connection was resumed: hands it to the handler, or its answer to
    /// libmicrohttpd.
    func advance(_ suspendable: SuspendableConnection) -> Step {
        state.withLock { state in
            switch state.stage {
            case .body:
                guard connection.handlingBegins() else { return .abandon }
                do throws(HTTPRefusal) {
                    let request = try request(&state)
                    handle(request, suspendable.suspend(), &state)
                    return .proceed
                } catch {
                    return refuse(error, &state)
                }
            case .dropping(let refusal, _): return refuse(refusal, &state)
            case .handling: return .proceed
            case .answered(let response):
                state.stage = .done
                state.answerBytes = response.body.count
                guard connection.answerBegins() else { return .abandon }
                if case .running = core.stage { return .answer(response, closes: false) }
                return .answer(response, closes: true)
            case .header, .done: return .abandon
            }
        }
    }

    /// Puts the request together.
    private func request(_ state: inout State) throws(HTTPRefusal) -> HTTPRequest {
        if let refusal = state.preempted { throw refusal }
        guard let head = state.head, let body = try state.receiver?.finish() else {
            throw HTTPRefusal(.badRequest, "The request has no header")
        }
        state.receiver = nil
        return HTTPRequest(
            id: id,
            method: head.method,
            target: head.target,
            headers: head.headers,
            body: body,
            peer: connection.peer
        )
    }

    /// Starts the handler, whose answer will resume the connection.
    private func handle(_ request: HTTPRequest, _ suspended: SuspendedConnection, _ state: inout State) {
        state.stage = .handling(suspended)
        state.task = Task {
            let response = await core.answer(request)
            complete(response)
        }
    }

    /// Takes the handler's answer, unless the server has answered for it.
    private func complete(_ response: HTTPResponse) {
        state.withLock { state in
            guard case .handling(let suspended) = state.stage else { return }
            state.stage = .answered(response.named(id))
            suspended.resume()
        }
    }

    /// Answers in the handler's place, as the server is ending.
    func preempt(with refusal: HTTPRefusal) {
        let task = state.withLock { state -> Task<Void, Never>? in
            if case .handling(let suspended) = state.stage {
                state.refusal = refusal.reason
                state.stage = .answered(core.answer(to: refusal, path: path).named(id))
                suspended.resume()
                return state.task
            }
            state.preempted = refusal
            return nil
        }
        task?.cancel()
    }

    /// Answers a refused request; the connection is closed behind the answer.
    private func refuse(_ refusal: HTTPRefusal, _ state: inout State) -> Step {
        let response = core.answer(to: refusal, path: path).named(id)
        state.refusal = refusal.reason
        state.stage = .done
        state.answerBytes = response.body.count
        connection.linger()
        guard connection.answerBegins() else { return .abandon }
        return .answer(response, closes: true)
    }

    /// The answer was sent, or the connection was lost.
    func ended(status: Int?, isComplete: Bool) {
        let past = connection.refusal
        let summary = state.withLock { state in
            core.release(state.bodyBytes)
            state.stage = .done
            state.receiver = nil
            return HTTPSummary(
                id: id,
                method: state.head?.method,
                path: path,
                peer: connection.peer,
                status: status ?? past?.status,
                refusal: state.refusal ?? past?.reason,
                requestBytes: state.bodyBytes,
                responseBytes: state.answerBytes,
                duration: ContinuousClock.now - start,
                isComplete: isComplete
            )
        }
        connection.idles()
        core.end(self, summary)
    }
}
