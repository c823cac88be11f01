/// Who asks about tips, and what they bring along.
public struct Asker: Hashable, Sendable {
    /// The person, the unit of experiments by person.
    public var person: String
    /// The device, the unit of experiments by device; empty where none is named.
    public var device: String
    /// The zone of this question; nil for the person's own.
    public var timeZone: String?
    /// Parameters for this question only, before those of the person.
    public var parameters: NamedValues<Scalar>
    /// The variants of first exposures, which stay.
    public var variants: [KeptVariant] = []

    /// Creates an asker.
    public init(
        person: String,
        device: String = "",
        timeZone: String? = nil,
        parameters: NamedValues<Scalar> = [:]
    ) {
        self.person = person
        self.device = device
        self.timeZone = timeZone
        self.parameters = parameters
    }
}

extension Asker {
    /// The place of the variant that they keep in a phase of an experiment; nil where they keep none.
    fileprivate func keptVariant(in experiment: Int, _ phase: Int, _ catalog: CompiledCatalog) -> Int? {
        let id = catalog.catalog.experiments[experiment].id
        guard let kept = variants.first(where: { $0.phase == phase && $0.experiment.hasSameBytes(as: id) })
        else { return nil }
        return catalog.experiments[experiment].variants.firstIndex { $0.hasSameBytes(as: kept.variant) }
    }
}

/// What one person may see: their state, read under a catalog and the conditions of the project.
///
/// Everything is asked at an instant not before the state's last event. Statuses follow
/// <doc:Eligibility-rules>, and two things stand above a tester's override to show: a tip that is switched off
/// and a person who wants no tips.
public struct Eligibility: Sendable {
    /// The catalog.
    public let catalog: CompiledCatalog
    /// The person's state.
    public let state: PersonState
    /// What holds for everybody.
    let conditions: ProjectConditions
    /// What rules look at.
    let facts: RuleFacts

    /// Prepares the answers for a person.
    public init(
        _ state: PersonState,
        under catalog: CompiledCatalog,
        conditions: ProjectConditions,
        asker: Asker
    ) {
        self.init(state, under: catalog, conditions: conditions, asker: asker, isDrawing: true)
    }

    /// Prepares the answers for a person, who need not draw where no status depends on a variant.
    init(
        _ state: PersonState,
        under catalog: CompiledCatalog,
        conditions: ProjectConditions,
        asker: Asker,
        isDrawing: Bool
    ) {
        self.catalog = catalog
        self.state = state
        self.conditions = conditions
        let zone = asker.timeZone.flatMap(ZoneClock.named) ?? state.timeZone.flatMap(ZoneClock.named)
        facts = RuleFacts(
            zone: zone ?? conditions.zone,
            parameters: Self.parameters(of: state, asker, catalog),
            donations: state.donations,
            lists: catalog.events.map { event in
                state.donations.firstIndex { $0.event == event.number } ?? -1
            },
            draws: isDrawing
                ? catalog.experiments.indices.map { Self.draw(in: $0, asker, catalog, conditions) } : []
        )
    }

    private static func parameters(
        of state: PersonState,
        _ asker: Asker,
        _ catalog: CompiledCatalog
    ) -> [Scalar] {
        var values = catalog.parameters.map(\.definition.defaultValue)
        for slot in state.parameters {
            guard let place = catalog.place(ofParameter: slot.number) else { continue }
            if slot.isOfEarlierLaunch, catalog.parameters[place].definition.isTransient { continue }
            values[place] = slot.value
        }
        for (name, value) in asker.parameters {
            guard let number = catalog.vocabulary.parameters.number(of: name),
                let place = catalog.place(ofParameter: number)
            else { continue }
            values[place] = value
        }
        return values
    }

    private static func draw(
        in experiment: Int,
        _ asker: Asker,
        _ catalog: CompiledCatalog,
        _ conditions: ProjectConditions
    ) -> ExperimentDraw {
        let compiled = catalog.experiments[experiment]
        let outcome: ExperimentDraw.Outcome
        var takesPart = true
        switch conditions.assigning[experiment] {
        case .nobody: outcome = .none
        case .firstVariant:
            outcome = .fixed(0)
            takesPart = false
        case .kept(let phase):
            let kept = asker.keptVariant(in: experiment, phase, catalog)
            outcome = .fixed(kept ?? 0)
            takesPart = kept != nil
        case .phase(let phase, let assigner):
            outcome =
                asker.keptVariant(in: experiment, phase, catalog).map { .fixed($0) }
                ?? drawn(in: experiment, asker, catalog, by: assigner)
        }
        return ExperimentDraw(
            outcome: outcome,
            takesPart: takesPart,
            variants: compiled.variants,
            audience: compiled.audience
        )
    }

    /// What a phase gives to somebody who keeps nothing.
    private static func drawn(
        in experiment: Int,
        _ asker: Asker,
        _ catalog: CompiledCatalog,
        by assigner: Assigner
    ) -> ExperimentDraw.Outcome {
        let compiled = catalog.experiments[experiment]
        let unit =
            switch catalog.catalog.experiments[experiment].unit {
            case .person: asker.person
            case .device: asker.device
            }
        let drawn = compiled.isCyclic ? nil : assigner.assign(unit).variant
        return drawn.map { compiled.audience.isEmpty ? .fixed($0) : .drawn($0) } ?? .none
    }

