import HTTPServer
import Reports
import TipCore
import TipPages
import TipStore

/// The page about what comes in.
struct WebIntake: Sendable {
    let gate: WebGate
    let settings: ServiceSettings
    let metrics: Metrics

    private static let days: Int64 = 30
    private static let samplesPerReason = 2

    var all: [Route] { [gate.page("GET", "/ingest", "What comes in") { try await show($0) }] }

    private func show(_ visit: WebVisit) async throws -> HTTPResponse {
        let workspace = gate.workspace
        let since = workspace.now().adding(seconds: -Self.days * 86_400)
        let figures = try await workspace.store.intakeFigures(since: since)
        let dialects = metrics.eventsByDialect.sorted { $0.key < $1.key }.map { name, outcomes in
            IntakePage.Dialect(
                name: name,
                accepted: outcomes["accepted"] ?? 0,
                duplicates: outcomes["duplicate"] ?? 0,
                rejected: outcomes["rejected"] ?? 0
            )
        }
        let service = QuarantineService(workspace, settings: settings)
        var samples: [IntakePage.Sample] = []
        for reason in figures.reasons.prefix(10) {
            var filter = Quarantine.Filter()
            (filter.code, filter.dialect, filter.after) = (reason.code, reason.dialect, since)
            samples += try await service.list(filter, limit: Self.samplesPerReason).map { entry in
                IntakePage.Sample(
                    id: entry.id,
                    code: entry.code,
                    dialect: entry.dialect,
                    at: entry.receivedAt,
                    field: entry.field,
                    detail: entry.detail
                )
            }
        }
        let page = IntakePage(
            visit.context(),
            figures,
            dialects: dialects,
            samples: samples,
            newestPlaces: Store.newestPlaces
        )
        return WebResponse.page(page.html, language: visit.language)
    }
}
