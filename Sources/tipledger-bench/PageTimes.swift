import Foundation
import FoundationNetworking
import Synchronization
import TipCore
import TipService
import TipStore

extension Benchmark {
    /// Pages over the network at a size of the log and at a hundred times that size, and while events come in.
    static let pages = Benchmark(
        name: "pages",
        summary:
            "the time of pages at a tenth of a size of the log, at ten times it, and under a load of events"
    ) { options in
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "tipledger-bench-\(UUID().uuidString)"
        )
        defer { try? FileManager.default.removeItem(at: folder) }
        let workspace = try await Workspace.open(url: nil, environment: ["TIPLEDGER_HOME": folder.path])
        do {
            let results = try await PageRun(workspace: workspace).results(options.events)
            await workspace.close()
            return results
        } catch {
            await workspace.close()
            throw error
        }
    }
}

/// A server whose pages are asked for while its log grows.
private struct PageRun {
    let workspace: Workspace

    private static let paths = ["/", "/experiments/x", "/tips", "/ingest"]

    func results(_ events: Int) async throws -> [BenchResult] {
        let keys = workspace.store.keys
        let key = try await keys.create(scope: .read, name: "bench", at: workspace.now()).text
        let server = try Server(workspace, listen: "127.0.0.1:0", settings: .unthrottled) {
            TipledgerBench.note($0)
        }
        let address = try await server.start()
        let run = ReportRun(workspace: workspace)
        do {
            _ = try await run.fill(toEvents: events / 10)
            var small: [String: Double] = [:]
            for path in Self.paths {
                small[path] = try await Repeated.milliseconds { try await ask(path, at: address, key) }
            }
            _ = try await run.fill(toEvents: 10 * events)
            var results: [BenchResult] = []
            var large: [String: Double] = [:]
            for path in Self.paths {
                let time = try await Repeated.milliseconds { try await ask(path, at: address, key) }
                large[path] = time
                results.append(
                    BenchResult(
                        name: "page \(path) at \(10 * events) events",
                        value: time,
                        unit: "ms",
                        against: "a hundredth of them; at most the aim",
                        baseline: small[path],
                        aim: 1.3
                    )
                )
            }
            results += try await underLoad(of: events / 2, at: address, key, quiet: large)
            await server.stop()
            return results
        } catch {
            await server.stop()
            throw error
        }
    }

    /// The same while four connections send requests of 500 events, each as soon as the one before is answered.
    private func underLoad(
        of events: Int,
        at address: String,
        _ key: String,
        quiet: [String: Double]
    ) async throws -> [BenchResult] {
        let file = FileManager.default.temporaryDirectory
            .appending(path: "tipledger-load-\(UUID().uuidString)").path(percentEncoded: false)
        defer { try? FileManager.default.removeItem(atPath: file) }
        try Traffic(events: events, seed: 8, start: workspace.now()).write(to: file)
        let write = try await workspace.store.keys.create(scope: .write, name: "load", at: workspace.now())
            .text
        let client = LoadClient(url: address, key: write)
        let ending = Ending()
        let loading = Task {
            defer { ending.come() }
            return try await Self.blocking { try client.send(file, batch: 500, connections: 4) }
        }
        try await Task.sleep(for: .seconds(1))
        var times: [String: [Double]] = [:]
        while !ending.hasCome {
            for path in Self.paths {
                let time = try await Repeated.median(of: 1) { try await ask(path, at: address, key) }
                times[path, default: []].append(time)
            }
        }
        let load = try await loading.value
        TipledgerBench.note("pages: beside \(Int64(load.rate)) events a second")
        return Self.paths.compactMap { path in
            guard let found = times[path]?.sorted(), !found.isEmpty else { return nil }
            return BenchResult(
                name: "page \(path) while events come in",
                value: found[found.count / 2],
                unit: "ms",
                against: "without them; at most the aim",
                baseline: quiet[path],
                aim: 2
            )
        }
    }

    /// That a load is over.
    private final class Ending: Sendable {
        private let isOver = Mutex(false)

        var hasCome: Bool { isOver.withLock { $0 } }

        func come() { isOver.withLock { $0 = true } }
    }

    /// What blocks a thread, on a thread of its own.
    private static func blocking<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws
        -> Value
    {
        try await withCheckedThrowingContinuation { continuation in
            Thread { continuation.resume(with: Result(catching: body)) }.start()
        }
    }

    /// Asks for a page, to the last byte.
    private func ask(_ path: String, at address: String, _ key: String) async throws {
        guard let url = URL(string: "http://\(address)\(path)") else { throw BenchFailure("no address") }
        var request = URLRequest(url: url)
        request.setValue(key, forHTTPHeaderField: "X-API-Key")
        let answer = try await URLSession.shared.data(for: request)
        let status = (answer.1 as? HTTPURLResponse)?.statusCode
        guard status == 200 else { throw BenchFailure("\(path) answers \(status ?? 0)") }
    }
}
