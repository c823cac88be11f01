import Foundation
import TipCore
import TipService
import TipStore

extension Benchmark {
    /// Deciding and folding in memory on one core, and questions over the database beside its own fastest reads.
    static let eligibility = Benchmark(
        name: "eligibility",
        summary: "statuses and folds on one core; decisions beside pgbench -S on the same database"
    ) { _ in
        try statuses() + (try await DecisionRace.results())
    }

    private static func statuses() throws -> [BenchResult] {
        let work = try EligibilityWorkload(persons: 100_000, eventsPerPerson: 20)
        let clock = ContinuousClock()
        var states: [PersonState] = []
        let folding = clock.measure { states = work.fold() }
        var available = 0
        let deciding = clock.measure { available = work.statuses(of: states) }
        guard available > 0 else { throw BenchFailure("no tip was available to anybody") }
        let bytes = states.reduce(0) { $0 + $1.encoded(under: work.catalog).count }
        let pairs = Double(states.count * 20)
        let seen = Double(states.reduce(0) { $0 + $1.tipsWithState.count })
        return [
            .limited("eligibility statuses", pairs / (deciding / .seconds(1)), "statuses/s", 1_000_000),
            .limited(
                "eligibility fold",
                Double(work.eventCount) / (folding / .seconds(1)),
                "events/s",
                3_000_000
            ),
            BenchResult(name: "eligibility state", value: Double(bytes) / pairs, unit: "bytes/(person, tip)"),
            BenchResult(
                name: "eligibility state seen",
                value: Double(bytes) / max(1, seen),
                unit: "bytes/(person, tip seen)"
            ),
        ]
    }
}

extension BenchResult {
    /// A figure beside a fixed one that it should reach.
    fileprivate static func limited(_ name: String, _ value: Double, _ unit: String, _ aim: Double)
        -> BenchResult
    {
        BenchResult(name: name, value: value, unit: unit, against: "aim", baseline: aim, aim: 1)
    }
}

/// Questions about persons of a database, by as many clients at once as pgbench has on the same database.
private struct DecisionRace {
    let workspace: Workspace
    let folder: String

    private static let clients = 8
    private static let seconds: Int64 = 5
    private static let people = 20_000
    private static let catalog = (0..<20).map { TipDefinition(id: "tip-\($0)") }

