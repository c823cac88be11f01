import Foundation
import FoundationNetworking
import TipCore
import TipService
import TipStore

extension Benchmark {
    /// Pages over the network at one size of the log and at ten times that size.
    static let pages = Benchmark(
        name: "pages",
        summary: "the time of pages at a tenth of a size of the log, and at that size"
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
        let key = try await workspace.store.keys.create(scope: .read, name: "bench", at: workspace.now()).text
        let server = try Server(workspace, listen: "127.0.0.1:0", settings: .unthrottled) {
            TipledgerBench.note($0)
        }
        let address = try await server.start()
        let run = ReportRun(workspace: workspace)
        do {
            _ = try await run.fill(toEvents: events / 10)
            var small: [String: Double] = [:]
            for path in Self.paths { small[path] = try await time(path, at: address, key) }
            _ = try await run.fill(toEvents: events)
            var results: [BenchResult] = []
            for path in Self.paths {
                results.append(
                    BenchResult(
                        name: "page \(path) at \(events) events",
                        value: try await time(path, at: address, key),
                        unit: "ms",
                        against: "a tenth of them; at most the aim",
                        baseline: small[path],
                        aim: 1.3
                    )
                )
            }
            await server.stop()
            return results
        } catch {
            await server.stop()
            throw error
        }
    }

    /// The median of the milliseconds from the question to the last byte.
    private func time(_ path: String, at address: String, _ key: String) async throws -> Double {
        guard let url = URL(string: "http://\(address)\(path)") else { throw BenchFailure("no address") }
        var request = URLRequest(url: url)
        request.setValue(key, forHTTPHeaderField: "X-API-Key")
        let clock = ContinuousClock()
        var times: [Double] = []
        for _ in 0..<21 {
            var status: Int?
            let time = try await clock.measure {
                let answer = try await URLSession.shared.data(for: request)
                status = (answer.1 as? HTTPURLResponse)?.statusCode
            }
            guard status == 200 else { throw BenchFailure("\(path) answers \(status ?? 0)") }
            times.append(time / .milliseconds(1))
        }
        return times.sorted()[times.count / 2]
    }
}
