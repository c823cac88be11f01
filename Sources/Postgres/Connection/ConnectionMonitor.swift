import Glibc

/// What may be known of a connection, and done to it, from outside its thread.
final class ConnectionMonitor: Sendable {
    private struct State {
        var cancelHandle: CancelHandle?
        var socket: Int32 = -1
        var operation = 0
        var isCancellable = false
        var condition = Condition.closed
    }

    /// How a connection was left by its last operation.
    enum Condition: Sendable {
        /// Connected, and in no transaction.
        case ready
        /// Connected, and inside a transaction that somebody began and did not end.
        case inTransaction
        /// Broken: only closing is left.
        case broken
        /// Not connected yet, or not any more.
        case closed
    }

    private let state = Guarded(State())

    /// Learns that the connection stands.
    func opened(cancelHandle: CancelHandle?, socket: Int32) {
        state.withLock { state in
            state.cancelHandle = cancelHandle
            state.socket = socket
            state.condition = .ready
        }
    }

    /// Learns that the connection was closed, and may be called again.
    func closed() {
        state.withLock { $0 = State(operation: $0.operation) }
    }

    /// Learns that an operation begins; waits while one before it is still being cancelled, so that
    /// the cancelling cannot hit this one.
    func began(cancellable: Bool) {
        state.withLock { state in
            state.operation += 1
            state.isCancellable = cancellable
        }
    }

    /// Learns how the operation left the connection.
    func ended(_ condition: Condition) {
        state.withLock { state in
            state.isCancellable = false
            if state.condition != .closed { state.condition = condition }
        }
    }

    /// How the connection was left.
    var condition: Condition { state.withLock(\.condition) }

    /// The operation that could be cancelled now, if one is running.
    var runningOperation: Int? {
        state.withLock { $0.isCancellable ? $0.operation : nil }
    }

    /// Cancels an operation if it is still the one that runs; blocks until the server has taken note.
    func cancel(operation: Int) {
        // The lock is held while the server is asked: the next operation waits for it in `began`, and
        // a cancel request that finds the session idle does nothing.
        state.withLock { state in
            guard state.isCancellable, state.operation == operation else { return }
            state.cancelHandle?.cancel()
        }
    }

    /// Says whether something has come over an idle connection, which may be the server's farewell.
    var hasUnaskedInput: Bool {
        let socket = state.withLock(\.socket)
        var watched = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
        return unsafe poll(&watched, 1, 0) != 0
    }
}