    static func results() async throws -> [BenchResult] {
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "tipledger-bench-\(UUID().uuidString)"
        )
        defer { try? FileManager.default.removeItem(at: folder) }
        let workspace = try await Workspace.open(url: nil, environment: ["TIPLEDGER_HOME": folder.path])
        do {
            let results = try await DecisionRace(workspace: workspace, folder: folder.path).run()
            await workspace.close()
            return results
        } catch {
            await workspace.close()
            throw error
        }
    }

    private func run() async throws -> [BenchResult] {
        try await load()
        let server = try Server(workspace, listen: "127.0.0.1:0", settings: .unthrottled) {
            TipledgerBench.note($0)
        }
        let url = try await server.start()
        do {
            let results = try await race(at: url)
            await server.stop()
            return results
        } catch {
            await server.stop()
            throw error
        }
    }

    private func race(at url: String) async throws -> [BenchResult] {
        let key = try await workspace.store.keys.create(scope: .evaluate, name: "bench", at: workspace.now())
            .text
        // Warm up, then pgbench before and after, so that a drift of the machine meets both.
        _ = try await rate(for: 1) { try await ask($0) }
        let before = try peer()
        let inside = try await rate(for: Self.seconds) { try await ask($0) }
        let outside = try overNetwork(url, key: key)
        let after = try peer()
        let peer = before.flatMap { before in after.map { (before + $0) / 2 } }
        let against = peer.map { _ in "pgbench -S -M prepared, \(Self.clients) clients" }
        if peer == nil { TipledgerBench.note("pgbench is not installed: decisions stand alone") }
        if outside == nil { TipledgerBench.note("wrk is not installed: POST /v1/decisions was not measured") }
        let figures = [("decisions, no network", inside), ("POST /v1/decisions", outside)]
        return figures.compactMap { name, value in
            value.map { value in
                BenchResult(
                    name: name,
                    value: value,
                    unit: "answers/s",
                    against: against ?? "pgbench, which is not installed",
                    baseline: peer,
                    aim: 0.5
                )
            }
        }
    }

    private func load() async throws {
        _ = try await CatalogService(workspace).apply(Catalog(tips: Self.catalog))
        let at = workspace.now().adding(seconds: -3600)
        for start in stride(from: 0, to: Self.people, by: 1000) {
            let events = (start..<start + 1000).flatMap { person in
                (0..<10).map { number in
                    IncomingEvent(
                        Event(
                            id: "e\(number)",
                            person: "person-\(person)",
                            at: at.adding(seconds: Int64(number)),
                            body: .impression(
                                .init(tip: "tip-\((person + number) % 20)", display: "d\(number)")
                            )
                        ),
                        statedMilliseconds: at.milliseconds
                    )
                }
            }
            _ = try await workspace.store.log.append(events)
        }
        try await workspace.store.projector.catchUp()
    }

    private func ask(_ person: Int) async throws {
        _ = try await DecisionService(workspace).decide(.init(person: "person-\(person)")).text()
    }

    /// The rate over a socket, as wrk asks with as many connections; nil where it is not installed.
    private func overNetwork(_ url: String, key: String) throws -> Double? {
        let script = """
            request = function()
              local person = "person-" .. math.random(0, \(Self.people - 1))
              return wrk.format("POST", "/v1/decisions", {["Authorization"] = "Bearer \(key)"}, \
                '{"person":"' .. person .. '"}')
            end
            """
        let file = folder + "/decisions.lua"
        try Data(script.utf8).write(to: URL(filePath: file))
        let clients = String(Self.clients)
        let words = ["wrk", "-t", "1", "-c", clients, "-d", "\(Self.seconds)s", "-s", file, "http://" + url]
        guard let text = try CommandLinePeer.output(of: words) else { return nil }
        guard !text.contains("Non-2xx") else { throw BenchFailure("an answer was not 200: \(text)") }
        let line = text.split(separator: "\n").first { $0.hasPrefix("Requests/sec:") }
        return line.flatMap { $0.split(separator: " ").last }.flatMap { Double($0) }
    }

    /// How many answers a second all clients get together.
    private func rate(for seconds: Int64, _ body: @escaping @Sendable (Int) async throws -> Void) async throws
        -> Double
    {
        let clock = ContinuousClock()
        let start = clock.now
        let end = start.advanced(by: .seconds(seconds))
        let count = try await withThrowingTaskGroup(of: Int.self) { group in
            for client in 0..<Self.clients {
                group.addTask {
                    var count = 0
                    while clock.now < end {
                        try await body((client * 7919 + count * 104_729) % Self.people)
                        count += 1
                    }
                    return count
                }
            }
            return try await group.reduce(0, +)
        }
        return Double(count) / (clock.now - start).asSeconds
    }

    /// The rate of `pgbench -S` on the same database; nil where it is not installed.
    private func peer() throws -> Double? {
        let address = ["-h", folder + "/run", "-U", "tipledger", "tipledger"]
        guard
            try CommandLinePeer.output(of: ["pgbench", "-i", "-q", "-s", "2", "-I", "dtgvp"] + address) != nil
        else {
            return nil
        }
        let clients = String(Self.clients)
        let run = [
            "pgbench", "-n", "-S", "-M", "prepared", "-c", clients, "-j", "2", "-t", "6000",
        ]
        let text = try CommandLinePeer.output(of: run + address) ?? ""
        guard let line = text.split(separator: "\n").first(where: { $0.hasPrefix("tps = ") }),
            let rate = line.split(separator: " ").dropFirst(2).first.flatMap({ Double($0) })
        else { throw BenchFailure("pgbench did not say its rate: \(text)") }
        return rate
    }
}

extension Duration {
    /// The length in seconds.
    var asSeconds: Double { self / .seconds(1) }
}
