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
    ///   - settings: What the operator has set.
    ///   - log: Told of each request that has ended, as a line of JSON; nil for no log.
    ///   - tell: Told, in one line each, what an operator should know.
    /// - Throws: `BadAddress`.
    package init(
        _ workspace: Workspace,
        listen: String,
        settings: ServiceSettings = ServiceSettings(),
        log: (@Sendable (String) -> Void)? = nil,
        tell: @escaping @Sendable (String) -> Void
    ) throws {
        guard let address = HTTPAddress(listen) else { throw BadAddress(text: listen) }
        let messages = RepeatFilter(pass: tell)
        let tell: @Sendable (String) -> Void = { messages.tell($0) }
        self.workspace = workspace
        self.tell = tell
        let (stopping, notes, metrics) = (StoppingFlag(), RequestNotes(), Metrics())
        let limits = RateLimits(settings)
        let gatekeeper = Gatekeeper(
            store: workspace.store.keys,
            now: workspace.now,
            limits: limits,
            notes: notes
        )
        let parts = Parts(
            workspace: workspace,
            settings: settings,
            gatekeeper: gatekeeper,
            metrics: metrics,
            stopping: stopping
        )
        let gate = WebGate(workspace: workspace, gatekeeper: gatekeeper)
        let router = Router(
            routes: RouteIndex(
                Self.routes(parts) + WebRoutes(gate: gate, settings: settings, metrics: metrics).all
            ),
            gatekeeper: gatekeeper,
            limits: limits,
            notes: notes,
            trustedProxies: settings.trustedProxies,
            nothingHere: { await gate.nothingHere($0) },
            failed: { tell("failure: \($0)") }
        )
        self.router = router
        self.stopping = stopping
        self.gatekeeper = gatekeeper
        state = Mutex(State())
        http = HTTPServer(
            address: address,
            limits: settings.http,
            refuse: { router.refuse(Problem($0), path: $1) },
            onFinish: { summary in
                let note = notes.take(summary.id)
                metrics.count(summary, route: note.route)
                log?(AccessLog.line(summary, note, at: workspace.now()))
            },
            respond: { await router.answer($0) }
        )
    }

    /// What routes are made of.
    private struct Parts {
        let workspace: Workspace
        let settings: ServiceSettings
        let gatekeeper: Gatekeeper
        let metrics: Metrics
        let stopping: StoppingFlag
    }

    private static func routes(_ parts: Parts) -> [Route] {
        let workspace = parts.workspace
        var intake = EventIntake(log: workspace.store.log, now: workspace.now, limits: parts.settings.intake)
        intake.context.names = parts.settings.names
        let decisions = DecisionService(workspace)
        let limits = parts.settings.intake.event
        let events = DialectRoutes(
            workspace: workspace,
            intake: intake,
            gatekeeper: parts.gatekeeper,
            settings: parts.settings,
            metrics: parts.metrics
        )
        let operations = OperationRoutes(
            workspace: workspace,
            settings: parts.settings,
            isStopping: { parts.stopping.value }
        )
        let people = PersonRoutes(
            timelines: TimelineService(workspace, decisions: decisions),
            erasures: ErasureService(workspace)
        )
        let growthBook = GrowthBookRoutes(
            workspace: workspace,
            decisions: decisions,
            gatekeeper: parts.gatekeeper
        )
        let all =
            events.all + SegmentSettingsRoutes().all + EventRoutes(workspace: workspace).all
            + CatalogRoutes(workspace: workspace).all + TipRoutes(switches: TipSwitchService(workspace)).all
            + ExperimentRoutes(workspace: workspace).all
            + DecisionRoutes(decisions: decisions, limits: limits).all
            + OFREPRoutes(decisions: decisions, limits: limits).all + growthBook.all + people.all
            + QuarantineRoutes(service: QuarantineService(workspace, settings: parts.settings)).all
            + operations.all + MetricsRoutes(workspace: workspace, metrics: parts.metrics).all
        return all + OpenAPIRoutes(routes: all).all
    }

    private let gatekeeper: Gatekeeper
    private let stopping: StoppingFlag

    /// Answers a request without a network, as tests do.
    package func answer(_ request: HTTPRequest) async -> HTTPResponse {
        await router.answer(request)
    }

    /// The routes, as the document and the tests see them.
    var routes: [Route] { router.routes.all }

    /// Phrases a refusal for the clients of a path, as the network does before a route is found.
    func refuse(_ problem: Problem, path: String?) -> HTTPResponse {
        router.refuse(problem, path: path)
    }

    /// Opens the socket and starts to fold.
    ///
    /// - Returns: The address it listens on.
    package func start() async throws -> String {
        let bound = try await http.start()
        let projector = workspace.store.projector
        let tell = self.tell
        let folding = Task { await projector.run { tell("projection: \($0)") } }
        let housekeeping = Housekeeping(workspace: workspace, gatekeeper: gatekeeper, tell: tell)
        let keeping = Task { await housekeeping.run() }
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
