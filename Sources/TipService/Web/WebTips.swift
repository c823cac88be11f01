import HTTPServer
import Reports
import TipCore
import TipPages
import TipStore

/// The pages about tips.
struct WebTips: Sendable {
    let gate: WebGate
    let shelf: TipFigureShelf

    private var workspace: Workspace { gate.workspace }

    var all: [Route] {
        [
            gate.page("GET", "/tips", "All tips") { try await list($0) },
            gate.page("GET", "/tips/{tip}", "One tip") { try await show($0) },
            gate.page("POST", "/tips/{tip}/off", "Switch a tip off") { try await turn($0, off: true) },
            gate.page("POST", "/tips/{tip}/on", "Switch a tip on") { try await turn($0, off: false) },
        ]
    }

    private func list(_ visit: WebVisit) async throws -> HTTPResponse {
        let figures = try await shelf.figures()
        let tips = try await catalog().tips
        let entries = try tips.map { try entry($0, figures) }
        return WebResponse.page(
            TipsPage(visit.context(), entries, asOf: figures.asOf).html,
            language: visit.language
        )
    }

    private func show(_ visit: WebVisit) async throws -> HTTPResponse {
        let id = visit.request.capture("tip")
        let figures = try await shelf.figures()
        let catalog = try await catalog()
        guard let definition = Self.definition(of: id, in: catalog) else {
            throw Problem(
                404,
                "unknown_tip",
                "The catalog has no such tip.",
                hint: UnknownTip(id, among: catalog).hint
            )
        }
        let notice: PageNotice? =
            switch visit.request.http.queryValue("done") {
            case "off": .switchedOff(id)
            case "on": .switchedOn(id)
            default: nil
            }
        let page = TipPage(
            visit.context(notice: notice),
            try entry(definition, figures),
            items: Self.items(of: definition, figures),
            asOf: figures.asOf,
            locale: visit.request.http.queryValue("locale")
        )
        return WebResponse.page(page.html, language: visit.language)
    }

    private func turn(_ visit: WebVisit, off isOff: Bool) async throws -> HTTPResponse {
        try await gate.requireAdmin(visit)
        let tip = visit.request.capture("tip")
        do {
            _ = try await TipSwitchService(workspace).turn(tip, off: isOff)
        } catch let error as UnknownTip {
            throw Problem(404, "unknown_tip", "The catalog has no such tip.", hint: error.hint)
        } catch let error as LifecycleError {
            throw Problem(409, error.code, error.description)
        }
        return WebResponse.redirect(to: WebAddress.tip(tip) + "?done=" + (isOff ? "off" : "on"))
    }

    private func catalog() async throws -> Catalog {
        try await workspace.store.project.refresh()
        return try CatalogService(workspace).current().catalog
    }

    private static func definition(of id: String, in catalog: Catalog) -> TipDefinition? {
        catalog.tips.first { $0.id.hasSameBytes(as: id) }
            ?? catalog.tips.first { TipTemplate(id: $0.id)?.item(of: id) != nil }
    }

    /// A tip with what became of it; a reusable one has the sums of its items.
    private func entry(_ definition: TipDefinition, _ figures: TipFigureShelf.Figures) throws -> TipEntry {
        let lifecycle = workspace.store.project.current.lifecycle
        var sum = figures.tips[definition.id] ?? TipFigures(tip: definition.id)
        for item in Self.items(of: definition, figures) { sum.add(item) }
        let experiments = try ExperimentService(workspace).list()
            .filter { $0.tip.hasSameBytes(as: definition.id) }
        return TipEntry(
            definition: definition,
            figures: sum,
            isOff: lifecycle.tipsOff(at: workspace.now()).contains { $0.hasSameBytes(as: definition.id) },
            experiments: experiments.map(\.id)
        )
    }

    private static func items(of definition: TipDefinition, _ figures: TipFigureShelf.Figures) -> [TipFigures]
    {
        guard let template = TipTemplate(id: definition.id) else { return [] }
        return figures.tips.values.filter {
            template.item(of: $0.tip) != nil && !$0.tip.hasSameBytes(as: definition.id)
        }
    }
}
