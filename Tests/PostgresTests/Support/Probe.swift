import Foundation
import Testing

@testable import Postgres

/// A `cluster-probe` that runs: a program of its own that uses a private cluster.
///
/// Waiting for an answer blocks, so it has a thread of its own.
actor Probe {
    private let thread = JobThread(name: "probe")

    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe thread.asUnownedSerialExecutor() }

    private let process = Process()
    private let orders = Pipe()
    private let answers = Pipe()
    private var unread = Data()

    /// Starts a program on a folder.
    ///
    /// - Parameters:
    ///   - folder: The folder, as the program is told.
    ///   - current: Where it starts.
    ///   - account: Whom it runs as, when this process is root's.
    ///   - environment: Variables beside those of this process.
    /// - Throws: When it is not built, or cannot be started.
    init(
        _ folder: String,
        in current: String? = nil,
        account: String? = nil,
        environment: [String: String] = [:]
    ) throws {
        var command = [try BuiltProgram.path("cluster-probe"), folder]
        if let account, geteuid() == 0 {
            // The account may not be able to get to where this was built.
            let copy = URL(filePath: folder).deletingLastPathComponent().appending(path: "probe")
            // Copied by a program of its own: a child that another test starts meanwhile would inherit the
            // open file, and a file that is open for writing cannot be run.
            let script = #"cp -- "$1" "$2" && shift 2 && exec "$@""#
            let path = copy.path(percentEncoded: false)
            let run = ["/usr/bin/setpriv", "--reuid=\(account)", "--clear-groups", path, folder]
            command = ["/bin/sh", "-c", script, "sh", command[0], path] + run
        }
        process.executableURL = URL(filePath: command[0])
        process.arguments = Array(command.dropFirst())
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        if let current { process.currentDirectoryURL = URL(filePath: current) }
        process.standardInput = orders
        process.standardOutput = answers
        try process.run()
    }

    deinit {
        if process.isRunning { Signal.kill(process.processIdentifier) }
        thread.stop()
    }

    /// Gives an order and waits for the answer.
    func ask(_ order: String) throws -> String {
        try orders.fileHandleForWriting.write(contentsOf: Data((order + "\n").utf8))
        return answer()
    }

    /// Waits for the next line; empty when the program has ended.
    func answer() -> String {
        while !unread.contains(UInt8(ascii: "\n")) {
            let more = answers.fileHandleForReading.availableData
            if more.isEmpty { return "" }
            unread += more
        }
        let line = unread.prefix { $0 != UInt8(ascii: "\n") }
        unread = unread.dropFirst(line.count + 1)
        return String(decoding: line, as: UTF8.self)
    }

    /// Ends the program at once.
    func kill() {
        Signal.kill(process.processIdentifier)
        process.waitUntilExit()
    }

    /// Ends the program by the end of its input, without closing its cluster.
    func leave() throws {
        try orders.fileHandleForWriting.close()
        process.waitUntilExit()
    }
}
