/// A rule with its names turned into places, ready to be evaluated many times.
struct CompiledRule: Hashable, Sendable {
    /// The text as written.
    let text: String
    /// The tree, children before parents; the last node is the whole.
    private(set) var nodes: [Node] = []
    /// The children of the nodes that have several.
    private(set) var children: [Int] = []
    /// The comparisons.
    private(set) var comparisons: [Comparison] = []
    /// What is counted.
    private(set) var pipelines: [DonationPipeline] = []
    /// The experiments whose variant is compared.
    private(set) var experiments: [Int] = []
    /// The places in `pipelines` of those whose count changes as time passes.
    private(set) var timed: [Int] = []

    /// A node of the tree.
    enum Node: Hashable, Sendable {
        case comparison(Int)
        case not(Int)
        case all(Range<Int>)
        case any(Range<Int>)
    }

    /// Two operands and how they must compare.
    struct Comparison: Hashable, Sendable {
        let left: Operand
        let comparator: RuleComparator
        let right: Operand
    }

    /// A value in a comparison.
    enum Operand: Hashable, Sendable {
        /// A value written in the rule.
        case literal(Scalar)
        /// The literal `nil`.
        case none
        /// A parameter, by its place among those that the catalog knows.
        case parameter(Int)
        /// The variant of an experiment, by its place in the catalog.
        case experiment(Int)
        /// A count, by its place in `pipelines`.
        case count(Int)
    }

    /// Compiles a rule, asking `names` for the places of what it names.
    init(_ rule: Rule, names: inout RuleNames) {
        text = rule.text
        _ = add(rule.expression, names: &names)
        // The whole is the last node, as children are added first.
        timed = pipelines.indices.filter { pipelines[$0].isTimed }
    }

    /// Whether the result may change as time passes, experiments apart.
    var isTimed: Bool { !timed.isEmpty }

    private mutating func add(_ expression: RuleExpression, names: inout RuleNames) -> Int {
        let node: Node
        switch expression {
        case .comparison(let comparison):
            let left = operand(comparison.left, names: &names)
            let right = operand(comparison.right, names: &names)
            comparisons.append(Comparison(left: left, comparator: comparison.comparator, right: right))
            node = .comparison(comparisons.count - 1)
        case .not(let inner): node = .not(add(inner, names: &names))
        case .all(let parts): node = .all(add(parts, names: &names))
        case .any(let parts): node = .any(add(parts, names: &names))
        }
        nodes.append(node)
        return nodes.count - 1
    }

    private mutating func add(_ parts: [RuleExpression], names: inout RuleNames) -> Range<Int> {
        let added = parts.map { add($0, names: &names) }
        children += added
        return children.count - added.count..<children.count
    }

    private mutating func operand(_ value: RuleValue, names: inout RuleNames) -> Operand {
        switch value {
        case .literal(.null): return .none
        case .literal(let scalar): return .literal(scalar)
        case .parameter(let name):
            guard let experiment = names.experiment(ofParameter: name.text) else {
                return .parameter(names.parameter(name.text))
            }
            if !experiments.contains(experiment) { experiments.append(experiment) }
            return .experiment(experiment)
        case .count(let donations):
            let event = names.event(donations.event.text)
            pipelines.append(
                DonationPipeline(
                    donations,
                    event: event,
                    limit: names.limits[event],
                    fields: &names.vocabulary.fields
                )
            )
            return .count(pipelines.count - 1)
        }
    }
}

/// The places of what rules name, growing while the rules of a catalog are compiled.
struct RuleNames: Sendable {
    /// The numbers of all names.
    var vocabulary: Vocabulary
    /// The vocabulary's numbers of the parameters that have a place, by place.
    private(set) var parameters: [UInt32] = []
    /// The vocabulary's numbers of the events that rules count, by place.
    private(set) var events: [UInt32] = []
    /// How many donations of each of these events rules may see, by place.
    private(set) var limits: [DonationLimit] = []

    private let definitions: NamedValues<EventDefinition>
    private let experiments: [ExactText: Int]
    private var parameterPlaces: [UInt32: Int] = [:]
    private var eventPlaces: [UInt32: Int] = [:]

    /// Creates the names of a catalog, whose declared parameters have the first places.
    init(_ catalog: Catalog, vocabulary: Vocabulary) {
        self.vocabulary = vocabulary
        definitions = catalog.events
        var experiments: [ExactText: Int] = [:]
        for (place, experiment) in catalog.experiments.enumerated() {
            experiments[ExactText("experiment." + experiment.id)] = place
        }
        self.experiments = experiments
        for name in catalog.parameters.keys { _ = parameter(name) }
    }

    /// The place of the experiment whose variant a parameter tells.
    func experiment(ofParameter name: String) -> Int? {
        experiments[ExactText(name)]
    }

    /// The place of a parameter.
    mutating func parameter(_ name: String) -> Int {
        let number = vocabulary.parameters.intern(name)
        if let place = parameterPlaces[number] { return place }
        parameterPlaces[number] = parameters.count
        parameters.append(number)
        return parameters.count - 1
    }

    /// The place of an event whose donations a rule counts.
    mutating func event(_ name: String) -> Int {
        let number = vocabulary.events.intern(name)
        if let place = eventPlaces[number] { return place }
        eventPlaces[number] = events.count
        events.append(number)
        limits.append(definitions[name]?.donationLimit ?? DonationLimit())
        return events.count - 1
    }
}
