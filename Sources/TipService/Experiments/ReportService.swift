package import Reports
import TipCore
import TipStore

/// Reports what experiments have found, from the tallies.
package struct ReportService: Sendable {
    private let workspace: Workspace

    /// What is asked of a report.
    package struct Options: Hashable, Sendable {
        /// The variant that the others are compared with; nil is the first one.
        package var baseline: String?
        /// The phase; nil is the last one.
        package var phase: Int?
        /// Whether people whose window is open are counted.
        package var isPartial = false
        /// The language of copy, as BCP 47.
        package var locale: String?

        /// Creates options that ask for nothing special.
        package init() {}
    }

    /// Creates the service of a workspace.
    package init(_ workspace: Workspace) {
        self.workspace = workspace
    }

    /// The counts of one experiment, with everything that is in the log by now.
    ///
    /// - Throws: `UnknownExperiment`.
    package func snapshot(_ id: String, _ options: Options = Options()) async throws -> ExperimentSnapshot {
        try await workspace.store.projector.catchUp()
        return try await count(try ExperimentService(workspace).entry(id), options)
    }

    /// The counts of all experiments in the order of their ids' bytes.
    package func snapshots(_ options: Options = Options()) async throws -> [ExperimentSnapshot] {
        try await workspace.store.projector.catchUp()
        var snapshots: [ExperimentSnapshot] = []
        for entry in try ExperimentService(workspace).list() {
            snapshots.append(try await count(entry, options))
        }
        return snapshots
    }

    private func count(_ entry: ExperimentService.Entry, _ options: Options) async throws
        -> ExperimentSnapshot
    {
        let request = SnapshotReader.Request(
            experiment: entry.id,
            phase: options.phase,
            asOf: workspace.now(),
            isPartial: options.isPartial
        )
        guard
            var snapshot = try await SnapshotReader(workspace.store).snapshot(
                request,
                definition: entry.definition
            )
        else { throw UnknownPhase(experiment: entry.id, phase: options.phase ?? 0) }
        try addCopyOfTip(to: &snapshot, revision: snapshot.phase?.catalogRevision)
        return snapshot
    }

    /// What a variant leaves out of its copy is the tip's own; a phase shows the copy of its catalog.
    private func addCopyOfTip(to snapshot: inout ExperimentSnapshot, revision: Int?) throws {
        let service = CatalogService(workspace)
        let catalog = try revision.flatMap { try service.revision($0) }?.catalog ?? service.current().catalog
        let tip = catalog.tips.first { $0.id.hasSameBytes(as: snapshot.tip) }?.copy ?? Copy()
        let experiment = catalog.experiments.first { $0.id.hasSameBytes(as: snapshot.experiment) }
        for index in snapshot.arms.indices {
            let variant = experiment?.variants.first { $0.id.hasSameBytes(as: snapshot.arms[index].variant) }?
                .copy
            snapshot.arms[index].copy = (variant ?? snapshot.arms[index].copy ?? Copy()).completed(by: tip)
        }
    }
}

/// A phase that an experiment does not have.
package struct UnknownPhase: Error, Hashable, Sendable, CustomStringConvertible {
    /// The experiment.
    package let experiment: String
    /// The phase.
    package let phase: Int

    /// What is wrong.
    package var description: String { "Experiment \(experiment) has no phase \(phase)." }
}
