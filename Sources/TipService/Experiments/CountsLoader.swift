package import Reports
package import TipCore
import TipStore

/// Brings past tests that are known only by their counts into the log, as `ingest --as counts` does.
///
/// Every id and every time follows from the file, so that loading it twice adds nothing, and what `report`
/// then says of such an experiment equals what `analyze` says of the file.
package struct CountsLoader: Sendable {
    private let workspace: Workspace

    /// When every person of a loaded test saw its tip.
    package static let exposedAt = Timestamp(microseconds: 946_684_800_000_000)
    /// When those who converted tapped.
    static let tappedAt = exposedAt.adding(seconds: 1)
    /// When a loaded test ended.
    static let stoppedAt = exposedAt.adding(seconds: 86_400)

    /// How many events go to the log at once.
    private static let batch = 5000
    private static let batchesInFlight = 4

    /// Creates the loader of a workspace.
    package init(_ workspace: Workspace) {
        self.workspace = workspace
    }

    /// What a load did.
    package struct Result: Hashable, Sendable {
        /// Events that are in the log now and were not before.
        package var accepted: Int64 = 0
        /// Events that were there before.
        package var duplicates: Int64 = 0
        /// Experiments of the file.
        package var experiments = 0

        /// Creates the result of nothing.
        package init() {}
    }

    /// Loads a file.
    ///
    /// - Parameters:
    ///   - file: The counts.
    ///   - progress: Told how many events of how many have been committed.
    /// - Returns: What was added.
    /// - Throws: `CountsMismatch` where the log holds more of a test than the file says.
    package func load(
        _ file: CountsFile,
        progress: @escaping @Sendable (_ done: Int64, _ of: Int64) -> Void
    ) async throws -> Result {
        try await checkAgainstLog(file)
        try await define(file.experiments)
        for counts in file.experiments { try await run(counts) }
        var result = Result()
        result.experiments = file.experiments.count
        let total = file.experiments.flatMap(\.variants).reduce(Int64(0)) { $0 + $1.people + $1.conversions }
        try await withThrowingTaskGroup(of: (Int64, Int64).self) { group in
            var source = CountsEvents(file.experiments)
            var inFlight = 0
            while true {
                let events = source.next(Self.batch)
                if !events.isEmpty {
                    inFlight += 1
                    group.addTask { try await append(events) }
                }
                guard inFlight >= Self.batchesInFlight || events.isEmpty else { continue }
                guard let (accepted, duplicates) = try await group.next() else { break }
                inFlight -= 1
                result.accepted += accepted
                result.duplicates += duplicates
                progress(result.accepted + result.duplicates, total)
            }
        }
        return result
    }

    private func append(_ events: [IncomingEvent]) async throws -> (Int64, Int64) {
        let outcomes = try await workspace.store.log.append(events)
        let accepted = outcomes.count { $0 == .accepted }
        return (Int64(accepted), Int64(outcomes.count - accepted))
    }

    /// The tips and experiments of the file, added to the newest catalog.
    private func define(_ experiments: [ExperimentCounts]) async throws {
        let service = CatalogService(workspace)
        var catalog = try service.current().catalog
        let known = NamedValues(catalog.experiments.map { ($0.id, $0) })
        let tips = Set(catalog.tips.map(\.id))
        for counts in experiments {
            let definition = Self.definition(of: counts)
            if let known = known[counts.experiment] {
                // One that was loaded before, wholly or in part, is the same; any other is the project's own.
                guard known.variants.map(\.id) == definition.variants.map(\.id), known.tip == definition.tip,
                    known.primary == definition.primary, known.plan == nil
                else { throw CountsMismatch(experiment: counts.experiment, problem: .notLoadedFromCounts) }
                continue
            }
            guard !tips.contains(counts.experiment) else {
                throw CountsMismatch(experiment: counts.experiment, problem: .tipOfTheProject)
            }
            let title = counts.variants.first?.copy
            catalog.tips.append(
                TipDefinition(id: counts.experiment, copy: Copy(title: title.map { LocalizedText($0) }))
            )
            catalog.experiments.append(definition)
        }
        do {
            _ = try await service.apply(catalog, at: Self.exposedAt)
        } catch let error as UnfitCatalog {
            throw CountsMismatch(experiment: "the file", problem: .unfit(error.description))
        }
    }

    private static func definition(of counts: ExperimentCounts) -> ExperimentDefinition {
        ExperimentDefinition(
            id: counts.experiment,
            tip: counts.experiment,
            variants: counts.variants.map {
                .init(id: $0.variant, copy: Copy(title: $0.copy.map { LocalizedText($0) }))
            }
        )
    }

    private func run(_ counts: ExperimentCounts) async throws {
        let id = counts.experiment
        let service = ExperimentService(workspace)
        try await service.start(
            id,
            at: Self.exposedAt,
            assignment: .external,
            eventID: "counts:\(id):started"
        )
        try await service.step(
            id,
            at: Self.stoppedAt,
            eventID: "counts:\(id):stopped",
            .experimentStopped(id: id, decision: nil)
        )
    }

    /// A file may say more of a test than the log knows, never less, and never something else.
    private func checkAgainstLog(_ file: CountsFile) async throws {
        try await workspace.store.project.refresh()
        let records = workspace.store.project.current.lifecycle.experiments
        let known = file.experiments.filter { records[$0.experiment] != nil }
        guard !known.isEmpty else { return }
        try await workspace.store.projector.catchUp()
        for counts in known {
            guard let record = records[counts.experiment] else { continue }
            guard record.currentPhase.assignment == .external else {
                throw CountsMismatch(experiment: counts.experiment, problem: .notLoadedFromCounts)
            }
            guard record.currentPhase.variants.map(\.id) == counts.variants.map(\.variant) else {
                throw CountsMismatch(experiment: counts.experiment, problem: .otherVariants)
            }
            let request = SnapshotReader.Request(experiment: counts.experiment, asOf: workspace.now())
            let snapshot = try await SnapshotReader(workspace.store).snapshot(request, definition: nil)
            for (arm, variant) in zip(snapshot?.arms ?? [], counts.variants)
            where arm.people > variant.people || arm.conversions[0] > variant.conversions {
                throw CountsMismatch(
                    experiment: counts.experiment,
                    problem: .fewerThanBefore(variant: variant.variant)
                )
            }
        }
    }
}

