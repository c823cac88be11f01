import Foundation
import TipService

/// A private database of one benchmark, as durable as one in use, and what its server says of it.
struct BenchDatabase: Sendable {
    let workspace: Workspace
    let folder: String

    /// Gives a body a database, which is removed afterwards.
    static func with<Result>(_ body: (BenchDatabase) async throws -> Result) async throws -> Result {
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "tipledger-bench-\(UUID().uuidString)"
        )
        defer { try? FileManager.default.removeItem(at: folder) }
        let workspace = try await Workspace.open(url: nil, environment: ["TIPLEDGER_HOME": folder.path])
        do {
            let result = try await body(BenchDatabase(workspace: workspace, folder: folder.path))
            await workspace.close()
            return result
        } catch {
            await workspace.close()
            throw error
        }
    }

    /// How a client program finds the server.
    var address: [String] { ["-h", folder + "/run", "-U", "tipledger", "-d", "tipledger"] }

    /// A file in the database's folder.
    func file(_ name: String) -> String { folder + "/" + name }

    /// What psql answers to commands, without decoration.
    @discardableResult
    func psql(_ commands: String...) throws -> String {
        let words = ["psql", "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1"] + address
        let output = try CommandLinePeer.output(of: words + commands.flatMap { ["-c", $0] })
        guard let output else { throw BenchFailure("psql is not installed") }
        return output.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// A number that psql answers.
    func number(_ query: String) throws -> Double {
        let text = try psql(query)
        guard let number = Double(text) else { throw BenchFailure("psql answered '\(text)'") }
        return number
    }

    /// How many seconds of processor time the server has used, those of sessions that ended included.
    func serverSeconds() throws -> Double {
        let pid =
            try String(contentsOfFile: folder + "/data/postmaster.pid", encoding: .utf8)
            .split(separator: "\n").first.map(String.init) ?? ""
        let children =
            (try? String(contentsOfFile: "/proc/\(pid)/task/\(pid)/children", encoding: .utf8)) ?? ""
        let own = ProcessTimes(pid)
        let theirs = children.split(separator: " ").compactMap { ProcessTimes(String($0)) }
        return theirs.reduce((own?.own ?? 0) + (own?.ended ?? 0)) { $0 + $1.own }
    }
}

/// The processor time of a process, in seconds.
struct ProcessTimes: Sendable {
    /// Its own.
    let own: Double
    /// That of its children that have ended.
    let ended: Double

    /// Reads the times of a process; nil where there is none.
    init?(_ pid: String) {
        guard let stat = try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8),
            let end = stat.lastIndex(of: ")")
        else { return nil }
        let fields = stat[end...].split(separator: " ").dropFirst().map { Double($0) ?? 0 }
        guard fields.count > 14 else { return nil }
        // Linux counts in hundredths of a second.
        own = (fields[11] + fields[12]) / 100
        ended = (fields[13] + fields[14]) / 100
    }
}

extension ServiceSettings {
    /// The settings of a server that lets one key and one address ask as often as they can.
    static var unthrottled: ServiceSettings {
        var settings = ServiceSettings()
        settings.keyRequestsPerSecond = 1_000_000
        settings.addressRequestsPerSecond = 1_000_000
        return settings
    }
}
