import Foundation
import TipCore
import TipService
import TipStore

extension Benchmark {
    /// Events over HTTP and from a file beside psql's own COPY of the same rows, and what they cost.
    static let ingest = Benchmark(
        name: "ingest",
        summary:
            "events over HTTP and from a file, beside psql \\copy of the same rows into a table with the same keys"
    ) { options in
        try await BenchDatabase.with {
            try await IngestRun(database: $0, events: options.events / 5).results()
        }
    }
}

/// One pass of the ingest benchmark.
private struct IngestRun {
    let database: BenchDatabase
    let events: Int

    private var workspace: Workspace { database.workspace }

    /// Files of events over the hours before now; each seed has its own.
    private func file(_ seed: UInt64, _ count: Int, mixed: [Substring] = []) throws -> String {
        let path = database.file("events-\(seed).ndjson")
        // Each file begins where the one before it ended: apps send what happened since they last did.
        let length = Int64(events / 50) + 60
        let start = workspace.now().adding(seconds: (Int64(seed) - 5) * length)
        try Traffic(events: count, people: events / 20, seed: seed, start: start).write(
            to: path,
            mixed: mixed
        )
        return path
    }

    func results() async throws -> [BenchResult] {
        let first = try file(1, events)
        var results: [BenchResult] = []
        // Everything that is sent first meets an empty log; then the peer takes the same rows.
        let loaded = try await load(first)
        let copied = try copyRate()
        results.append(
            .init(
                name: "ingest FILE",
                value: loaded,
                unit: "events/s",
                against: Self.copy,
                baseline: copied,
                aim: 0.8
            )
        )
        let folding = try await ContinuousClock().measure { try await workspace.store.projector.catchUp() }
        let folded = Double(events) / folding.asSeconds
        results += try size()
        let server = try Server(workspace, listen: "127.0.0.1:0", settings: .unthrottled) {
            TipledgerBench.note($0)
        }
        let url = try await server.start()
        do {
            let network = try await overNetwork(url, folded: folded)
            await server.stop()
            results += network
            results += try await rebuild()
            results += try await peers(http: network[0].value)
            return results
        } catch {
            await server.stop()
            throw error
        }
    }

    private static let copy = "psql \\copy, same columns and keys"

    private func load(_ path: String) async throws -> Double {
        guard let file = FileHandle(forReadingAtPath: path) else {
            throw BenchFailure("\(path) cannot be read")
        }
        var accepted: Int64 = 0
        let time = try await ContinuousClock().measure {
            let result = try await IngestService(workspace).load(
                { try file.read(upToCount: 1 << 20).flatMap { $0.isEmpty ? nil : [UInt8]($0) } },
                progress: { _ in }
            )
            accepted = result.accepted
        }
        guard accepted == Int64(events) else {
            throw BenchFailure("\(accepted) of \(events) events were accepted")
        }
        return Double(events) / time.asSeconds
    }

    /// How fast psql copies the rows of the log into a table of the same columns and keys: the mean of two times.
    private func copyRate() throws -> Double {
        let rows = database.file("rows")
        try database.psql(
            "\\copy (select * from event where stream <> 0 order by received_at, seq) to '\(rows)'"
        )
        let count = try database.number("select count(*) from event where stream <> 0")
        var seconds = 0.0
        for _ in 0..<2 {
            try database.psql("create table copied (like event including indexes)")
            let time = try ContinuousClock().measure { _ = try database.psql("\\copy copied from '\(rows)'") }
            seconds += time.asSeconds
            try database.psql("drop table copied")
        }
        return 2 * count / seconds
    }

    private func size() throws -> [BenchResult] {
        let count = try database.number("select count(*) from event where stream <> 0")
        let bytes = try database.number(
            "select sum(pg_total_relation_size(inhrelid)) from pg_inherits where inhparent = 'event'::regclass"
        )
        return [
            .init(
                name: "log-size",
                value: bytes / count,
                unit: "bytes/event",
                against: "the aim, at most",
                baseline: 220,
                aim: 1
            )
        ]
    }

