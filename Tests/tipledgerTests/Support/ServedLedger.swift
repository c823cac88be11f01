import Foundation
import FoundationNetworking
import Glibc
import Testing
import TipCore

/// `tipledger serve` on a private cluster in a folder, with its keys.
struct ServedLedger: Sendable {
    let program: RunningProgram
    let address: String
    let keys: [String: String]

    /// The variables under which every run uses the folder's cluster.
    static func environment(_ folder: Folder) -> [String: String] {
        ["TIPLEDGER_HOME": folder.path("home")]
    }

    /// Starts the server and waits until it listens.
    ///
    /// `keys`: The keys of an earlier start; a first start prints its own.
    /// `set`: More variables of its environment.
    /// `settings`: The file for `--settings`.
    /// `options`: More of the command's options.
    static func start(
        in folder: Folder,
        keys: [String: String] = [:],
        environment set: [String: String] = [:],
        settings: String? = nil,
        options: [String] = []
    ) async throws -> ServedLedger {
        let program = try RunningProgram(
            ["serve", "--listen", "127.0.0.1:0"] + (settings.map { ["--settings", $0] } ?? []) + options,
            in: folder,
            environment: environment(folder).merging(set) { $1 }
        )
        let mark = "listening on http://"
        try await waitUntil("the server listens") {
            if !program.isRunning { Issue.record("serve ended: \(program.messages)") }
            return !program.isRunning || program.messages.contains(mark)
        }
        let lines = program.messages.split(separator: "\n").map(String.init)
        let address = try #require(lines.first { $0.hasPrefix(mark) }).dropFirst(mark.count)
        var found = keys
        for line in lines {
            let parts = line.components(separatedBy: " key: ")
            if parts.count == 2 { found[parts[0]] = parts[1] }
        }
        return ServedLedger(program: program, address: String(address), keys: found)
    }

    /// An answer of the server.
    struct Answer: Sendable {
        let status: Int
        let retryAfter: String?
        let json: JSON
    }

    /// Asks the server; throws where no answer comes.
    func ask(_ method: String, _ path: String, as scope: String, _ body: String = "") async throws -> Answer {
        var request = URLRequest(url: try #require(URL(string: "http://\(address)\(path)")))
        request.httpMethod = method
        request.timeoutInterval = 20
        request.setValue("Bearer \(keys[scope] ?? "")", forHTTPHeaderField: "Authorization")
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        if !body.isEmpty { request.httpBody = Data(body.utf8) }
        let (data, response) = try await URLSession.shared.data(for: request)
        let http = try #require(response as? HTTPURLResponse)
        return Answer(
            status: http.statusCode,
            retryAfter: http.value(forHTTPHeaderField: "Retry-After"),
            json: JSON(parsing: String(decoding: data, as: UTF8.self)) ?? .null
        )
    }

    /// Puts a catalog with one experiment in force and starts it.
    func startExperiment() async throws {
        let catalog = """
            {"tips":[{"id":"T","title":"Hi"}],"experiments":[{"id":"x","tip":"T",
              "variants":[{"id":"control"},{"id":"benefit","title":"Ho"}],"primary":{"metric":"tap"}}]}
            """
        let put = try await ask("PUT", "/v1/catalog", as: "admin", catalog)
        try #require(put.status == 200, "\(put.json.text())")
        let start = try await ask(
            "POST",
            "/v1/experiments/x/start",
            as: "admin",
            #"{"at":"2025-01-01T00:00:00Z"}"#
        )
        try #require(start.status == 200, "\(start.json.text())")
    }

    /// Ends the server in the friendly way.
    func stop() async throws -> Int32 {
        program.signal(SIGTERM)
        return try await program.ending()
    }
}