/// A file of counts that contradicts what was loaded before.
package struct CountsMismatch: Error, Hashable, Sendable, CustomStringConvertible {
    /// The experiment.
    package let experiment: String
    /// What is wrong.
    package let problem: Problem

    /// The ways a file can contradict the log.
    package enum Problem: Hashable, Sendable {
        /// A variant has fewer people or conversions than before.
        case fewerThanBefore(variant: String)
        /// The variants are not those of the first load.
        case otherVariants
        /// The experiment was run here, not loaded.
        case notLoadedFromCounts
        /// A tip of the project has the experiment's id.
        case tipOfTheProject
        /// A name cannot stand in a catalog.
        case unfit(String)
    }

    /// What is wrong and what to do about it.
    package var description: String {
        switch problem {
        case .fewerThanBefore(let variant):
            "Variant \(variant) of \(experiment) has fewer people or conversions than were loaded before. "
                + "The log never forgets; load the smaller test under another experiment id."
        case .otherVariants:
            "The variants of \(experiment) are not those that were loaded before. Load it under another id."
        case .notLoadedFromCounts:
            "\(experiment) is an experiment of this project, not one loaded from counts. Load it under another id."
        case .tipOfTheProject: "\(experiment) is a tip of this project. Load the test under another id."
        case .unfit(let reason): "A name of the file cannot stand in a catalog: \(reason)"
        }
    }
}

/// The events of past tests, one after another.
struct CountsEvents: Sendable {
    private let experiments: [ExperimentCounts]
    private var experiment = 0
    private var variant = 0
    private var person: Int64 = 1
    private var isTap = false

    init(_ experiments: [ExperimentCounts]) {
        self.experiments = experiments
    }

    /// The next events; fewer than asked for only at the end.
    mutating func next(_ count: Int) -> [IncomingEvent] {
        var events: [IncomingEvent] = []
        events.reserveCapacity(count)
        while events.count < count, experiment < experiments.count {
            let counts = experiments[experiment]
            guard variant < counts.variants.count else {
                experiment += 1
                variant = 0
                continue
            }
            let arm = counts.variants[variant]
            guard person <= arm.people else {
                variant += 1
                person = 1
                continue
            }
            events.append(isTap ? tap(counts.experiment, arm) : impression(counts.experiment, arm))
            if isTap || person > arm.conversions {
                person += 1
                isTap = false
            } else {
                isTap = true
            }
        }
        return events
    }

    private func impression(_ experiment: String, _ arm: VariantCounts) -> IncomingEvent {
        let name = "counts:\(experiment):\(arm.variant):\(person)"
        return event(
            name,
            ":impression",
            at: CountsLoader.exposedAt,
            .impression(.init(tip: experiment, display: name, experiment: experiment, variant: arm.variant))
        )
    }

    private func tap(_ experiment: String, _ arm: VariantCounts) -> IncomingEvent {
        let name = "counts:\(experiment):\(arm.variant):\(person)"
        return event(
            name,
            ":tap",
            at: CountsLoader.tappedAt,
            .actionTap(tip: experiment, action: "tap", display: name)
        )
    }

    private func event(_ person: String, _ suffix: String, at: Timestamp, _ body: EventBody) -> IncomingEvent
    {
        IncomingEvent(
            Event(id: person + suffix, person: person, at: at, body: body),
            statedMilliseconds: at.milliseconds
        )
    }
}
