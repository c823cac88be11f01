package import HTTPServer
import Synchronization
import TipCore
import TipStore

/// The server: the routes over a workspace, the projector beside them.
package final class Server: Sendable {
    private let workspace: Workspace
    private let http: HTTPServer
    private let router: Router
    private let state: Mutex<State>
    private let tell: @Sendable (String) -> Void

    private struct State {
        var isStopping = false
        var background: [Task<Void, Never>] = []
    }

    /// Sets up a server; it takes requests from `start()` on.
    ///
    /// - Parameters:
    ///   - workspace: The opened database.
    ///   - listen: Where to listen, such as `127.0.0.1:8080`; port 0 lets the system choose.
    ///   - tell: Told, in one line each, what an operator should know.
    /// - Throws: `BadAddress`.
    package init(
        _ workspace: Workspace,
        listen: String,
        tell: @escaping @Sendable (String) -> Void
    ) throws {
        guard let address = HTTPAddress(listen) else { throw BadAddress(text: listen) }
        let messages = RepeatFilter(pass: tell)
        let tell: @Sendable (String) -> Void = { messages.tell($0) }
        self.workspace = workspace
        self.tell = tell
        let stopping = StoppingFlag()
        let limits = HTTPLimits()
        let intakeLimits = IntakeLimits()
        let intake = EventIntake(log: workspace.store.log, now: workspace.now, limits: intakeLimits)
        let decisions = DecisionService(workspace)
        let people = PersonRoutes(
            timelines: TimelineService(workspace, decisions: decisions),
            erasures: ErasureService(workspace)
        )
        let routes =
            EventRoutes(workspace: workspace, intake: intake).all
            + CatalogRoutes(workspace: workspace).all
            + TipRoutes(switches: TipSwitchService(workspace)).all
            + ExperimentRoutes(workspace: workspace).all
            + DecisionRoutes(decisions: decisions).all
            + people.all
            + OperationRoutes(
                workspace: workspace,
                limits: intakeLimits,
                http: limits,
                isStopping: { stopping.value }
            ).all
        let router = Router(
            routes: routes,
            gatekeeper: Gatekeeper(store: workspace.store.keys, now: workspace.now),
            failed: { tell("failure: \($0)") }
        )
        self.router = router
        self.stopping = stopping
        state = Mutex(State())
        http = HTTPServer(
            address: address,
            limits: limits,
            refuse: { refusal, _ in
                var response = Problem(refusal.status, refusal.reason.rawValue, refusal.detail).response
                for field in refusal.headers.fields { response.headers.add(field.name, field.value) }
                return response
            },
            respond: { await router.answer($0) }
        )
    }

    private let stopping: StoppingFlag

    /// Answers a request without a network, as tests do.
    package func answer(_ request: HTTPRequest) async -> HTTPResponse {
        await router.answer(request)
    }

    /// Opens the socket and starts to fold.
    ///
    /// - Returns: The address it listens on.
    package func start() async throws -> String {
        let bound = try await http.start()
        let projector = workspace.store.projector
        let tell = self.tell
        let folding = Task { await projector.run { tell("projection: \($0)") } }
        let keeping = Task { [workspace] in await Housekeeping(workspace: workspace, tell: tell).run() }
        state.withLock { $0.background = [folding, keeping] }
        return "\(bound)"
    }

    /// Stops: no new requests, those under way are answered, what waits is committed.
    package func stop() async {
        stopping.set()
        await http.stop()
        let background = state.withLock { $0.background }
        for task in background { task.cancel() }
        for task in background { await task.value }
    }
}

/// Whether the server has been told to stop.
final class StoppingFlag: Sendable {
    private let flag = Mutex(false)

    /// Whether it has.
    var value: Bool { flag.withLock { $0 } }

    /// Tells it.
    func set() { flag.withLock { $0 = true } }
}

/// An address that cannot be read.
package struct BadAddress: Error, Hashable, Sendable, CustomStringConvertible {
    /// What was given.
    package let text: String

    /// What is wrong and what to write.
    package var description: String {
        "--listen cannot read '\(text)'. Write 127.0.0.1:8080, [::1]:8080 or 0.0.0.0:8080."
    }
}