    // MARK: One tip

    /// A tip's status at an instant; nil where it has no definition.
    public func status(of tip: UInt32, at now: Timestamp) -> TipStatus? {
        guard let definition = catalog.place(ofTip: tip) else { return nil }
        return status(of: tip, definition, at: now)
    }

    private func status(of tip: UInt32, _ definition: Int, at now: Timestamp) -> TipStatus {
        let isHeld = isOff(tip, definition) || state.isOptedOut
        let override = state.override(of: tip, at: now, catalog)
        let isForced = override == .showTips || override == .showAllTips
        if isForced, !isHeld { return .available }
        if state.isInvalidated(tip, at: now, catalog) { return .invalidated }
        if isHeld || override != nil { return .pending }
        let compiled = catalog.tips[definition]
        for experiment in compiled.experiments {
            if let variant = facts.variant(of: experiment, at: now),
                !catalog.experiments[experiment].shows[variant]
            {
                return .pending
            }
        }
        for rule in compiled.rules where !facts.holds(rule, at: now) { return .pending }
        return isHeldByFrequency(tip, compiled, at: now) ? .pending : .available
    }

    /// Whether a tip is switched off for everybody, by itself or with its reusable tip.
    private func isOff(_ tip: UInt32, _ definition: Int) -> Bool {
        if conditions.isOff[definition] { return true }
        guard !conditions.offItems.isEmpty else { return false }
        return conditions.offItems.contains(ExactText(catalog.vocabulary.tips[tip]))
    }

    /// A tip's status at an instant with all its reasons; nil where it has no definition.
    public func verdict(on tip: UInt32, at now: Timestamp) -> Verdict? {
        guard let definition = catalog.place(ofTip: tip) else { return nil }
        return verdict(on: tip, definition, at: now)
    }

    /// A tip's status at an instant with all its reasons.
    func verdict(on tip: UInt32, _ definition: Int, at now: Timestamp) -> Verdict {
        let copy = choice(of: definition, at: now)
        let isHeld = isOff(tip, definition) || state.isOptedOut
        let override = state.override(of: tip, at: now, catalog)
        let isForced = override == .showTips || override == .showAllTips
        if isForced, !isHeld {
            return Verdict(status: .available, invalidation: nil, because: [], copy: copy)
        }
        if let end = state.invalidation(of: tip, under: catalog), end.at <= now {
            return Verdict(status: .invalidated, invalidation: end, because: [], copy: copy)
        }
        var because: [Blocker] = []
        if let override, !isForced { because.append(.override(override)) }
        if isOff(tip, definition) { because.append(.off) }
        if state.isOptedOut { because.append(.optedOut) }
        // A show override lifts rules, the variant and the frequency (R21).
        if !isForced { addBlockers(on: tip, definition, at: now, to: &because) }
        let status = because.isEmpty ? TipStatus.available : .pending
        return Verdict(status: status, invalidation: nil, because: because, copy: copy)
    }

    private func addBlockers(
        on tip: UInt32,
        _ definition: Int,
        at now: Timestamp,
        to because: inout [Blocker]
    ) {
        let compiled = catalog.tips[definition]
        for experiment in compiled.experiments {
            guard let variant = facts.variant(of: experiment, at: now),
                !catalog.experiments[experiment].shows[variant]
            else { continue }
            because.append(.variant(experiment: experiment, variant: variant))
        }
        for (index, rule) in compiled.rules.enumerated() where !facts.holds(rule, at: now) {
            because.append(.rule(index))
        }
        if isHeldByFrequency(tip, compiled, at: now) { because.append(.frequency) }
    }

    /// Whether the display frequency holds a tip back: only one that has never appeared, until the interval
    /// after the latest first display of any tip is over (R4, R5).
    private func isHeldByFrequency(_ tip: UInt32, _ compiled: CompiledTip, at now: Timestamp) -> Bool {
        guard let end = frequencyEnd(of: tip, compiled) else { return false }
        return now < end
    }

    /// When the display frequency lets go of a tip that it may hold.
    func frequencyEnd(of tip: UInt32, _ compiled: CompiledTip) -> Timestamp? {
        guard conditions.interval > 0, !compiled.ignoresDisplayFrequency, let clock = state.clock else {
            return nil
        }
        if let place = state.tipNumbers.firstIndex(of: tip), state.tips[place].firstDisplayed != nil {
            return nil
        }
        return clock.at.adding(microseconds: conditions.interval)
    }

    /// Whose copy a tip has: that of the first experiment that the person takes part in, else that of the first draft or
    /// paused one.
    func choice(of definition: Int, at now: Timestamp) -> VariantChoice? {
        var other: VariantChoice?
        for experiment in catalog.tips[definition].experiments {
            guard let variant = facts.variant(of: experiment, at: now) else { continue }
            let choice = VariantChoice(experiment: experiment, variant: variant)
            if facts.takesPart(in: experiment) { return choice }
            other = other ?? choice
        }
        return other
    }
}
