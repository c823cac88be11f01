import TipCore
import TipStore

/// The project made ready for decisions: the newest catalog compiled, and what holds for everybody over time.
struct CompiledProject: Sendable {
    /// The place of stream 0 as of which it was made.
    let seq: Int64
    /// The revision of the catalog; 0 where none was applied.
    let revision: Int
    /// The newest catalog.
    let catalog: CompiledCatalog
    /// What changed for everybody, and when.
    let timeline: ProjectTimeline
    /// Which variants stay with whom.
    let firstExposures: FirstExposures

    /// Compiles a state of the project.
    init(
        _ state: ProjectLog.State,
        catalog current: CatalogService.Revision,
        revision: (Int) throws -> Catalog?
    ) rethrows {
        seq = state.seq
        self.revision = current.number
        catalog = CompiledCatalog(current.catalog)
        var timeline = ProjectTimeline()
        var lifecycle = Lifecycle()
        for entry in state.events {
            // The events were folded once already when they were read, so none of them can fail to fit.
            try? lifecycle.apply(entry.event, at: entry.at)
            switch entry.event {
            case .catalogApplied(let number, _):
                guard let catalog = try revision(number) else { continue }
                timeline.record(
                    .configuration(displayFrequency: catalog.displayFrequency, timeZone: catalog.timeZone),
                    at: entry.at
                )
            case .tipOff(let tip): timeline.record(.tipOff(tip), at: entry.at)
            case .tipOn(let tip): timeline.record(.tipOn(tip), at: entry.at)
            case .experimentStarted(let id, _), .experimentRamped(let id, _), .phaseStarted(let id, _),
                .experimentPaused(let id), .experimentResumed(let id), .experimentStopped(let id, _):
                guard let record = lifecycle.experiments[id] else { continue }
                timeline.record(.experiment(id, record.standing), at: entry.at)
            }
        }
        self.timeline = timeline
        firstExposures = FirstExposures(state.lifecycle)
    }
}

extension ExperimentRecord {
    /// Where the experiment stands, as decisions need it.
    var standing: ExperimentStanding {
        let phase = ExperimentPhase(
            number: currentPhase.number,
            salt: currentPhase.salt,
            weights: currentPhase.variants.map(\.weight),
            inclusion: currentPhase.inclusion.last?.share ?? 1,
            start: currentPhase.startedAt
        )
        return switch status {
        case .draft: .draft
        case .running: .running(phase)
        case .paused: .paused(phase)
        case .stopped: .stopped
        }
    }
}
