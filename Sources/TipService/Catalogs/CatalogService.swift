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

    /// What to warn of before a file is applied, about the experiments that run.
    ///
    /// - Parameters:
    ///   - file: The file, as it was checked.
    ///   - phases: The experiments that begin a new phase with it.
    /// - Returns: The warnings in file order.
    /// - Throws: `UnreadableCatalog`.
    package func warnings(for file: CatalogFile, beginningPhaseOf phases: [String] = []) throws
        -> RunningWarnings
    {
        RunningWarnings(try warnings(for: file.reading, beginningPhaseOf: phases), of: file)
    }

    /// What to warn of before what was read is applied, about the experiments that run.
    func warnings(for reading: TipWire.CatalogReading, beginningPhaseOf phases: [String]) throws
        -> [CatalogProblem]
    {
        let records = workspace.store.project.current.lifecycle.experimentsByID
        return RunningAdvice(records, under: try current().catalog)
            .warnings(for: reading, beginningPhaseOf: phases)
    }

    /// Applies a catalog as an event, unless it says what the newest one says.
    ///
    /// - Parameters:
    ///   - catalog: The catalog.
    ///   - instant: From when it is in force; nil is now.
    ///   - asked: The running experiments that begin a new phase with it, also where they need not.
    /// - Returns: The revision in force, and what changed.
    /// - Throws: `UnfitCatalog`, `UnreadableCatalog`, `LifecycleError` where a phase cannot begin, and
    ///   `StoreError` where the database does not answer.
    package func apply(
        _ catalog: Catalog,
        at instant: Timestamp? = nil,
        beginningPhaseOf asked: [String] = []
    ) async throws -> Applied {
        let text = CatalogWriter.json(catalog).text()
        // What cannot be read back must not come into the log, whoever made it.
        let reading = CatalogReader().read(text, file: "catalog")
        guard reading.catalog != nil else { throw UnfitCatalog(errors: reading.errors.map(\.description)) }
        var diff = CatalogDiff(from: catalog, to: catalog)
        let instant = instant ?? workspace.now()
        var restarts = NamedValues<Int>()
        try await workspace.store.project.decide(at: instant) { state in
            restarts = try catalog.restarts(of: asked, state.lifecycle)
            for record in catalog.rephased(state.lifecycle, restarts)
            where instant < record.currentPhase.startedAt {
                throw LifecycleError(.beforeStart, subject: record.id)
            }
            let newest = try revision(state.lifecycle.catalog)
            diff = CatalogDiff(from: newest.catalog, to: catalog)
            guard !diff.isEmpty || newest.number == 0 else { return nil }
            return .catalogApplied(revision: newest.number + 1, text: text)
        }
        try await startPhases(at: instant, restarts)
        return Applied(revision: try current().number, change: CatalogChange(diff))
    }

    /// Begins a phase of each running experiment that the newest catalog gives out in another way, and of those
    /// of which it was asked.
    private func startPhases(at instant: Timestamp, _ restarts: NamedValues<Int>) async throws {
        while true {
            let isDone = try await !workspace.store.project.decide(at: instant) { state in
                let newest = try revision(state.lifecycle.catalog)
                guard let record = newest.catalog.rephased(state.lifecycle, restarts).first else {
                    return nil
                }
                let phase = newest.catalog.nextPhase(of: record, revision: newest.number, at: instant)
                return phase.map { .phaseStarted(id: record.id, phase: $0) }
            }
            if isDone { return }
        }
    }

    /// The experiments that could begin a phase with a catalog and need not: those that run and that it still has on
    /// the tip on which they run, given out as now.
    func restartable(under catalog: Catalog) -> [String] {
        let lifecycle = workspace.store.project.current.lifecycle
        let beginning = catalog.rephased(lifecycle, NamedValues<Int>()).map(\.id)
        return lifecycle.experimentsByID.map(\.id).filter { id in
            (try? catalog.restarts(of: [id], lifecycle)) != nil
                && !beginning.contains { $0.hasSameBytes(as: id) }
        }
    }

    /// Where the experiments would stand that begin a phase if a catalog were applied.
    ///
    /// - Parameters:
    ///   - catalog: The catalog.
    ///   - instant: When it would be in force.
    ///   - asked: The experiments that begin a phase also where they need not.
    /// - Returns: The experiments by id, each in its next phase.
    /// - Throws: `LifecycleError` where one of those that were asked for cannot begin a phase.
    func standings(under catalog: Catalog, at instant: Timestamp, beginningPhaseOf asked: [String])
        throws -> [(experiment: String, standing: ExperimentStanding)]
    {
        let lifecycle = workspace.store.project.current.lifecycle
        let revision = (lifecycle.catalog?.revision ?? 0) + 1
        return catalog.rephased(lifecycle, try catalog.restarts(of: asked, lifecycle)).compactMap { record in
            catalog.nextPhase(of: record, revision: revision, at: instant)
                .map { (record.id, record.standing(in: $0)) }
        }
    }

    private func revision(_ stored: Lifecycle.CatalogRevision?) throws -> Revision {
        guard let stored else { return Revision(number: 0, at: .epoch, catalog: Catalog()) }
        let catalog = try workspace.catalogs.catalog(stored)
        return Revision(number: stored.revision, at: stored.at, catalog: catalog)
    }
}

extension Catalog {
    /// The running and paused experiments that this catalog gives out in another way than they are, and those
    /// that are still in the phase in which they were to be restarted.
    fileprivate func rephased(_ lifecycle: Lifecycle, _ restarts: NamedValues<Int>) -> [ExperimentRecord] {
        lifecycle.experimentsByID.filter { record in
            guard let definition = definition(of: record) else { return false }
            let isAsked = restarts[record.id] == record.currentPhase.number
            return isAsked || !record.currentPhase.assigns(like: definition)
        }
    }

    /// The phase that an experiment begins under this catalog; nil where it is not in it.
    fileprivate func nextPhase(of record: ExperimentRecord, revision: Int, at instant: Timestamp)
        -> FrozenPhase?
    {
        definition(of: record).map { definition in
            record.currentPhase.next(
                under: definition,
                of: self,
                catalogRevision: revision,
                startedAt: instant
            )
        }
    }

    /// How this catalog defines an experiment that runs, on the tip on which it runs.
    private func definition(of record: ExperimentRecord) -> ExperimentDefinition? {
        guard record.status != .stopped, record.currentPhase.assignment == .hash else { return nil }
        return experiments.first {
            $0.id.hasSameBytes(as: record.id) && $0.tip.hasSameBytes(as: record.currentPhase.tip)
        }
    }

    /// The phases in which experiments are that are to begin another one.
    ///
    /// - Throws: `LifecycleError` where one was never started or is over, and where the catalog has none.
    fileprivate func restarts(of ids: [String], _ lifecycle: Lifecycle) throws(LifecycleError)
        -> NamedValues<Int>
    {
        var restarts = NamedValues<Int>()
        for id in ids {
            guard let record = lifecycle.experiments[id] else {
                throw LifecycleError(.notStarted, subject: id)
            }
            guard record.status != .stopped else { throw LifecycleError(.alreadyStopped, subject: id) }
            guard definition(of: record) != nil else { throw LifecycleError(.notRunning, subject: id) }
            restarts[id] = record.currentPhase.number
        }
        return restarts
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
