import CPostgres
import Foundation

/// Sets up data and starts a server on them; blocks the thread, and assumes the start lock.
struct ServerStart {
    let programs: ServerPrograms
    let folder: ClusterFolder
    let account: ServerAccount
    let settings: ConnectionSettings
    let options: ClusterOptions

    /// How long a server may say nothing at all.
    private static let patience: Duration = .seconds(60)

    /// How long a server may recover from a crash, during which it answers that it is not ready.
    private static let recoveryPatience: Duration = .seconds(3600)

    /// Makes the data.
    ///
    /// They are made under another name and renamed when they are complete, so that a killed program
    /// never leaves half of them under the final name.
    func initialise() throws {
        let files = FileManager.default
        let fresh = folder.home + "/data.new-" + String(UInt32.random(in: .min ... .max), radix: 36)
        try ClusterFolder.make(fresh)
        try account.own(fresh)
        unsafe chmod(fresh, 0o700)

        let printed = folder.home + "/initdb.log"
        try? files.removeItem(atPath: printed)
        // Trust is confined by the folder of the socket, which only the owner may enter.
        var arguments =
            account.mortalPrefix + [
                programs.initdb, "--pgdata=\(fresh)", "--username=tipledger", "--auth-local=trust",
                "--auth-host=reject", "--encoding=UTF8", "--locale=C.UTF-8", "--data-checksums",
                "--no-instructions",
            ]
        if !options.isDurable { arguments.append("--no-sync") }
        guard try ChildProcess(arguments, output: printed).wait() == 0 else {
            throw ClusterError(
                .initFailed,
                "The data of PostgreSQL could not be set up: \(LogTail(printed).text)",
                hint: "See \(printed)."
            )
        }
        guard unsafe rename(fresh, folder.data) == 0 else {
            throw ClusterError(
                .initFailed,
                "\(fresh) cannot be renamed: \(SystemError.last)",
                hint: "Check the disk."
            )
        }
    }

    /// Starts the server and waits until it takes connections.
    func run() throws {
        try Self.write("", to: folder.startingMark)
        defer { try? FileManager.default.removeItem(atPath: folder.startingMark) }
        keepLogShort()
        dropStaleNumber()
        dropLeftovers()
        let deadline = ContinuousClock.now + Self.patience
        while true {
            let tail = LogTail(folder.log, fromEnd: true)
            let server = try ChildProcess(command, output: folder.log, folder: folder.data)
            if try isReady(server, by: deadline) { return }
            // A server that was killed, or is on its way out, may still hold the data for a moment.
            guard tail.saysDataAreHeld, ContinuousClock.now < deadline else { throw failure(tail.text) }
            pause(.milliseconds(50))
        }
    }

    /// Makes the database if it is not there, as when a program was killed between start and here.
    static func makeDatabase(_ settings: ConnectionSettings) throws {
        let name = settings.database ?? "tipledger"
        let connection = try LibpqConnection(settings.database("postgres"))
        let query: Query = "select from pg_catalog.pg_database where datname = \(name)"
        guard connection.run(query).table().rowCount == 0 else { return }
        let result = connection.run(script: "create database \"\(name)\"")
        guard result.isSuccess || result.errorField(.sqlState) == SQLState.duplicateDatabase.rawValue else {
            throw ClusterError(
                .startFailed,
                "The database could not be made: \(result.errorMessage.firstLine)",
                hint: "Check the space on the disk."
            )
        }
    }

    /// The server's command line, with a shell in between that only waits for it.
    ///
    /// A server that was killed is a dead process until its parent asks how it ended, and a new one
    /// takes it for alive. This program cannot be relied on to ask, as it may be another that wants to
    /// start the new one.
    private var command: [String] {
        ["/bin/sh", "-c", "\"$@\"; exit $?", "sh"] + account.prefix + [programs.postgres, "-D", folder.data]
            + options.serverSettings.flatMap { ["-c", "\($0.name)=\($0.value)"] }
    }

    /// Waits for the server; false when it ended first.
    private func isReady(_ server: ChildProcess, by deadline: ContinuousClock.Instant) throws -> Bool {
        let recoveryDeadline = ContinuousClock.now + Self.recoveryPatience
        while true {
            if server.ended() != nil { return false }
            switch ServerPing.answer(settings.database("postgres")) {
            case .ready: return true
            case .notYet where ContinuousClock.now < recoveryDeadline: break
            case .none where ContinuousClock.now < deadline: break
            case .notYet, .none:
                server.signalGroup(SIGINT)
                throw failure("it did not get ready in time")
            }
            pause(.milliseconds(5))
        }
    }

    private func failure(_ reason: String) -> ClusterError {
        ClusterError(
            .startFailed,
            "The server of \(folder.root) did not start: \(reason)",
            hint: "See \(folder.log)."
        )
    }

    /// Removes the number of a server that is long gone, when another process has it by now.
    ///
    /// The server itself only sees that there is such a process, as after a power cut, and would refuse
    /// to start. A server's working folder is its data; where that cannot be looked at, the number stays.
    private func dropStaleNumber() {
        let file = folder.data + "/postmaster.pid"
        guard let text = try? String(contentsOfFile: file, encoding: .utf8),
            let number = text.split(separator: "\n").first.flatMap({ Int($0) }),
            let place = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(number)/cwd"),
            place != URL(filePath: folder.data).resolvingSymlinksInPath().path(percentEncoded: false)
        else { return }
        try? FileManager.default.removeItem(atPath: file)
    }

    /// Removes what programs left that were killed while they made the data.
    ///
    /// Done at each start: a process of such a program may have been writing on when the next one came.
    private func dropLeftovers() {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.home)) ?? []
        for name in names where name.hasPrefix("data.new-") {
            try? FileManager.default.removeItem(atPath: folder.home + "/" + name)
        }
    }

    /// Puts a log that has grown aside, in place of the one put aside before.
    private func keepLogShort() {
        let files = FileManager.default
        let size = (try? files.attributesOfItem(atPath: folder.log))?[.size] as? Int ?? 0
        guard size > 1_048_576 else { return }
        unsafe rename(folder.log, folder.log + ".1")
    }

    private static func write(_ text: String, to path: String) throws {
        guard FileManager.default.createFile(atPath: path, contents: Data(text.utf8)) else {
            throw ClusterError(
                .folderUnusable,
                "\(path) cannot be written",
                hint: "Check the space on the disk."
            )
        }
    }
}