    private func overNetwork(_ url: String, folded: Double) async throws -> [BenchResult] {
        let key = try await workspace.store.keys.create(scope: .write, name: "bench", at: workspace.now())
            .text
        let client = LoadClient(url: url, key: key)
        let idle = try memory()
        let large = try file(2, events)
        let before = (wal: try wal(), cpu: try database.serverSeconds())
        let sent = try client.send(large, batch: 500, connections: 8)
        let after = (wal: try wal(), cpu: try database.serverSeconds())
        try await waitForFold()
        let copied = try copyRate()
        let small = try client.send(try file(3, events / 2), batch: 10, connections: 64)
        let loaded = try memory()
        try await waitForFold()
        let again = try client.send(large, batch: 500, connections: 8)
        let lines = try String(contentsOfFile: large, encoding: .utf8).split(separator: "\n")
        try await waitForFold()
        let mixed = try client.send(try file(4, events / 2, mixed: lines), batch: 500, connections: 8)
        guard sent.accepted == Int64(events), again.duplicates == Int64(events),
            mixed.duplicates == Int64(events / 2) / 100
        else { throw BenchFailure("not every event was counted once: \(sent) \(again) \(mixed)") }
        func row(
            _ name: String,
            _ value: Double,
            _ unit: String,
            _ against: String,
            _ base: Double,
            _ aim: Double
        )
            -> BenchResult
        { .init(name: name, value: value, unit: unit, against: against, baseline: base, aim: aim) }
        let count = Double(events)
        let fresh = "fresh events in this run"
        return [
            row("HTTP 500 × 8", sent.rate, "events/s", Self.copy, copied, 0.6),
            .init(name: "HTTP 500 × 8, p99", value: sent.p99, unit: "ms"),
            row("HTTP 10 × 64", small.rate, "events/s", Self.copy, copied, 0.3),
            .init(name: "HTTP 10 × 64, p99", value: small.p99, unit: "ms"),
            row("projector", folded, "events/s", "HTTP 500 × 8", sent.rate, 1),
            row("duplicates, all", again.rate, "events/s", fresh, sent.rate, 1),
            row("duplicates, 1 %", mixed.rate, "events/s", fresh, sent.rate, 0.8),
            row(
                "WAL, folds included",
                (after.wal - before.wal) / count,
                "bytes/event",
                "the aim, at most",
                260,
                1
            ),
            .init(
                name: "database CPU, folds included",
                value: (after.cpu - before.cpu) / count * 1_000_000,
                unit: "µs/event"
            ),
            row("memory idle", idle, "MB", "the aim, at most", 40, 1),
            row("memory under load", loaded, "MB", "the aim, at most", 120, 1),
        ]
    }

    /// Folding the log anew beside a statement that only counts it.
    private func rebuild() async throws -> [BenchResult] {
        let count = try database.number("select count(*) from event where stream <> 0")
        let time = try await ContinuousClock().measure { try await workspace.store.projector.rebuild() }
        try database.psql(
            "create table counted (stream int, person uuid, tip int, n bigint, first timestamptz, last timestamptz)"
        )
        let counting = try ContinuousClock().measure {
            _ = try database.psql(
                """
                insert into counted select stream, person, subject, count(*), min(at), max(at)
                from event where stream <> 0 group by stream, person, subject
                """
            )
        }
        try database.psql("drop table counted")
        return [
            .init(
                name: "rebuild",
                value: count / time.asSeconds,
                unit: "events/s",
                against: "INSERT … SELECT count(*) GROUP BY",
                baseline: count / counting.asSeconds,
                aim: 1
            )
        ]
    }

    /// The append path without HTTP, and other ways to keep events, beside what came over HTTP.
    private func peers(http: Double) async throws -> [BenchResult] {
        let peers = AppendPeers(database: database)
        let appended = try await peers.appends(events / 2)
        let copied = try peers.ownCopies(events / 2)
        var results: [BenchResult] = [
            .init(
                name: "append 10 × 48, no HTTP",
                value: appended.rate,
                unit: "events/s",
                against: "each writer's COPY, no index",
                baseline: copied.rate,
                aim: 1.3
            ),
            .init(
                name: "append 10 × 48, database CPU",
                value: appended.serverSeconds * 1_000_000,
                unit: "µs/event",
                against: "each writer's COPY, no index",
                baseline: copied.serverSeconds * 1_000_000
            ),
        ]
        let others: [(String, Double?, Double)] = [
            ("append 10 × 48, no HTTP", appended.rate, 0.5),
            ("single appends in the database, 8 × 1", try peers.singleAppends(16_000), 15),
            ("eventsourcing's recorder, 4 × 10", try peers.recorder(events / 20), 5),
        ]
        for (name, rate, aim) in others {
            guard let rate else {
                TipledgerBench.note("not measured, as it is not installed: \(name)")
                continue
            }
            results.append(
                .init(
                    name: "HTTP 500 × 8",
                    value: http,
                    unit: "events/s",
                    against: name,
                    baseline: rate,
                    aim: aim
                )
            )
        }
        return results
    }

    private func wal() throws -> Double { try database.number("select pg_current_wal_lsn() - '0/0'::pg_lsn") }

    /// What the process holds in memory, in millions of bytes.
    private func memory() throws -> Double {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
        guard let kilobytes = line?.split(separator: " ").dropFirst().first.flatMap({ Double($0) }) else {
            throw BenchFailure("the system does not say how much memory is used")
        }
        return kilobytes * 1024 / 1_000_000
    }

    private func waitForFold() async throws {
        while try await workspace.store.projector.lag() > 0 { try await Task.sleep(for: .milliseconds(50)) }
    }
}
