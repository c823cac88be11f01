package import TipCore

/// The project made ready for folding and deciding: the newest catalog compiled, with the numbers of the
/// database's dictionary, and what holds for everybody over time.
package struct CompiledProject: Sendable {
    /// The place of stream 0 as of which it was made.
    package let seq: Int64
    /// The revision of the catalog; 0 where none was applied.
    package let revision: Int
    /// The newest catalog.
    package let catalog: CompiledCatalog
    /// What changed for everybody, and when.
    package let timeline: ProjectTimeline
    /// Which variants stay with whom.
    package let firstExposures: FirstExposures
    /// Makes schedules.
    let schedules: ScheduleMaker
    /// What states and schedules were made under.
    let basis: StatusBasis

    init(_ state: ProjectLog.State, catalog: CompiledCatalog, read: CatalogReading) throws {
        seq = state.seq
        revision = state.lifecycle.catalog?.revision ?? 0
        self.catalog = catalog
        timeline = try ProjectTimeline(state, read: read)
        firstExposures = FirstExposures(state.lifecycle)
        // Decisions dated later than they were received are the only ones that lie ahead.
        let base =
            state.events.filter { !$0.event.isErasure }.map { min($0.at, $0.receivedAt) }.max() ?? .epoch
        let outlook = timeline.outlook(from: base, under: catalog)
        schedules = ScheduleMaker(outlook, under: catalog)
        basis = StatusBasis(outlook, under: catalog)
    }
}

/// Reads a catalog of the log; who opens a store says how, as the store does not know the form of the file.
package typealias CatalogReading = @Sendable (Lifecycle.CatalogRevision) throws -> Catalog

extension ProjectTimeline {
    /// What changed for everybody in a state of the project.
    fileprivate init(_ state: ProjectLog.State, read: CatalogReading) throws {
        self.init()
        var lifecycle = Lifecycle()
        for entry in state.events {
            // The events were folded once already when they were read, so none of them can fail to fit.
            try? lifecycle.apply(entry.event, at: entry.at)
            switch entry.event {
            case .catalogApplied(let number, _):
                guard let revision = lifecycle.catalogs.last(where: { $0.revision == number }) else {
                    continue
                }
                let catalog = try read(revision)
                record(
                    .configuration(displayFrequency: catalog.displayFrequency, timeZone: catalog.timeZone),
                    at: entry.at
                )
            case .tipOff(let tip): record(.tipOff(tip), at: entry.at)
            case .tipOn(let tip): record(.tipOn(tip), at: entry.at)
            case .erasure: break
            case .experimentStarted(let id, _), .experimentRamped(let id, _), .phaseStarted(let id, _),
                .experimentPaused(let id), .experimentResumed(let id), .experimentStopped(let id, _):
                guard let record = lifecycle.experiments[id] else { continue }
                self.record(.experiment(id, record.standing(in: record.currentPhase)), at: entry.at)
            }
        }
    }
}
