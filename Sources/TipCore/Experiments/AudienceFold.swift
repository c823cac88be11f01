/// Whether a person is in the audience of a phase, followed through their history.
///
/// The rules are those that were frozen at the start; parameters and donations are read as the log knows them.
/// What a question brought along is not in the log, so an event that says its variant is believed.
public struct AudienceFold: Sendable {
    private var catalog: CompiledCatalog
    private var state = PersonState()
    private let isReadable: Bool

    /// Follows a person into a phase; nil where everyone is in the audience, and where an older program froze the
    /// rules without what they read.
    public init?(_ phase: FrozenPhase) {
        guard !phase.audience.isEmpty, let declarations = phase.declarations else { return nil }
        // They were read when the phase was frozen; one that a newer program wrote holds for nobody.
        let rules = phase.audience.compactMap { try? Rule(parsing: $0) }
        isReadable = rules.count == phase.audience.count
        var narrow = declarations.catalog
        narrow.experiments = [
            ExperimentDefinition(id: "", tip: "", audience: rules, variants: [.init(id: "")])
        ]
        self.catalog = CompiledCatalog(narrow)
    }

    /// Follows the next event of the history.
    public mutating func apply(_ event: Event) {
        switch event.body {
        case .donation, .donationsDeleted, .parameter, .session, .timeZone, .datastoreReset:
            state.apply(catalog.foldEvent(event), under: catalog)
        default: break
        }
    }

    /// Whether all rules hold at an instant not before the last event.
    public func holds(at instant: Timestamp) -> Bool {
        guard isReadable else { return false }
        let facts = Eligibility(
            state,
            under: catalog,
            conditions: ProjectConditions(of: catalog),
            asker: Asker(person: "")
        ).facts
        return catalog.experiments[0].audience.allSatisfy { facts.holds($0, at: instant) }
    }
}
