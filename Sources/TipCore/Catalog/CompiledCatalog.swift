/// A catalog made ready for folding and deciding: names are numbers, rules are compiled.
///
/// It is made once for a revision and shared. Tips that appear later (items of a reusable tip, names that
/// no catalog has) get their number by `number(ofTip:)`, or keep the one of a database by `learn(tip:as:)`;
/// a number that was never learned counts as a tip without a definition.
public struct CompiledCatalog: Sendable {
    /// What was compiled.
    public let catalog: Catalog
    /// The numbers of all names.
    public private(set) var vocabulary: Vocabulary
    /// What the fold of a history depends on, as a number: states folded under catalogs with the same key
    /// are interchangeable; under another key a history must be folded anew (R20).
    public let foldKey: UInt64

    /// What a display keeps at least before the duration limit may end it, in microseconds (R8).
    let minimumView: Int64
    /// How long a device may be silent before its displays are presumed over, in microseconds (R9).
    let silence: Int64
    /// The tips in file order.
    let tips: [CompiledTip]
    /// The places of the tips, larger priority first, then file order.
    let order: [Int]
    /// The experiments in file order.
    let experiments: [CompiledExperiment]
    /// The groups in file order.
    let groups: [CompiledGroup]
    /// The parameters that are declared or that rules read, by place.
    let parameters: [CompiledParameter]
    /// The events whose donations rules count, by place.
    let events: [CompiledEvent]

    private let placeOfId: [ExactText: Int]
    private let templates: [(template: TipTemplate, tip: Int)]
    private var placeOfTip: [Int32] = []
    private let placeOfParameter: [Int32]
    private let placeOfEvent: [Int32]

    /// Compiles a catalog; names that a vocabulary lacks are added to it.
    ///
    /// A server gives the vocabulary of its database, which must then have every name of
    /// `Vocabulary.init(naming:)`, or later numbers of the database would be taken already.
    public init(_ catalog: Catalog, vocabulary: Vocabulary = Vocabulary()) {
        self.catalog = catalog
        minimumView = catalog.settings.minimumView
        silence = catalog.settings.silence
        var names = RuleNames(catalog, vocabulary: vocabulary)
        for action in catalog.tips.flatMap(\.copy.actions) { _ = names.vocabulary.actions.intern(action.id) }
        let graph = ExperimentGraph(catalog)
        experiments = catalog.experiments.indices.map { place in
            CompiledExperiment(catalog.experiments[place], isCyclic: graph.isCyclic(place), names: &names)
        }
        let tips = catalog.tips.map { CompiledTip($0, in: catalog, names: &names) }
        self.tips = tips
        let ids = catalog.tips.enumerated().map { (ExactText($1.id), $0) }
        let placeOfId = Dictionary(ids, uniquingKeysWith: { first, _ in first })
        self.placeOfId = placeOfId
        order = tips.indices.sorted { (catalog.tips[$1].priority, $0) < (catalog.tips[$0].priority, $1) }
        templates = tips.enumerated()
            .compactMap { place, tip in tip.template.map { ($0, place) } }
            .sorted { $0.template.isMoreExact(than: $1.template) }
        groups = catalog.groups.map { group in
            CompiledGroup(
                id: group.id,
                priority: group.priority,
                members: group.tips.compactMap { placeOfId[ExactText($0)] }
            )
        }
        parameters = names.parameters.map { number in
            let definition = catalog.parameters[names.vocabulary.parameters[number]]
            return CompiledParameter(number: number, definition: definition ?? ParameterDefinition())
        }
        let rules = tips.flatMap(\.rules) + experiments.flatMap(\.audience)
        events = names.events.indices.map { place in
            let pipelines = rules.flatMap(\.pipelines).filter { $0.event == place }
            return CompiledEvent(
                number: names.events[place],
                maximumCount: min(max(0, names.limits[place].maximumCount), CompiledEvent.largestWindow),
                fields: pipelines.reduce(into: []) { $0.formUnion($1.fields) }
            )
        }
        placeOfParameter = Self.places(of: names.parameters)
        placeOfEvent = Self.places(of: names.events)
        self.vocabulary = names.vocabulary
        foldKey = Self.foldKey(catalog.settings, tips: tips, parameters: parameters, events: events)
        for number in self.vocabulary.tips.names.indices { bind(UInt32(number)) }
    }

    private static func places(of numbers: [UInt32]) -> [Int32] {
        var places = Array(repeating: Int32(-1), count: numbers.max().map { Int($0) + 1 } ?? 0)
        for (place, number) in numbers.enumerated() { places[Int(number)] = Int32(place) }
        return places
    }

    // MARK: Numbers

    /// The number of a tip's name, which gets the next one if it has none.
    public mutating func number(ofTip name: String) -> UInt32 {
        let number = vocabulary.tips.intern(name)
        bind(number)
        return number
    }

    /// Gives a tip's name the number it has in a database.
    public mutating func learn(tip name: String, as number: UInt32) {
        vocabulary.tips.set(name, to: number)
        bind(number)
    }

    private mutating func bind(_ number: UInt32) {
        while placeOfTip.count <= Int(number) { placeOfTip.append(-1) }
        guard placeOfTip[Int(number)] < 0 else { return }
        placeOfTip[Int(number)] = Int32(place(ofTipNamed: vocabulary.tips[number]) ?? -1)
    }

    /// The place of the tip that a name means: the tip of that name, else the most exact reusable one.
    public func place(ofTipNamed name: String) -> Int? {
        guard !name.isEmpty else { return nil }
        return placeOfId[ExactText(name)] ?? templates.first { $0.template.item(of: name) != nil }?.tip
    }

    /// The place of the tip with a number; nil where it has no definition.
    public func place(ofTip number: UInt32) -> Int? {
        guard Int(number) < placeOfTip.count, placeOfTip[Int(number)] >= 0 else { return nil }
        return Int(placeOfTip[Int(number)])
    }

    /// The definition of the tip with a number.
    func tip(_ number: UInt32) -> CompiledTip? { place(ofTip: number).map { tips[$0] } }

    /// The place of a parameter; nil where no rule reads it and no catalog declares it.
    func place(ofParameter number: UInt32) -> Int? {
        guard Int(number) < placeOfParameter.count, placeOfParameter[Int(number)] >= 0 else { return nil }
        return Int(placeOfParameter[Int(number)])
    }

    /// The numbers of the fields that rules read of an event's donations; nil where no rule counts them.
    ///
    /// A store need not take anything else out of a donation to fold it.
    public func fieldsRead(ofEvent number: UInt32) -> Set<UInt32>? {
        place(ofEvent: number).map { events[$0].fields }
    }

    /// Whether a state keeps the value of a parameter.
    package func keeps(parameter number: UInt32) -> Bool { place(ofParameter: number) != nil }

    /// The place of an event; nil where no rule counts its donations.
    func place(ofEvent number: UInt32) -> Int? {
        guard Int(number) < placeOfEvent.count, placeOfEvent[Int(number)] >= 0 else { return nil }
        return Int(placeOfEvent[Int(number)])
    }
}

extension Vocabulary {
    /// Creates the vocabulary of a catalog alone: every name that compiling it needs.
    public init(naming catalog: Catalog) {
        self = CompiledCatalog(catalog).vocabulary
    }
}
