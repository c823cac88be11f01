/// Which tips may be otherwise for a person than by default, found without asking for each.
struct TipConcerns: Sendable {
    /// The tips whose status depends on a variant that is drawn, by place.
    private(set) var drawn: [Int] = []
    /// Whether a status depends on a variant at all, be it one that everybody has.
    private(set) var readsVariants = false
    /// The tips whose rules read a parameter, by its number.
    private var byParameter: [UInt32: [Int]] = [:]
    /// The tips whose rules count an event, by its number.
    private var byEvent: [UInt32: [Int]] = [:]

    /// Looks through the rules of a catalog.
    init(_ outlook: ProjectOutlook, under catalog: CompiledCatalog) {
        let drawing = catalog.experiments.indices.filter { experiment in
            outlook.stretches.contains { stretch in
                stretch.conditions.assigning[experiment].isPersonal
            }
        }
        for (place, tip) in catalog.tips.enumerated() {
            let isHidden = tip.experiments.contains { experiment in
                drawing.contains(experiment) && catalog.experiments[experiment].shows.contains(false)
            }
            let isRead = tip.rules.contains { rule in rule.experiments.contains(where: drawing.contains) }
            if isHidden || isRead { drawn.append(place) }
            for rule in tip.rules { note(rule, of: place, in: catalog) }
            if !tip.rules.allSatisfy(\.experiments.isEmpty) { readsVariants = true }
            let shown = tip.experiments.flatMap { catalog.experiments[$0].shows }
            if shown.contains(false) { readsVariants = true }
        }
    }

    private mutating func note(_ rule: CompiledRule, of tip: Int, in catalog: CompiledCatalog) {
        for pipeline in rule.pipelines {
            byEvent[catalog.events[pipeline.event].number, default: []].append(tip)
        }
        for operand in rule.comparisons.flatMap({ [$0.left, $0.right] }) {
            guard case .parameter(let place) = operand else { continue }
            byParameter[catalog.parameters[place].number, default: []].append(tip)
        }
    }

    /// The places of the tips that what a person did may concern, those they have a state of apart.
    func tips(of state: PersonState, under catalog: CompiledCatalog) -> [Int] {
        // A tester's override may be about any tip.
        guard state.overrides.isEmpty else { return Array(catalog.tips.indices) }
        if state.parameters.isEmpty, state.donations.isEmpty { return drawn }
        var places = Set(drawn)
        for slot in state.parameters { places.formUnion(byParameter[slot.number] ?? []) }
        for list in state.donations { places.formUnion(byEvent[list.event] ?? []) }
        return places.sorted()
    }
}
