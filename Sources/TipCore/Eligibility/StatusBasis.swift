/// Everything about a project that a stored state or schedule was made under.
///
/// Where it is the same before and after a change of the project, no person's statuses are others.
package struct StatusBasis: Hashable, Sendable {
    /// What the fold depends on.
    package let foldKey: UInt64
    private let tips: [Tip]
    private let experiments: [Experiment]
    private let parameters: [UInt32: ParameterDefinition]
    private let stretches: [Stretch]

    private struct Tip: Hashable {
        let number: UInt32
        let template: TipTemplate?
        let rules: [CompiledRule]
        let ignoresDisplayFrequency: Bool
        let experiments: [Int]
    }

    private struct Experiment: Hashable {
        let variants: [String]
        let shows: [Bool]
        let audience: [CompiledRule]
        let unit: ExperimentDefinition.Unit
    }

    private struct Stretch: Hashable {
        let start: Timestamp?
        let interval: Int64
        let zone: ZoneClock
        let isOff: [Bool]
        let assigning: [ProjectConditions.Assigning]
    }

    /// Gathers it.
    package init(_ outlook: ProjectOutlook, under catalog: CompiledCatalog) {
        foldKey = catalog.foldKey
        // An experiment that hides nothing, and that no rule reads, decides about copy alone.
        let read = (catalog.tips.flatMap(\.rules) + catalog.experiments.flatMap(\.audience)).flatMap(
            \.experiments
        )
        let deciding = catalog.experiments.indices.filter {
            catalog.experiments[$0].shows.contains(false) || read.contains($0)
        }
        tips = catalog.tips.map { tip in
            Tip(
                number: tip.number,
                template: tip.template,
                rules: tip.rules,
                ignoresDisplayFrequency: tip.ignoresDisplayFrequency,
                experiments: tip.experiments.filter(deciding.contains)
            )
        }
        experiments = deciding.map { place in
            Experiment(
                variants: catalog.experiments[place].variants,
                shows: catalog.experiments[place].shows,
                audience: catalog.experiments[place].audience,
                unit: catalog.catalog.experiments[place].unit
            )
        }
        parameters = Dictionary(
            catalog.parameters.map { ($0.number, $0.definition) },
            uniquingKeysWith: { first, _ in first }
        )
        stretches = outlook.stretches.map { stretch in
            Stretch(
                start: stretch.start,
                interval: stretch.conditions.interval,
                zone: stretch.conditions.zone,
                isOff: stretch.conditions.isOff,
                assigning: deciding.map { stretch.conditions.assigning[$0] }
            )
        }
    }
}
