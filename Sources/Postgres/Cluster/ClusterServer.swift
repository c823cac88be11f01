import CPostgres
import Foundation

/// The steps of starting, reviving and leaving a private cluster's server, on a thread of their own.
actor ClusterServer {
    private let thread = JobThread(name: "cluster")

    nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe thread.asUnownedSerialExecutor()
    }

    private let options: ClusterOptions
    private var use: Use?

    /// What a program holds as long as it uses a cluster.
    private struct Use {
        let folder: ClusterFolder
        let account: ServerAccount
        let socket: SocketFolder
        let settings: ConnectionSettings
        let usersLock: FileLock
        var watchman: ChildProcess
    }

    /// How long a start or a stop by another program is waited for.
    private static let patience: Duration = .seconds(120)

    init(_ options: ClusterOptions) {
        self.options = options
    }

    deinit {
        thread.stop()
    }

    /// Begins to use the cluster in a folder.
    func open(_ path: String) throws -> (settings: ConnectionSettings, log: String) {
        let account = try ServerAccount.current()
        var folder = try ClusterFolder(path)
        let usersLock = try FileLock(folder.usersLock)
        // Taken first: from here on nobody stops the server, and a stop under way comes to its end.
        guard usersLock.lock(.shared, within: Self.patience) else { throw Self.busy(folder) }
        let startLock = try lockStart(folder)
        defer { startLock.unlock() }

        try folder.prepare(for: account)
        let socket = try SocketFolder(folder.run)
        let settings = ConnectionSettings(socketFolder: socket.path, user: "tipledger", database: "tipledger")
        let watchman = try Watchman.start(folder, account: account, removing: options.isThrowaway)
        let use = Use(
            folder: folder,
            account: account,
            socket: socket,
            settings: settings,
            usersLock: usersLock,
            watchman: watchman
        )
        try start(use)
        self.use = use
        return (settings, folder.log)
    }

    /// Brings the server back if it does not answer.
    func ensureRunning() throws {
        guard var use else {
            throw ClusterError(.folderUnusable, "The private cluster was closed", hint: "Start it anew.")
        }
        try replaceWatchman(&use)
        if ServerPing.answer(use.settings.database("postgres")) != .ready {
            let startLock = try lockStart(use.folder)
            defer { startLock.unlock() }
            try start(use)
        }
        self.use = use
    }

    /// Sends out another watchman if somebody killed ours.
    private func replaceWatchman(_ use: inout Use) throws(ClusterError) {
        guard use.watchman.ended() != nil else { return }
        use.watchman = try Watchman.start(use.folder, account: use.account, removing: options.isThrowaway)
    }

    /// Ends the use, and waits while the server is being stopped.
    func close() {
        guard var use else { return }
        self.use = nil
        try? replaceWatchman(&use)
        use.usersLock.unlock()
        guard let probe = try? FileLock(use.folder.usersLock) else { return }
        let deadline = ContinuousClock.now + Self.patience
        // The watchman ends once he has had the lock alone. As long as he waits, others may use the
        // cluster: then it can be locked shared and not alone, and the server is theirs.
        while use.watchman.ended() == nil, ContinuousClock.now < deadline {
            if !probe.tryLock(.exclusive), probe.tryLock(.shared) {
                // Each of the others has a watchman of their own, so this one need not stay.
                use.watchman.signalGroup(SIGTERM)
                return
            }
            probe.unlock()
            pause(.milliseconds(5))
        }
    }

    private func lockStart(_ folder: ClusterFolder) throws -> FileLock {
        let lock = try FileLock(folder.startLock)
        guard lock.lock(.exclusive, within: Self.patience) else { throw Self.busy(folder) }
        return lock
    }

    private static func busy(_ folder: ClusterFolder) -> ClusterError {
        ClusterError(
            .busy,
            "Another program is starting or stopping the server of \(folder.root), for minutes",
            hint: "See \(folder.log)."
        )
    }

    /// Starts the server if it does not answer yet; the caller holds the start lock.
    private func start(_ use: Use) throws {
        if ServerPing.answer(use.settings.database("postgres")) != .ready {
            let programs = try ServerPrograms.find(version: use.folder.dataVersion)
            let start = ServerStart(
                programs: programs,
                folder: use.folder,
                account: use.account,
                settings: use.settings,
                options: options
            )
            if use.folder.dataVersion == nil { try start.initialise() }
            try start.run()
        }
        try ServerStart.makeDatabase(use.settings)
    }
}
