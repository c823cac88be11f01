/// The project as the events of stream 0 have made it: catalogs, experiments, switched-off tips.
public struct Lifecycle: Hashable, Sendable {
    /// Every catalog ever applied, oldest first.
    public private(set) var catalogs: [CatalogRevision] = []
    /// Every experiment ever started, by id.
    public private(set) var experiments: NamedValues<ExperimentRecord> = [:]
    /// When tips were switched off and on, oldest first.
    public private(set) var switches: [TipSwitch] = []

    /// A catalog at one revision.
    public struct CatalogRevision: Hashable, Sendable {
        /// Counts from 1.
        public let revision: Int
        /// From when it is in force.
        public let at: Timestamp
        /// The catalog as canonical JSON.
        public let text: String
    }

    /// A kill switch thrown one way or the other.
    public struct TipSwitch: Hashable, Sendable {
        /// The tip.
        public let tip: String
        /// From when.
        public let at: Timestamp
        /// True where the tip is off from then on.
        public let isOff: Bool
    }

    /// Creates a project to which nothing has happened.
    public init() {}

    /// The newest catalog.
    public var catalog: CatalogRevision? { catalogs.last }

    /// The experiments in the order of their ids' bytes.
    public var experimentsByID: [ExperimentRecord] {
        experiments.values
    }

    /// The tips that are off at an instant.
    public func tipsOff(at instant: Timestamp) -> Set<String> {
        var tips: Set<String> = []
        for entry in switches where entry.at <= instant {
            if entry.isOff { tips.insert(entry.tip) } else { tips.remove(entry.tip) }
        }
        return tips
    }

    /// The last time that a tip was switched off or on by this very name; nil where it never was.
    public func lastSwitch(of tip: String) -> TipSwitch? {
        switches.last { $0.tip.hasSameBytes(as: tip) }
    }

    /// Folds one event, the next in the order of stream 0.
    ///
    /// - Throws: `LifecycleError` where the event does not fit what came before; the value is then as it was.
    public mutating func apply(_ event: LifecycleEvent, at instant: Timestamp) throws(LifecycleError) {
        switch event {
        case .catalogApplied(let revision, let text):
            guard revision == (catalog?.revision ?? 0) + 1 else {
                throw LifecycleError(.staleRevision, subject: String(revision))
            }
            catalogs.append(CatalogRevision(revision: revision, at: instant, text: text))
        case .experimentStarted(let id, let phase):
            guard experiments[id] == nil else { throw LifecycleError(.alreadyStarted, subject: id) }
            experiments[id] = ExperimentRecord(id: id, phase: phase)
        case .tipOff(let tip): switches.append(TipSwitch(tip: tip, at: instant, isOff: true))
        case .tipOn(let tip): switches.append(TipSwitch(tip: tip, at: instant, isOff: false))
        case .erasure(_, _, let phases):
            for part in phases {
                guard var record = experiments[part.experiment] else { continue }
                record.erased[part.phase, default: 0] += 1
                experiments[part.experiment] = record
            }
        case .experimentRamped(let id, _), .phaseStarted(let id, _), .experimentPaused(let id),
            .experimentResumed(let id), .experimentStopped(let id, _):
            guard var record = experiments[id] else { throw LifecycleError(.notStarted, subject: id) }
            try record.apply(event, at: instant)
            experiments[id] = record
        }
    }
}

/// One experiment and what became of it.
public struct ExperimentRecord: Hashable, Sendable {
    /// The experiment's name.
    public let id: String
    /// Where it stands.
    public private(set) var status: Status = .running
    /// Its phases, first to last.
    public private(set) var phases: [FrozenPhase]
    /// What the team decided at the stop.
    public private(set) var decision: StopDecision?
    /// How many persons who took part were erased, by phase: no count has them any more.
    public fileprivate(set) var erased: [Int: Int64] = [:]

    /// Where an experiment stands.
    public enum Status: String, Hashable, Sendable, CaseIterable {
        /// Registered, not started: everyone gets the first variant.
        case draft
        /// It enrols.
        case running
        /// It holds enrolment.
        case paused
        /// It is over.
        case stopped
    }

    init(id: String, phase: FrozenPhase) {
        self.id = id
        phases = [phase]
    }

    /// The phase that counts now, or counted last.
    public var currentPhase: FrozenPhase { phases[phases.count - 1] }

    mutating func apply(_ event: LifecycleEvent, at instant: Timestamp) throws(LifecycleError) {
        guard status != .stopped else { throw LifecycleError(.alreadyStopped, subject: id) }
        let last = phases.count - 1
        guard instant >= phases[last].startedAt else { throw LifecycleError(.beforeStart, subject: id) }
        switch event {
        case .experimentRamped(_, let share):
            guard (0...1).contains(share) else { throw LifecycleError(.badShare, subject: id) }
            phases[last].inclusion.append(.init(at: instant, share: share))
        case .phaseStarted(_, let phase):
            close(at: phase.startedAt)
            phases.append(phase)
            if status == .paused { phases[last + 1].pauses = [.init(from: phase.startedAt)] }
        case .experimentPaused:
            guard status == .running else { throw LifecycleError(.notRunning, subject: id) }
            phases[last].pauses.append(.init(from: instant))
            status = .paused
        case .experimentResumed:
            guard status == .paused, let pause = phases[last].pauses.indices.last else {
                throw LifecycleError(.notPaused, subject: id)
            }
            phases[last].pauses[pause].to = instant
            status = .running
        case .experimentStopped(_, let decision):
            if case .ship(let variant) = decision,
                !phases[last].variants.contains(where: { $0.id.hasSameBytes(as: variant) })
            {
                throw LifecycleError(.unknownVariant, subject: variant)
            }
            close(at: instant)
            self.decision = decision
            status = .stopped
        case .catalogApplied, .experimentStarted, .tipOff, .tipOn, .erasure: break
        }
    }

    private mutating func close(at instant: Timestamp) {
        let last = phases.count - 1
        phases[last].endedAt = instant
        if let pause = phases[last].pauses.indices.last, phases[last].pauses[pause].to == nil {
            phases[last].pauses[pause].to = instant
        }
    }
}
