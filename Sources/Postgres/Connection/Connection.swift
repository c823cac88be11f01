import CPostgres
import Dispatch

/// A connection to the database.
///
/// Three rules, and why:
/// 1. **One at a time.** The actor runs one operation after the other on a thread of its own, where
///    it may block for as long as the server takes without holding up anything else.
/// 2. **A body is not interrupted.** `transaction` and `run` take a body that does not suspend, so
///    no other task's statement can come between two of its own. A body that needs something from
///    elsewhere gets it before it starts.
/// 3. **Borrow it from a pool**, or close it. Dropping the last reference closes too, only later than
///    one may think; a server has few connections.
package actor Connection {
    private let thread: JobThread

    /// The connection's own thread.
    package nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe thread.asUnownedSerialExecutor()
    }

    /// What other threads may know and do.
    nonisolated let monitor = ConnectionMonitor()

    /// Where the connection goes; printing it shows no password.
    package nonisolated let settings: ConnectionSettings

    private var libpq: LibpqConnection?

    /// The statements planned on this connection.
    var statements: StatementCache

    private init(_ settings: ConnectionSettings) {
        self.settings = settings
        statements = StatementCache(capacity: settings.cachedStatements)
        thread = JobThread(name: "postgres")
    }

    deinit {
        monitor.closed()
        thread.stop()
    }

    /// Connects.
    ///
    /// - Parameter settings: Where to.
    /// - Returns: The connection, with the time zone at UTC and the text encoding at UTF-8.
    /// - Throws: `PostgresError` of kind `cannotConnect`, with a hint; also when the server is older
    ///   than version 14.
    package static func open(_ settings: ConnectionSettings) async throws -> Connection {
        let connection = Connection(settings)
        try await connection.connect()
        return connection
    }

    private func connect() throws {
        let libpq = try LibpqConnection(settings)
        try ServerVersion.check(libpq.serverVersion)
        let result = libpq.run(script: settings.sessionScript)
        guard result.isSuccess else { throw failure(of: result, on: libpq, query: settings.sessionScript) }
        monitor.opened(cancelHandle: libpq.makeCancelHandle(), socket: libpq.socket)
        self.libpq = libpq
    }

    /// Closes the connection; what is open on it is rolled back.
    ///
    /// Closing twice is harmless.
    package func close() {
        monitor.closed()
        libpq = nil
    }

    /// Asks the server to give up what runs now, if anything does; returns at once.
    ///
    /// The statement then fails with `SQLState.queryCanceled`, unless it was done before the request
    /// arrived. A statement that starts later is not touched, and neither is a commit.
    package nonisolated func cancel() {
        guard let operation = monitor.runningOperation else { return }
        let monitor = self.monitor
        // Asking takes a connection of its own and blocks, so it is done on a thread that may block.
        DispatchQueue.global().async { monitor.cancel(operation: operation) }
    }

    /// Runs several operations with nothing in between, and in one hop to the connection's thread.
    @discardableResult
    package func run<Result: Sendable>(
        _ body: @Sendable (isolated Connection) throws -> Result
    ) throws -> Result {
        try body(self)
    }

    /// The process on the server that serves this connection.
    package func backendProcess() throws -> Int32 {
        try operate { $0.backendProcess }
    }

    /// The server's version, such as 150004 for 15.4.
    package func serverVersion() throws -> Int32 {
        try operate { $0.serverVersion }
    }

    /// Asks the server for a sign of life.
    package func ping() throws {
        try operate { try self.require($0.run(script: "select 1"), on: $0, query: nil) }
    }

    /// Takes the notices that came with what ran so far, up to 100.
    package func takeNotices() -> [Notice] {
        libpq?.takeNotices() ?? []
    }

    /// Lets a body use libpq, and keeps the books on it for the threads outside.
    ///
    /// - Parameters:
    ///   - cancellable: Whether the operation may be given up halfway; a commit may not.
    ///   - body: What to do; it does not suspend.
    /// - Returns: What the body returns.
    /// - Throws: What the body throws; `PostgresError` of kind `closed`; `CancellationError` when the
    ///   task is cancelled and the operation may be given up.
    func operate<Result: ~Copyable>(
        cancellable: Bool = true,
        _ body: (LibpqConnection) throws -> Result
    ) throws -> Result {
        guard let libpq else { throw PostgresError(.closed, message: "the connection is closed") }
        if cancellable { try Task.checkCancellation() }
        monitor.began(cancellable: cancellable)
        defer { monitor.ended(condition(of: libpq)) }
        do {
            return try body(libpq)
        } catch let error as PostgresError where error.sqlState == .queryCanceled && Task.isCancelled {
            throw CancellationError()
        }
    }

    private func condition(of libpq: LibpqConnection) -> ConnectionMonitor.Condition {
        guard libpq.isUsable else { return .broken }
        return libpq.transactionStatus == PQTRANS_IDLE ? .ready : .inTransaction
    }

    /// Says whether an idle connection still stands, by asking the server for a sign of life.
    func isAlive() -> Bool {
        (try? ping()) != nil
    }
}
