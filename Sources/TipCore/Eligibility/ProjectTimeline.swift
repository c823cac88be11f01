/// What holds for all persons of a project, as it changed over time.
///
/// It is folded from the events that have no person: applied catalogs, switches, lives of experiments.
/// Reading it at an instant sees what was recorded for then or before.
public struct ProjectTimeline: Hashable, Sendable {
    private var entries: [Entry] = []

    private struct Entry: Hashable, Sendable {
        let at: Timestamp
        let change: Change
    }

    /// Something that changed for all persons.
    public enum Change: Hashable, Sendable {
        /// The display frequency and the default zone of a revision are in force.
        case configuration(displayFrequency: DisplayFrequency, timeZone: String)
        /// A tip was switched off: a reusable one with all its items, or one item of it.
        case tipOff(String)
        /// A tip was switched on again; an item of a reusable tip that is off stays so.
        case tipOn(String)
        /// An experiment is at another point of its life.
        case experiment(String, ExperimentStanding)
    }

    /// Creates the timeline of a project to which nothing has happened.
    public init() {}

    /// Records a change; changes of one instant count in the order in which they were recorded.
    public mutating func record(_ change: Change, at instant: Timestamp) {
        let place = entries.lastIndex { $0.at <= instant }.map { $0 + 1 } ?? 0
        entries.insert(Entry(at: instant, change: change), at: place)
    }

    /// The instants at which something changes, each once, in order.
    var instants: [Timestamp] { Set(entries.map(\.at)).sorted() }

    /// What holds at an instant, for the tips and experiments of a catalog.
    ///
    /// Before the first configuration, that one holds; where there is none, the catalog's own. An experiment
    /// without an entry is a draft.
    public func conditions(at now: Timestamp, under catalog: CompiledCatalog) -> ProjectConditions {
        conditions(of: entries.prefix { $0.at <= now }, under: catalog)
    }

    /// What holds after a number of changes, counted from the first.
    func conditions(after count: Int, under catalog: CompiledCatalog) -> ProjectConditions {
        conditions(of: entries.prefix(count), under: catalog)
    }

    /// The changes between two instants, the second included, each with how many there are up to it.
    func changes(
        after start: Timestamp,
        through end: Timestamp
    ) -> [(at: Timestamp, change: Change, count: Int)] {
        entries.enumerated().compactMap { place, entry in
            start < entry.at && entry.at <= end ? (entry.at, entry.change, place + 1) : nil
        }
    }

    private func conditions(
        of passed: ArraySlice<Entry>,
        under catalog: CompiledCatalog
    ) -> ProjectConditions {
        var conditions = ProjectConditions(of: catalog)
        for case .configuration(let frequency, let zone) in entries.map(\.change) {
            conditions.set(frequency, zone)
            break
        }
        for entry in passed {
            switch entry.change {
            case .configuration(let frequency, let zone): conditions.set(frequency, zone)
            case .tipOff(let id): conditions.setOff(true, id, catalog)
            case .tipOn(let id): conditions.setOff(false, id, catalog)
            case .experiment(let id, let standing):
                let place = catalog.catalog.experiments.firstIndex { $0.id.hasSameBytes(as: id) }
                if let place { conditions.set(standing, ofExperiment: place, catalog) }
            }
        }
        return conditions
    }
}

/// What holds for all persons at one instant, compiled for one catalog.
public struct ProjectConditions: Hashable, Sendable {
    /// The least time between first displays, in microseconds.
    private(set) var interval: Int64
    /// The zone of a person who has not said theirs.
    private(set) var zone: ZoneClock
    /// Which tips are switched off, by place.
    private(set) var isOff: [Bool]
    /// The items of reusable tips that are switched off by themselves.
    private(set) var offItems: Set<ExactText> = []
    /// How each experiment assigns, by place.
    private(set) var assigning: [Assigning]

    /// How an experiment assigns.
    enum Assigning: Hashable, Sendable {
        /// Nobody is in it.
        case nobody
        /// Everyone has the first variant.
        case firstVariant
        /// Whoever keeps a variant of the phase of a number has it, and everyone else the first: nobody is enrolled.
        case kept(Int)
        /// The phase of a number decides.
        case phase(Int, Assigner)

        /// Whether not all persons have the same.
        var isPersonal: Bool {
            switch self {
            case .nobody, .firstVariant: false
            case .kept, .phase: true
            }
        }
    }

    /// Creates the conditions that a catalog itself says: nothing off, every experiment a draft.
    public init(of catalog: CompiledCatalog) {
        interval = 0
        zone = .utc
        isOff = Array(repeating: false, count: catalog.tips.count)
        assigning = catalog.experiments.map { $0.variants.isEmpty ? .nobody : .firstVariant }
        set(catalog.catalog.displayFrequency, catalog.catalog.timeZone)
    }

    /// Puts a display frequency and a default zone in force; an unknown zone counts as UTC.
    mutating func set(_ frequency: DisplayFrequency, _ timeZone: String) {
        interval = microseconds(ofSeconds: frequency.seconds)
        zone = ZoneClock.named(timeZone) ?? .utc
    }

    /// Switches a tip off or on, by its id or by the id of an item.
    mutating func setOff(_ isOff: Bool, _ id: String, _ catalog: CompiledCatalog) {
        if let place = catalog.placeOfDefinition(id) { return setOff(isOff, place) }
        if isOff { offItems.insert(ExactText(id)) } else { offItems.remove(ExactText(id)) }
    }

    /// Switches a tip off or on.
    mutating func setOff(_ isOff: Bool, _ tip: Int?) {
        guard let tip else { return }
        self.isOff[tip] = isOff
    }

    /// Moves an experiment to a point of its life.
    mutating func set(
        _ standing: ExperimentStanding,
        ofExperiment place: Int,
        _ catalog: CompiledCatalog
    ) {
        let definition = catalog.catalog.experiments[place]
        guard !definition.variants.isEmpty else { return }
        switch standing {
        case .draft: assigning[place] = .firstVariant
        case .paused(let phase): assigning[place] = .kept(phase.number)
        case .stopped: assigning[place] = .nobody
        case .running(let phase): assigning[place] = .phase(phase.number, Assigner(definition, phase))
        }
    }
}

extension CompiledCatalog {
    /// The place of the tip with exactly this id, items of reusable tips apart.
    func placeOfDefinition(_ id: String) -> Int? {
        guard let place = place(ofTipNamed: id), catalog.tips[place].id.hasSameBytes(as: id) else {
            return nil
        }
        return place
    }
}
