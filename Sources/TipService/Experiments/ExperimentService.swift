import Reports
package import TipCore
import TipStore

/// Starts, holds and ends experiments; each step is an event.
package struct ExperimentService: Sendable {
    let workspace: Workspace

    /// Creates the service of a workspace.
    package init(_ workspace: Workspace) {
        self.workspace = workspace
    }

    /// An experiment, started or not.
    package struct Entry: Sendable {
        /// Its name.
        package let id: String
        /// Its tip.
        package let tip: String
        /// Where it stands.
        package let status: ExperimentRecord.Status
        /// What became of it; nil for a draft.
        package let record: ExperimentRecord?
        /// How the newest catalog defines it; nil where it was taken out.
        package let definition: ExperimentDefinition?
        /// The report it ended with; nil where it has not been stopped, or was loaded from counts.
        package let finalReport: JSON?
    }

    /// All experiments in the order of their ids' bytes: those of the newest catalog and those ever started.
    package func list() throws -> [Entry] {
        let catalog = try CatalogService(workspace).current().catalog
        let records = workspace.store.project.current.lifecycle.experiments
        let stops = workspace.store.project.current.events.compactMap {
            $0.report.map { report in (report["experiment"]?.stringValue ?? "", report) }
        }
        let reports = NamedValues(stops)
        let definitions = NamedValues(catalog.experiments.map { ($0.id, $0) })
        let ids = Set((records.keys + definitions.keys).map(ExactText.init))
        return ids.sorted().map(\.text).map { id in
            let record = records[id]
            return Entry(
                id: id,
                tip: record?.currentPhase.tip ?? definitions[id]?.tip ?? "",
                status: record?.status ?? .draft,
                record: record,
                definition: definitions[id],
                finalReport: reports[id]
            )
        }
    }

    /// One experiment.
    ///
    /// - Throws: `UnknownExperiment` with the nearest name.
    package func entry(_ id: String) throws -> Entry {
        let all = try list()
        guard let entry = all.first(where: { $0.id.hasSameBytes(as: id) }) else {
            throw UnknownExperiment(id: id, hint: NearestName.hint(for: id, among: all.map(\.id)))
        }
        return entry
    }

    /// Starts a draft: freezes its definition into phase 1.
    ///
    /// - Parameters:
    ///   - id: The experiment.
    ///   - instant: From when exposures count; may lie in the past; nil is now.
    ///   - salt: What the draws are seeded with; nil is the experiment's id.
    ///   - isForced: Whether it starts even where its plan cannot find what it names.
    /// - Throws: `UnknownExperiment`, `PlanRefusal` with the numbers, and `LifecycleError` where it was started
    ///   before or the time is to come.
    package func start(
        _ id: String,
        at instant: Timestamp? = nil,
        salt: String? = nil,
        isForced: Bool = false
    ) async throws {
        let catalog = try CatalogService(workspace).current()
        let entry = try entry(id)
        let now = workspace.now()
        let instant = instant ?? now
        guard instant <= now else { throw LifecycleError(.fromTheFuture, subject: id) }
        if let definition = entry.definition, entry.record == nil {
            let history = definition.plan == nil ? nil : try await history(of: definition, before: instant)
            do throws(PlanRefusal) {
                try PlanReview(definition).check(history)
            } catch {
                // Someone who knows the numbers may want it all the same.
                guard isForced, error.code == .underpowered else { throw error }
            }
        }
        try await workspace.store.project.decide(at: instant) { state in
            guard let definition = entry.definition else { throw LifecycleError(.notStarted, subject: id) }
            let phase = FrozenPhase(
                of: definition,
                salt: salt ?? id,
                catalogRevision: catalog.number,
                startedAt: instant,
                declarations: AudienceDeclarations(of: definition.audience, in: catalog.catalog)
            )
            return .experimentStarted(id: id, phase: phase)
        }
    }

    /// Takes a step in the life of an experiment that has been started; a stop keeps the report it was decided on.
    package func step(
        _ id: String,
        at instant: Timestamp? = nil,
        _ event: LifecycleEvent
    ) async throws {
        _ = try entry(id)
        if let instant, instant > workspace.now() { throw LifecycleError(.fromTheFuture, subject: id) }
        var report: JSON?
        if case .experimentStopped(_, let decision) = event {
            report = try await ReportService(workspace).final(id, at: instant, decision: decision)?.json()
        }
        try await workspace.store.project.decide(
            at: instant ?? workspace.now(),
            report: report
        ) { _ in event }
    }
}

/// An experiment that nobody has defined.
package struct UnknownExperiment: Error, Hashable, Sendable, CustomStringConvertible {
    /// What was asked for.
    package let id: String
    /// What was probably meant.
    package let hint: String

    /// What is wrong and what to do about it.
    package var description: String { "There is no experiment '\(id)'. \(hint)" }
}

extension ExperimentService.Entry {
    /// The experiment with its phases as they were frozen: all that a stranger needs to recompute assignments.
    package var details: JSON {
        guard case .object(let members) = json else { return json }
        let phases = (record?.phases ?? []).map { phase -> JSON in
            guard case .object(let frozen) = phase.json else { return .null }
            let ramps = phase.inclusion.dropFirst().map { step -> JSON in
                ["at": .string(step.at.rfc3339), "inclusion": .number(step.share)]
            }
            let pauses = phase.pauses.map { pause -> JSON in
                ["from": .string(pause.from.rfc3339), "to": pause.to.map { .string($0.rfc3339) } ?? .null]
            }
            return .object(
                frozen + [
                    .init("endedAt", phase.endedAt.map { .string($0.rfc3339) } ?? .null),
                    .init("ramps", .array(Array(ramps))), .init("pauses", .array(pauses)),
                ]
            )
        }
        var details = members + [.init("phases", .array(phases))]
        let erased = (record?.erased ?? [:]).values.reduce(0, +)
        if erased > 0 { details.append(.init("erased", .integer(erased))) }
        if let finalReport { details.append(.init("finalReport", finalReport)) }
        return .object(details)
    }
}
