import HTTPServer
import TipCore
import TipPages
import TipStore
import TipWire

/// The page of the catalog: what is in force, what another one would change, and putting it in force.
struct WebCatalog: Sendable {
    let gate: WebGate

    private var workspace: Workspace { gate.workspace }

    /// So many persons are looked at to say what a catalog would do; of more, a sample.
    private static let mostPeople = 2000

    var all: [Route] {
        [
            gate.page("GET", "/catalog", "The catalog") { try await show($0, nil) },
            gate.page("POST", "/catalog", "What another catalog would change") { visit in
                guard let text = visit.form.value("catalog") else {
                    return WebResponse.redirect(to: "/catalog")
                }
                return try await show(visit, text)
            }, gate.page("POST", "/catalog/apply", "Put a catalog in force") { try await apply($0) },
        ]
    }

    private func show(_ visit: WebVisit, _ text: String?) async throws -> HTTPResponse {
        try await workspace.store.project.refresh()
        let current = try CatalogService(workspace).current()
        let notice: PageNotice? =
            visit.request.http.queryValue("done") == "apply" ? .applied(revision: current.number) : nil
        var looked: CatalogPage.Proposal?
        if let text { looked = try await proposal(text) }
        let page = CatalogPage(
            visit.context(path: "/catalog", notice: notice),
            revision: current.number,
            since: current.number > 0 ? current.at : nil,
            text: current.number > 0 ? CatalogWriter.json(current.catalog).text(indented: true) : "",
            proposal: looked
        )
        return WebResponse.page(page.html, language: visit.language)
    }

    private func proposal(_ text: String) async throws -> CatalogPage.Proposal {
        let file = CatalogFile(Array(text.utf8), name: "catalog")
        guard let catalog = file.catalog else {
            return CatalogPage.Proposal(text: text, errors: file.problems, warnings: "", change: nil)
        }
        let service = CatalogService(workspace)
        let change = try service.change(to: catalog)
        let running = try service.warnings(for: file)
        let warnings = [file.problems, running.text].filter { !$0.isEmpty }.joined(separator: "\n")
        guard !change.isEmpty else {
            return CatalogPage.Proposal(text: text, errors: "", warnings: warnings, change: .nothing)
        }
        let effect = try await CatalogEffectService(workspace).effect(of: catalog, most: Self.mostPeople)
        return CatalogPage.Proposal(
            text: text,
            errors: "",
            warnings: warnings,
            change: .lines(change.text, effect: effect.lines),
            restartable: service.restartable(under: catalog)
        )
    }

    private func apply(_ visit: WebVisit) async throws -> HTTPResponse {
        try await gate.requireAdmin(visit)
        guard let text = visit.form.value("catalog"),
            let catalog = CatalogFile(Array(text.utf8), name: "catalog").catalog
        else { return try await show(visit, visit.form.value("catalog")) }
        try await workspace.store.project.refresh()
        let service = CatalogService(workspace)
        // What was looked at must be what is put in force: the difference to the catalog of then.
        guard visit.form.value("revision").flatMap({ Int($0) }) == (try service.current().number) else {
            throw Problem(
                409,
                "stale_revision",
                "Somebody else applied a catalog after this difference was shown. Nothing was applied.",
                hint: "Open the page Catalog and look at the difference again."
            )
        }
        do {
            _ = try await service.apply(catalog, beginningPhaseOf: visit.form.values("newPhase"))
        } catch let error as LifecycleError {
            throw Problem(409, error.code, error.description)
        }
        return WebResponse.redirect(to: "/catalog?done=apply")
    }
}
