package import Reports
package import TipCore
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
        /// The report as of this instant, from what had happened by then; nil is now.
        package var asOf: Timestamp?
        /// Only what was in the log at this instant; nil is all of it.
        package var knownAt: Timestamp?
        /// Only those exposed from then on.
        package var since: Timestamp?
        /// Only those exposed before.
        package var until: Timestamp?
        /// Whether nothing is read but the tallies, so that metrics which are measured are left out.
        package var isFromTalliesOnly = false
        /// Whether it counts what is folded already, without folding what has come since.
        package var isAsFolded = false
        /// What else is found from the units themselves.
        package var details = ReportDetails.Request()

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
        try await catchUp(options)
        return try await count(try ExperimentService(workspace).entry(id), options)
    }

    /// The counts of all experiments in the order of their ids' bytes.
    package func snapshots(_ options: Options = Options()) async throws -> [ExperimentSnapshot] {
        try await catchUp(options)
        var snapshots: [ExperimentSnapshot] = []
        for entry in try ExperimentService(workspace).list() {
            snapshots.append(try await count(entry, options))
        }
        return snapshots
    }

    /// The report of one experiment with everything that was asked.
    ///
    /// - Throws: `UnknownExperiment`, `UnknownPhase`, and `AnalysisProblem` where the baseline is no variant.
    package func report(_ id: String, _ options: Options = Options()) async throws -> ExperimentReport {
        try await catchUp(options)
        return try await report(try ExperimentService(workspace).entry(id), options)
    }

    /// The reports of all experiments in the order of their ids' bytes.
    package func reports(_ options: Options = Options()) async throws -> [ExperimentReport] {
        try await catchUp(options)
        return try await reports(of: try ExperimentService(workspace).list(), options)
    }

    /// The reports of some experiments, in their order.
    package func reports(
        of entries: [ExperimentService.Entry],
        _ options: Options = Options()
    ) async throws -> [ExperimentReport] {
        try await catchUp(options)
        var reports: [ExperimentReport] = []
        for entry in entries { reports.append(try await report(entry, options)) }
        return reports
    }

    /// The report that an experiment ends with, as its stop keeps it.
    ///
    /// - Parameters:
    ///   - id: The experiment.
    ///   - instant: When it ends; nil is now.
    ///   - decision: What the team decides.
    /// - Returns: The report; nil where it had not started by then, or its counts cannot be reported on.
    /// - Throws: `UnknownExperiment`, and what reading the log throws.
    func final(_ id: String, at instant: Timestamp?, decision: StopDecision?) async throws
        -> ExperimentReport?
    {
        guard try ExperimentService(workspace).entry(id).record != nil else { return nil }
        var options = Options()
        // What happened after a stop in the past does not belong to it.
        options.asOf = instant
        var snapshot: ExperimentSnapshot
        do {
            snapshot = try await self.snapshot(id, options)
        } catch is UnknownPhase {
            return nil
        }
        snapshot.status = .stopped
        snapshot.decision = decision
        snapshot.phase?.endedAt = instant ?? workspace.now()
        return try? ExperimentReport(snapshot)
    }

    private func catchUp(_ options: Options) async throws {
        if !options.isAsFolded { try await workspace.store.projector.catchUp() }
    }

    private func report(_ entry: ExperimentService.Entry, _ options: Options) async throws -> ExperimentReport
    {
        let snapshot = try await count(entry, options)
        var report = try ExperimentReport(snapshot, baseline: options.baseline)
        guard let phase = snapshot.phase, !options.isFromTalliesOnly else { return report }
        let changed = snapshot.changedMetrics(entry.definition)
        guard
            options.details.needsUnits || !changed.isEmpty
                || phase.metrics.contains(where: { $0.measure != .once })
        else { return report }
        let recount = Recount(workspace.store)
        var request = Recount.Request(experiment: entry.id, phase: phase)
        request.happenedBy = options.asOf
        request.knownAt = options.knownAt
        let units = try await recount.count(request).units
        var details = try ReportDetails(options.details, units, of: report)
        guard !changed.isEmpty, let definition = entry.definition else {
            report.add(details)
            return report
        }
        request.phase.metrics = definition.frozenMetrics
        let after = SnapshotReader(workspace.store).snapshot(
            of: try await recount.count(request),
            request.phase,
            like: snapshot
        )
        let revision = try CatalogService(workspace).current().number
        details.redefinitions = changed.map { Redefinition($0, snapshot, after, revision: revision) }
        report.add(details)
        return report
    }

    private func count(_ entry: ExperimentService.Entry, _ options: Options) async throws
        -> ExperimentSnapshot
    {
        var request = SnapshotReader.Request(
            experiment: entry.id,
            phase: options.phase,
            asOf: options.asOf ?? options.knownAt ?? workspace.now(),
            isPartial: options.isPartial
        )
        request.happenedBy = options.asOf
        request.knownAt = options.knownAt
        request.slice = ExperimentSnapshot.Slice(since: options.since, until: options.until)
        guard
            var snapshot = try await SnapshotReader(workspace.store).snapshot(
                request,
                definition: entry.definition
            )
        else {
            throw UnknownPhase(
                experiment: entry.id,
                phase: options.phase ?? 1,
                phases: entry.record?.phases.count ?? 0
            )
        }
        try addCopyOfTip(to: &snapshot, revision: snapshot.phase?.catalogRevision)
        try addChanges(to: &snapshot, options)
        return snapshot
    }

    /// What catalogs changed about the phase while it ran, within the stretch that is counted.
    private func addChanges(to snapshot: inout ExperimentSnapshot, _ options: Options) throws {
        guard let phase = snapshot.phase, phase.assignment == .hash else { return }
        let service = CatalogService(workspace)
        let end = phase.endedAt ?? Timestamp(microseconds: .max)
        var before: ShownCopy?
        for entry in workspace.store.project.current.events {
            guard case .catalogApplied(let revision, _) = entry.event, revision >= phase.catalogRevision,
                entry.at < end, entry.at <= options.asOf ?? entry.at,
                entry.receivedAt <= options.knownAt ?? entry.receivedAt,
                let catalog = try service.revision(revision)?.catalog
            else { continue }
            let after = ShownCopy(phase, of: snapshot.experiment, under: catalog)
            let at = max(entry.at, phase.startedAt)
            if let before, snapshot.slice?.divides(at) ?? true {
                snapshot.shownChanges += before.changes(to: after).map {
                    ShownChange(at: at, revision: revision, $0)
                }
            }
            before = after
        }
    }

    /// What a variant leaves out of its copy is the tip's own; a phase shows the copy of its catalog.
    ///
    /// A test that another system ran brings its own copy, and none where its file had none.
    private func addCopyOfTip(to snapshot: inout ExperimentSnapshot, revision: Int?) throws {
        guard snapshot.phase?.assignment != .external else { return }
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
    /// How many phases it has.
    package let phases: Int

    /// What to do about it.
    package var hint: String {
        phases > 0 ? "It has phases 1 to \(phases)." : "It has not started yet."
    }

    /// What is wrong and what to do about it.
    package var description: String { "Experiment \(experiment) has no phase \(phase). \(hint)" }
}

extension ExperimentSnapshot.Slice {
    /// Whether some people of the slice came before an instant and some may come from then on.
    fileprivate func divides(_ instant: Timestamp) -> Bool {
        (since.map { instant > $0 } ?? true) && (until.map { instant < $0 } ?? true)
    }
}

extension ExperimentSnapshot {
    /// The places of metrics that the catalog defines otherwise than the phase was registered with.
    ///
    /// A metric is compared with the one at its place: with more or fewer of them only the primary one is.
    fileprivate func changedMetrics(_ definition: ExperimentDefinition?) -> [Int] {
        guard let definition, let phase, phase.assignment == .hash else { return [] }
        let current = definition.frozenMetrics
        let isSameShape =
            current.count == phase.metrics.count && definition.secondary.count == phase.secondaryCount
        return (isSameShape ? Array(current.indices) : [0]).filter { index in
            // An older program froze what was written and no defaults.
            let isGuardrail = index > phase.secondaryCount
            return current[index] != phase.metrics[index].frozen(isGuardrail: isGuardrail)
        }
    }
}
