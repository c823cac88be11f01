import HTTPServer
import TipCore
import TipStore
import TipWire

/// Routes that give and take the catalog.
struct CatalogRoutes: Sendable {
    let workspace: Workspace

    var all: [Route] {
        [
            Route("GET", "/v1/catalog", scope: .evaluate, "The newest catalog") { try await get($0) },
            Route("PUT", "/v1/catalog", scope: .admin, "Apply a catalog") { try await put($0) },
        ]
    }

    private func get(_ request: RoutedRequest) async throws -> HTTPResponse {
        try await workspace.store.project.refresh()
        let current = try revision(request)
        let tag = "\"catalog-\(current.number)\""
        let headers: HTTPHeaders = ["ETag": tag, "Cache-Control": "no-cache"]
        if ETag.matches(request.http.headers["If-None-Match"], tag) {
            return HTTPResponse(status: 304, headers: headers)
        }
        guard case .object(let members) = CatalogWriter.json(current.catalog) else {
            return HTTPResponse(.null)
        }
        let revision = JSON.Member("catalogRevision", .integer(Int64(current.number)))
        return HTTPResponse(.object([revision] + members), headers: headers)
    }

    /// The newest revision, or the one that `?revision=` names.
    private func revision(_ request: RoutedRequest) throws -> CatalogService.Revision {
        let service = CatalogService(workspace)
        guard let text = request.http.queryValue("revision") else { return try service.current() }
        guard let number = Int(text), let revision = try service.revision(number) else {
            throw Problem(
                404,
                "unknown_revision",
                "The catalog has no such revision.",
                hint: "The newest is \(try service.current().number)."
            )
        }
        return revision
    }

    private func put(_ request: RoutedRequest) async throws -> HTTPResponse {
        let reading = CatalogReader().read(bytes: request.http.body, file: "catalog")
        guard let catalog = reading.catalog else {
            var problem = Problem(
                422,
                "bad_catalog",
                "The catalog has \(reading.errors.count) error(s). Nothing was applied.",
                hint: "tipledger validate FILE shows them in place."
            )
            problem.members = [.init("errors", .array(reading.errors.map(\.json)))]
            throw problem
        }
        try await workspace.store.project.refresh()
        let service = CatalogService(workspace)
        let at = try request.http.time("at")
        let phases = request.http.queryValue("newPhase")?.split(separator: ",").map(String.init) ?? []
        let running = try service.warnings(for: reading, beginningPhaseOf: phases)
        let warnings = JSON.Member("warnings", .array((reading.warnings + running).map(\.json)))
        do {
            if try request.http.flag("dryRun") {
                let effects = CatalogEffectService(workspace)
                let effect = try await effects.effect(of: catalog, beginningPhaseOf: phases)
                let diff = JSON.Member("diff", try service.change(to: catalog).json)
                return HTTPResponse(.object([diff, .init("effect", effect.json), warnings]))
            }
            let applied = try await service.apply(catalog, at: at, beginningPhaseOf: phases)
            let revision = JSON.Member("revision", .integer(Int64(applied.revision)))
            return HTTPResponse(.object([revision, .init("diff", applied.change.json), warnings]))
        } catch let error as LifecycleError {
            throw Problem(409, error.code, error.description)
        }
    }
}
