import Foundation
import Reports
import TipCore
import TipService
import TipStore

extension Benchmark {
    /// A report from the tallies at one size of the log and at ten times that size.
    static let report = Benchmark(
        name: "report",
        summary: "the time of a report at a size of the log, and at ten times that size"
    ) { options in
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "tipledger-bench-\(UUID().uuidString)"
        )
        defer { try? FileManager.default.removeItem(at: folder) }
        let workspace = try await Workspace.open(url: nil, environment: ["TIPLEDGER_HOME": folder.path])
        do {
            let run = ReportRun(workspace: workspace)
            let small = try await run.time(atEvents: options.events)
            let large = try await run.time(atEvents: 10 * options.events)
            await workspace.close()
            return [
                BenchResult(name: "report at \(options.events) events", value: small, unit: "ms"),
                BenchResult(
                    name: "report at \(10 * options.events) events",
                    value: large,
                    unit: "ms",
                    against: "a tenth of them; at most the aim",
                    baseline: small,
                    aim: 1.3
                ),
            ]
        } catch {
            await workspace.close()
            throw error
        }
    }
}

/// One log that grows.
struct ReportRun {
    let workspace: Workspace

    /// Fills the log up to so many events and folds them: four fifths impressions, a fifth taps.
    ///
    /// Gives the people of each of two variants.
    func fill(toEvents events: Int) async throws -> Int64 {
        let people = Int64(events) * 4 / 10
        let header = "experiment,variant,people,conversions\n"
        let rows = "x,control,\(people),\(people / 4)\nx,benefit,\(people),\(people / 4)\n"
        let file = try CountsFile(Array((header + rows).utf8))
        _ = try await CountsLoader(workspace).load(file) { _, _ in }
        try await workspace.store.projector.catchUp()
        return people
    }

    /// The milliseconds of a report, once so many events are in the log and folded.
    func time(atEvents events: Int) async throws -> Double {
        let people = try await fill(toEvents: events)
        return try await Repeated.milliseconds {
            let enrolled = try await ReportService(workspace).report("x").snapshot.enrolled
            guard enrolled == 2 * people else { throw BenchFailure("\(enrolled) people are in the report") }
        }
    }
}

/// Something done again and again.
enum Repeated {
    /// The milliseconds that it takes: the least of ten medians, so that what the database still has to tidy up after
    /// a load, and what else the machine does, count for as little as they can.
    static func milliseconds(_ body: () async throws -> Void) async throws -> Double {
        var least = Double.infinity
        for _ in 0..<10 {
            least = min(least, try await median(of: 41, body))
            try await Task.sleep(for: .milliseconds(500))
        }
        return least
    }

    /// The median of the milliseconds of so many times in a row.
    static func median(of count: Int, _ body: () async throws -> Void) async throws -> Double {
        let clock = ContinuousClock()
        var times: [Double] = []
        for _ in 0..<count { times.append(try await clock.measure(body) / .milliseconds(1)) }
        return times.sorted()[times.count / 2]
    }
}
