/// What the fold and the decision read of a tip's definition.
struct CompiledTip: Sendable {
    /// The number of the tip's id.
    let number: UInt32
    /// The template, where the tip is reusable.
    let template: TipTemplate?
    /// The rules.
    let rules: [CompiledRule]
    /// Displays after which the tip is over.
    let maxDisplayCount: Int?
    /// Microseconds on screen after which the tip is over, at least what one display keeps (R8).
    let maxDisplayDuration: Int64?
    /// Whether the display frequency does not hold it back.
    let ignoresDisplayFrequency: Bool
    /// The numbers of the buttons that end the tip (R18).
    let invalidatingActions: [UInt32]
    /// The places of the experiments on its copy.
    let experiments: [Int]

    /// Compiles a tip.
    init(_ tip: TipDefinition, in catalog: Catalog, names: inout RuleNames) {
        number = names.vocabulary.tips.intern(tip.id)
        template = TipTemplate(id: tip.id)
        var rules: [CompiledRule] = []
        for rule in tip.rules { rules.append(CompiledRule(rule, names: &names)) }
        self.rules = rules
        maxDisplayCount = tip.options.maxDisplayCount.map { max(1, $0) }
        maxDisplayDuration = tip.options.maxDisplayDuration.map {
            max(microseconds(ofSeconds: $0), catalog.settings.minimumView)
        }
        ignoresDisplayFrequency = tip.options.ignoresDisplayFrequency
        let places = catalog.experiments.indices.filter {
            catalog.experiments[$0].tip.hasSameBytes(as: tip.id)
        }
        experiments = places
        // A variant has its own buttons; whichever copy was shown, its button does what it declares.
        let copies = [tip.copy] + places.flatMap { catalog.experiments[$0].variants.map(\.copy) }
        var actions: [UInt32] = []
        for action in copies.flatMap(\.actions) where action.invalidates {
            let number = names.vocabulary.actions.intern(action.id)
            if !actions.contains(number) { actions.append(number) }
        }
        invalidatingActions = actions.sorted()
    }
}

/// A group with its members as places of tips.
struct CompiledGroup: Sendable {
    let id: String
    let priority: GroupDefinition.Priority
    let members: [Int]
}

/// A parameter that a person's state keeps.
struct CompiledParameter: Sendable {
    let number: UInt32
    let definition: ParameterDefinition
}

/// An event whose donations a person's state keeps.
struct CompiledEvent: Sendable {
    let number: UInt32
    /// How many of the newest donations rules may see.
    let maximumCount: Int
    /// The fields that rules read.
    let fields: Set<UInt32>

    /// The most donations that are ever kept of an event.
    static let largestWindow = 1_000_000
}

/// What the decision reads of an experiment's definition.
struct CompiledExperiment: Sendable {
    /// The variants' names.
    let variants: [String]
    /// Which variants show something.
    let shows: [Bool]
    /// The rules of the audience.
    let audience: [CompiledRule]

    /// Compiles an experiment; one whose audience depends on its own variant has nobody in its audience.
    init(_ experiment: ExperimentDefinition, isCyclic: Bool, names: inout RuleNames) {
        variants = experiment.variants.map(\.id)
        shows = experiment.variants.map(\.shows)
        var audience: [CompiledRule] = []
        for rule in isCyclic ? [] : experiment.audience { audience.append(CompiledRule(rule, names: &names)) }
        self.audience = audience
        self.isCyclic = isCyclic
    }

    /// Whether its audience depends on its own variant.
    let isCyclic: Bool
}

/// Which experiments' audiences read which experiments' variants.
struct ExperimentGraph {
    private let reads: [[Int]]

    init(_ catalog: Catalog) {
        let names = RuleNames(catalog, vocabulary: Vocabulary())
        reads = catalog.experiments.map { experiment in
            experiment.audience.flatMap(\.parameters).compactMap { names.experiment(ofParameter: $0.name) }
        }
    }

    /// Whether following what audiences read leads from an experiment back to itself.
    func isCyclic(_ experiment: Int) -> Bool {
        var seen: Set<Int> = []
        var open = reads[experiment]
        while let next = open.popLast() {
            if next == experiment { return true }
            if seen.insert(next).inserted { open += reads[next] }
        }
        return false
    }
}
