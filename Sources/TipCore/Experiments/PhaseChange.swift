/// How a running experiment goes over into its next phase.
extension FrozenPhase {
    /// Whether a definition gives out variants as the phase does: to the same units, with the same weights.
    ///
    /// Its metrics and its plan are no part of that: they were registered at the start and stay.
    public func assigns(like definition: ExperimentDefinition) -> Bool {
        unit == definition.unit && audience == definition.audience.map(\.text)
            && namespace == definition.namespace
            && variants == definition.variants.map { Arm(id: $0.id, weight: $0.weight, shows: $0.shows) }
    }

    /// The phase that follows when a definition gives out variants in another way.
    ///
    /// It has a salt of its own, so that who was where before says nothing of who is where now. What was
    /// registered at the start stays registered: tip, metrics and plan. So does the share that a ramp reached.
    public func next(
        under definition: ExperimentDefinition,
        of catalog: Catalog,
        catalogRevision: Int,
        startedAt: Timestamp
    ) -> FrozenPhase {
        var next = FrozenPhase(
            of: definition,
            number: number + 1,
            salt: "\(definition.id)/\(number + 1)",
            assignment: assignment,
            catalogRevision: catalogRevision,
            startedAt: startedAt,
            declarations: AudienceDeclarations(of: definition.audience, in: catalog)
        )
        next.tip = tip
        next.metrics = metrics
        next.secondaryCount = secondaryCount
        next.plan = plan
        next.inclusion = [InclusionStep(at: startedAt, share: inclusion.last?.share ?? 1)]
        return next
    }

    /// The seeds of the three draws, by the name of what is drawn.
    public var seeds: [(draw: String, seed: String)] {
        [
            ("namespace", namespace.map { $0.id + ":namespace" } ?? ""), ("inclusion", salt + ":inclusion"),
            ("variant", salt + ":variant"),
        ].filter { !$0.1.isEmpty }
    }

    /// The version of GrowthBook's hash by which units are assigned.
    public static let hashVersion = 2
}
