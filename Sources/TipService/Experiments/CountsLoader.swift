package import Reports
package import TipCore
import TipStore
import TipWire

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
    /// - Throws: `CountsMismatch` where the log holds more of a test than the file says, or something else.
    package func load(
        _ file: CountsFile,
        progress: @escaping @Sendable (_ done: Int64, _ of: Int64) -> Void
    ) async throws -> Result {
        try await check(file)
        try await define(file.experiments)
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

    /// Starts and stops the tests of the file: two events each.
    ///
    /// They and their copy stand in their start events and in no catalog, so that no decision ever offers what
    /// was tested years ago.
    private func define(_ experiments: [ExperimentCounts]) async throws {
        let revision = try CatalogService(workspace).current().number
        for counts in experiments {
            let id = counts.experiment
            var phase = FrozenPhase(
                of: Self.definition(of: counts),
                salt: id,
                assignment: .external,
                catalogRevision: revision,
                startedAt: Self.exposedAt
            )
            for index in phase.variants.indices { phase.variants[index].title = counts.variants[index].copy }
            try await decide(
                .experimentStarted(id: id, phase: phase),
                at: Self.exposedAt,
                "counts:\(id):started"
            )
            let stop = LifecycleEvent.experimentStopped(id: id, decision: nil)
            try await decide(stop, at: Self.stoppedAt, "counts:\(id):stopped")
        }
    }

    private func decide(_ event: LifecycleEvent, at instant: Timestamp, _ id: String) async throws {
        try await workspace.store.project.decide(at: instant, id: id) { _ in event }
    }

    private static func definition(of counts: ExperimentCounts) -> ExperimentDefinition {
        ExperimentDefinition(
            id: counts.experiment,
            tip: counts.experiment,
            variants: counts.variants.map { .init(id: $0.variant) }
        )
    }

    // MARK: Checks, before anything is written

    /// Whether the names of every line could stand in a catalog, so that whoever writes the test into one can.
    private static func checkNames(_ file: CountsFile) throws(CountsMismatch) {
        for (counts, lines) in zip(file.experiments, file.lines) where unfitness(of: counts) != nil {
            for (variant, line) in zip(counts.variants, lines) {
                let alone = ExperimentCounts(experiment: counts.experiment, variants: [variant])
                guard let reason = unfitness(of: alone) else { continue }
                throw CountsMismatch(experiment: counts.experiment, problem: .unfit(reason), line: line)
            }
        }
    }

    /// What the reader of catalogs has against the names; nil where it has nothing.
    private static func unfitness(of counts: ExperimentCounts) -> String? {
        let tip = TipDefinition(id: counts.experiment)
        let catalog = Catalog(tips: [tip], experiments: [definition(of: counts)])
        let error = CatalogReader().read(CatalogWriter.json(catalog).text(), file: "").errors.first
        return error.map { "found \($0.found), expected \($0.expected)." }
    }

    /// A file may say more of a test than the log knows, never less, and never something else.
    private func check(_ file: CountsFile) async throws {
        try Self.checkNames(file)
        try await workspace.store.project.refresh()
        let records = workspace.store.project.current.lifecycle.experiments
        let catalog = try CatalogService(workspace).current().catalog
        let tips = Set(catalog.tips.map { ExactText($0.id) })
        let definitions = NamedValues(catalog.experiments.map { ($0.id, $0) })
        if file.experiments.contains(where: { records[$0.experiment] != nil }) {
            try await workspace.store.projector.catchUp()
        }
        for (counts, lines) in zip(file.experiments, file.lines) {
            let id = counts.experiment
            guard let record = records[id] else {
                guard definitions[id] == nil else {
                    throw CountsMismatch(experiment: id, problem: .notLoadedFromCounts, line: lines[0])
                }
                guard !tips.contains(ExactText(id)) else {
                    throw CountsMismatch(experiment: id, problem: .tipOfTheProject, line: lines[0])
                }
                continue
            }
            try await check(counts, lines, against: record.currentPhase, definitions[id])
        }
    }

    private func check(
        _ counts: ExperimentCounts,
        _ lines: [Int],
        against phase: FrozenPhase,
        _ definition: ExperimentDefinition?
    ) async throws {
        let id = counts.experiment
        guard phase.assignment == .external else {
            throw CountsMismatch(experiment: id, problem: .notLoadedFromCounts, line: lines[0])
        }
        guard phase.variants.map(\.id) == counts.variants.map(\.variant) else {
            throw CountsMismatch(experiment: id, problem: .otherVariants, line: lines[0])
        }
        let request = SnapshotReader.Request(experiment: id, asOf: workspace.now())
        let snapshot = try await SnapshotReader(workspace.store).snapshot(request, definition: definition)
        for (index, arm) in (snapshot?.arms ?? []).enumerated() {
            let variant = counts.variants[index]
            guard arm.copy?.title?.text(for: nil) == variant.copy else {
                throw CountsMismatch(
                    experiment: id,
                    problem: .otherCopy(variant: variant.variant),
                    line: lines[index]
                )
            }
            guard arm.people <= variant.people, arm.conversions[0] <= variant.conversions else {
                throw CountsMismatch(
                    experiment: id,
                    problem: .fewerThanBefore(variant: variant.variant),
                    line: lines[index]
                )
            }
        }
    }
}
