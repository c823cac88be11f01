/// A bounded number of connections, lent to one task at a time.
///
/// ```swift
/// let rows = try await pool.withConnection { connection in
///     try await connection.query("select tip from tip")
/// }
/// ```
///
/// Connections are opened when they are needed and kept. Tasks that find none free wait in order, at
/// most for a set time. A connection that broke is replaced; one that comes back inside a transaction
/// is closed, which rolls back. Cancelling a task cancels what its connection runs.
package final class Pool: Sendable {
    private struct State {
        var slots: PoolState
        var connections: [PoolState.Slot: Connection] = [:]
        var waiters: [PoolState.Waiter: Waiting] = [:]
        var nextWaiter = 0
        var drainers: [CheckedContinuation<Void, Never>] = []
    }

    private struct Waiting {
        let continuation: CheckedContinuation<Lease, any Error>
        var timer: Task<Void, Never>?
    }

    private struct Lease: Sendable {
        let slot: PoolState.Slot
        let connection: Connection
    }

    private let state: Guarded<State>
    private let patience: Duration
    private let open: @Sendable () async throws -> Connection

    /// Makes a pool; no connection is opened yet.
    ///
    /// - Parameters:
    ///   - size: How many connections there are at most.
    ///   - patience: How long a task waits for one.
    ///   - open: Opens a connection.
    package init(
        size: Int,
        patience: Duration = .seconds(10),
        open: @escaping @Sendable () async throws -> Connection
    ) {
        state = Guarded(State(slots: PoolState(size: size)))
        self.patience = patience
        self.open = open
    }

    /// Makes a pool of connections to one place.
    package convenience init(_ settings: ConnectionSettings, size: Int, patience: Duration = .seconds(10)) {
        self.init(size: size, patience: patience) { try await Connection.open(settings) }
    }

    /// Makes a pool of connections to a private cluster, whose server is started again if it was killed.
    package convenience init(_ cluster: PrivateCluster, size: Int, patience: Duration = .seconds(10)) {
        self.init(size: size, patience: patience) { try await cluster.connect() }
    }

    /// Lends a connection for as long as the body runs.
    ///
    /// - Throws: What the body throws; what opening a connection throws; `PostgresError` of kind
    ///   `poolExhausted` when none came free in time, and of kind `closed` after `close()`.
    @discardableResult
    package func withConnection<Result>(
        _ body: (Connection) async throws -> Result
    ) async throws -> Result {
        let lease = try await borrowAlive()
        defer { giveBack(lease) }
        return try await withTaskCancellationHandler {
            try await body(lease.connection)
        } onCancel: {
            lease.connection.cancel()
        }
    }

    /// How many connections there are, those that are being opened included.
    package var connectionCount: Int { state.withLock { $0.slots.count } }

    /// How many of them are lent.
    package var lentCount: Int { state.withLock { $0.slots.lentCount } }

    /// How many callers wait for a connection.
    package var waitingCount: Int { state.withLock { $0.waiters.count } }

    /// Closes the pool, and returns once the connections that are lent have come back.
    ///
    /// Nothing is lent any more from the call on.
    package func close() async {
        let closing = state.withLock { state in
            let action = state.slots.close()
            return (
                leases: action.discard.compactMap { slot in
                    state.connections[slot].map { Lease(slot: slot, connection: $0) }
                },
                waiters: action.refuse.compactMap { state.waiters.removeValue(forKey: $0) }
            )
        }
        for waiter in closing.waiters {
            waiter.timer?.cancel()
            waiter.continuation.resume(throwing: Self.closed)
        }
        for lease in closing.leases { await close(lease) }
        await withCheckedContinuation { continuation in
            let isDrained = state.withLock { state in
                if !state.slots.isDrained { state.drainers.append(continuation) }
                return state.slots.isDrained
            }
            if isDrained { continuation.resume() }
        }
    }

    private static let closed = PostgresError(.closed, message: "the pool of connections is closed")

    /// Borrows a connection, passing over those that broke while they were idle.
    private func borrowAlive() async throws -> Lease {
        while true {
            let lease = try await borrow()
            guard lease.connection.monitor.hasUnaskedInput, await !lease.connection.isAlive() else {
                return lease
            }
            giveBack(lease)
        }
    }

    private func borrow() async throws -> Lease {
        let waiter = state.withLock { state in
            defer { state.nextWaiter += 1 }
            return state.nextWaiter
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                borrow(as: waiter, continuation)
            }
        } onCancel: {
            giveUp(waiter, CancellationError())
        }
    }

    private func borrow(as waiter: PoolState.Waiter, _ continuation: CheckedContinuation<Lease, any Error>) {
        let (action, connection) = state.withLock { state in
            let action = state.slots.borrow(waiter)
            if case .lend(let slot) = action { return (action, state.connections[slot]) }
            if action != .refuse { state.waiters[waiter] = Waiting(continuation: continuation) }
            return (action, nil)
        }
        switch action {
        case .lend(let slot):
            guard let connection else { preconditionFailure("an idle slot has its connection") }
            continuation.resume(returning: Lease(slot: slot, connection: connection))
        case .refuse:
            continuation.resume(throwing: Self.closed)
        case .open(let slot):
            openConnection(for: slot)
            startTimer(for: waiter)
        case .wait:
            startTimer(for: waiter)
        }
    }

    private func startTimer(for waiter: PoolState.Waiter) {
        // Cancelled before it began to wait: the handler has run already and found nobody waiting.
        if Task.isCancelled { return giveUp(waiter, CancellationError()) }
        let timer = Task { [patience] in
            guard (try? await Task.sleep(for: patience)) != nil else { return }
            giveUp(
                waiter,
                PostgresError(
                    .poolExhausted,
                    message: "no connection came free within \(patience)",
                    hint: "The database is slower than the requests that come in."
                )
            )
        }
        let isWaiting = state.withLock { state in
            state.waiters[waiter]?.timer = timer
            return state.waiters[waiter] != nil
        }
        if !isWaiting { timer.cancel() }
    }

    private func giveUp(_ waiter: PoolState.Waiter, _ error: any Error) {
        let waiting = state.withLock { state in
            state.slots.gaveUp(waiter) ? state.waiters.removeValue(forKey: waiter) : nil
        }
        waiting?.timer?.cancel()
        waiting?.continuation.resume(throwing: error)
    }

    private func openConnection(for slot: PoolState.Slot) {
        Task { [open] in
            do {
                let connection = try await open()
                let action = state.withLock { state in
                    state.connections[slot] = connection
                    return state.slots.opened(slot)
                }
                perform(action, on: Lease(slot: slot, connection: connection))
            } catch {
                failedToOpen(slot, error)
            }
        }
    }

    private func failedToOpen(_ slot: PoolState.Slot, _ error: any Error) {
        let (next, waiting) = state.withLock { state in
            let action = state.slots.failedToOpen(slot)
            return (action.open, action.tell.flatMap { state.waiters.removeValue(forKey: $0) })
        }
        waiting?.timer?.cancel()
        waiting?.continuation.resume(throwing: error)
        if let next { openConnection(for: next) }
        tellDrainers()
    }

    private func giveBack(_ lease: Lease) {
        let isUsable = lease.connection.monitor.condition == .ready
        let action = state.withLock { $0.slots.gaveBack(lease.slot, isUsable: isUsable) }
        perform(action, on: lease)
    }

    private func perform(_ action: PoolState.Free, on lease: Lease) {
        switch action {
        case .keep:
            break
        case .give(let waiter):
            let waiting = state.withLock { $0.waiters.removeValue(forKey: waiter) }
            waiting?.timer?.cancel()
            waiting?.continuation.resume(returning: lease)
        case .discard:
            discard(lease)
        case .replace(let slot):
            discard(lease)
            openConnection(for: slot)
        }
    }

    private func discard(_ lease: Lease) {
        Task { await close(lease) }
    }

    private func close(_ lease: Lease) async {
        await lease.connection.close()
        state.withLock { state in
            state.connections[lease.slot] = nil
            state.slots.closed(lease.slot)
        }
        tellDrainers()
    }

    private func tellDrainers() {
        let drainers = state.withLock { state in
            guard state.slots.isDrained else { return [CheckedContinuation<Void, Never>]() }
            defer { state.drainers = [] }
            return state.drainers
        }
        for drainer in drainers { drainer.resume() }
    }
}

extension Pool {
    /// Runs one statement on any connection and gives its rows.
    @discardableResult
    package func query(_ query: Query) async throws -> Rows {
        try await withConnection { try await $0.query(query) }
    }

    /// Runs one statement on any connection and says how many rows it changed.
    @discardableResult
    package func execute(_ query: Query) async throws -> Int {
        try await withConnection { try await $0.execute(query) }
    }
}
