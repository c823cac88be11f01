package import TipCore
import TipStore
import TipWire

/// Reads, compares and applies catalogs.
package struct CatalogService: Sendable {
    private let workspace: Workspace

    /// Creates the service of a workspace.
    package init(_ workspace: Workspace) {
        self.workspace = workspace
    }

    /// A catalog at one revision.
    package struct Revision: Sendable {
        /// Counts from 1; 0 is the empty catalog of a new project.
        package let number: Int
        /// From when it is in force.
        package let at: Timestamp
        /// The catalog.
        package let catalog: Catalog
    }

    /// What applying a catalog did.
    package struct Applied: Sendable {
        /// The revision in force now.
        package let revision: Int
        /// What changed; empty where nothing did, and then no revision was made.
        package let change: CatalogChange
    }

    /// The newest catalog; the empty one where none was ever applied.
    package func current() throws -> Revision {
        try revision(workspace.store.project.current.lifecycle.catalog)
    }

    /// The catalog of one revision; nil where there is none with this number.
    package func revision(_ number: Int) throws -> Revision? {
        guard
            let match = workspace.store.project.current.lifecycle.catalogs.first(where: {
                $0.revision == number
            })
        else { return nil }
        return try revision(match)
    }

    /// What would change if a catalog were applied.
    package func change(to catalog: Catalog) throws -> CatalogChange {
        CatalogChange(CatalogDiff(from: try current().catalog, to: catalog))
    }

    /// Applies a catalog as an event, unless it says what the newest one says.
    ///
    /// - Parameters:
    ///   - catalog: The catalog.
    ///   - instant: From when it is in force; nil is now.
    /// - Returns: The revision in force, and what changed.
    /// - Throws: `UnfitCatalog`, `UnreadableCatalog`, and `StoreError` where the database does not answer.
    package func apply(_ catalog: Catalog, at instant: Timestamp? = nil) async throws -> Applied {
        let text = CatalogWriter.json(catalog).text()
        // What cannot be read back must not come into the log, whoever made it.
        let reading = CatalogReader().read(text, file: "catalog")
        guard reading.catalog != nil else { throw UnfitCatalog(errors: reading.errors.map(\.description)) }
        var diff = CatalogDiff(from: catalog, to: catalog)
        let instant = instant ?? workspace.now()
        try await workspace.store.project.decide(at: instant) { state in
            for record in catalog.rephased(state.lifecycle) where instant < record.currentPhase.startedAt {
                throw LifecycleError(.beforeStart, subject: record.id)
            }
            let newest = try revision(state.lifecycle.catalog)
            diff = CatalogDiff(from: newest.catalog, to: catalog)
            guard !diff.isEmpty || newest.number == 0 else { return nil }
            return .catalogApplied(revision: newest.number + 1, text: text)
        }
        try await startPhases(at: instant)
        return Applied(revision: try current().number, change: CatalogChange(diff))
    }

    /// Begins a phase of each running experiment that the newest catalog gives out in another way.
    private func startPhases(at instant: Timestamp) async throws {
        while true {
            let isDone = try await !workspace.store.project.decide(at: instant) { state in
                let newest = try revision(state.lifecycle.catalog)
                guard let record = newest.catalog.rephased(state.lifecycle).first,
                    let definition = newest.catalog.experiments.first(where: { $0.id == record.id })
                else { return nil }
                let phase = record.currentPhase.next(
                    under: definition,
                    of: newest.catalog,
                    catalogRevision: newest.number,
                    startedAt: instant
                )
                return .phaseStarted(id: record.id, phase: phase)
            }
            if isDone { return }
        }
    }

    private func revision(_ stored: Lifecycle.CatalogRevision?) throws -> Revision {
        guard let stored else { return Revision(number: 0, at: .epoch, catalog: Catalog()) }
        let catalog = try workspace.catalogs.catalog(stored)
        return Revision(number: stored.revision, at: stored.at, catalog: catalog)
    }
}

extension Catalog {
    /// The running and paused experiments that this catalog gives out in another way than they are.
    fileprivate func rephased(_ lifecycle: Lifecycle) -> [ExperimentRecord] {
        let definitions = Dictionary(experiments.map { ($0.id, $0) }) { first, _ in first }
        return lifecycle.experimentsByID.filter { record in
            guard record.status != .stopped, record.currentPhase.assignment == .hash,
                let definition = definitions[record.id], definition.tip == record.currentPhase.tip
            else { return false }
            return !record.currentPhase.assigns(like: definition)
        }
    }
}

/// A catalog in the log that this program cannot read: a newer program wrote it.
package struct UnreadableCatalog: Error, Hashable, Sendable, CustomStringConvertible {
    /// Its revision.
    package let revision: Int

    /// What is wrong and what to do about it.
    package var description: String {
        "Catalog revision \(revision) was written by a newer program. Install that program."
    }
}

/// A catalog that its own reader refuses.
package struct UnfitCatalog: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong, a line each.
    package let errors: [String]

    /// What is wrong.
    package var description: String { errors.prefix(5).joined(separator: "\n") }
}
