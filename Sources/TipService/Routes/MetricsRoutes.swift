import HTTPServer
import Reports
import Synchronization
import TipCore
import TipStore

/// The route that Prometheus reads.
final class MetricsRoutes: Sendable {
    private let workspace: Workspace
    private let metrics: Metrics
    private let splits = Mutex<(at: ContinuousClock.Instant, values: [String: Double])?>(nil)

    /// A report reads the tallies, so the splits are looked at again only after so long.
    private static let splitsLast: Duration = .seconds(60)

    init(workspace: Workspace, metrics: Metrics) {
        self.workspace = workspace
        self.metrics = metrics
    }

    var all: [Route] {
        [
            Route("GET", "/metrics", scope: nil, "What the server counts, for Prometheus") { [self] _ in
                let text = (await gauges() + metrics.families).map(\.text).joined()
                return HTTPResponse(
                    status: 200,
                    headers: ["Content-Type": "text/plain; version=0.0.4; charset=utf-8"],
                    body: Array(text.utf8)
                )
            }
        ]
    }

    private func gauges() async -> [MetricFamily] {
        var build = MetricFamily("tipledger_build_info", .gauge, "The version that runs")
        build.add(1, [("version", Version.text)])
        var waiting = MetricFamily(
            "tipledger_writer_waiting_events",
            .gauge,
            "Events that wait to be committed"
        )
        waiting.add(Double(await workspace.store.log.waitingCount))
        var readers = MetricFamily("tipledger_pool_waiting", .gauge, "Questions that wait for a connection")
        readers.add(Double(workspace.store.waitingReaders))
        var connections = MetricFamily(
            "tipledger_pool_connections",
            .gauge,
            "Connections of readers, open and at work"
        )
        let (open, busy) = workspace.store.readerConnections
        connections.add(Double(open), [("state", "open")])
        connections.add(Double(busy), [("state", "busy")])
        var kept = MetricFamily(
            "tipledger_quarantine_events",
            .gauge,
            "Events in quarantine, a hundred thousand at most"
        )
        for size in (try? await workspace.store.quarantine.sizes()) ?? [] {
            kept.add(Double(size.events), [("dialect", size.dialect), ("reason", size.code)])
        }
        var lag = MetricFamily("tipledger_projection_lag_events", .gauge, "Events that are not folded yet")
        var isUp = MetricFamily("tipledger_database_up", .gauge, "Whether the database answers")
        var age = MetricFamily(
            "tipledger_projection_lag_seconds",
            .gauge,
            "For how long the event that waits longest has been in the log without being folded"
        )
        var tooOld = MetricFamily(
            "tipledger_events_too_old_total",
            .counter,
            "Events stored that are older than what retention keeps, and so change nothing"
        )
        tooOld.add(Double(await workspace.store.log.tooOldCount))
        // A database that is away must not take the other figures with it.
        if let lags = try? await workspace.store.projector.lags() {
            lag.add(Double(lags.reduce(0) { $0 + $1.events }))
            age.add(lags.map(\.seconds).max() ?? 0)
            isUp.add(1)
        } else {
            isUp.add(0)
        }
        var split = MetricFamily(
            "tipledger_experiment_srm_p",
            .gauge,
            "How likely a split at least so uneven is by chance; an alarm is for less than 0.001"
        )
        for (experiment, p) in await currentSplits().sorted(by: { $0.key < $1.key }) {
            split.add(p, [("experiment", experiment)])
        }
        return [build, isUp, waiting, connections, readers, kept, lag, age, tooOld, split]
    }

    private func currentSplits() async -> [String: Double] {
        if let known = splits.withLock({ $0 }), known.at.duration(to: .now) < Self.splitsLast {
            return known.values
        }
        // Whoever asks meanwhile gets what was known before.
        splits.withLock { $0 = (.now, $0?.values ?? [:]) }
        var values: [String: Double] = [:]
        let entries = (try? ExperimentService(workspace).list()) ?? []
        var options = ReportService.Options()
        options.isAsFolded = true
        _ = try? await workspace.store.projector.catchUpUnlessBusy()
        for entry in entries where entry.status == .running {
            guard let snapshot = try? await ReportService(workspace).snapshot(entry.id, options),
                let report = try? ExperimentReport(snapshot)
            else { continue }
            values[entry.id] = report.health.splitP
        }
        splits.withLock { [values] in $0 = (.now, values) }
        return values
    }
}

/// The program's version.
package enum Version {
    /// By semantic versioning.
    package static let text = "0.1.0"
}
