/// What rules look at: a person's parameters and donations, their zone, their draws in experiments.
struct RuleFacts: Sendable {
    /// The zone in which "today" is read.
    let zone: ZoneClock
    /// The value of each parameter by its place.
    let parameters: [Scalar]
    /// The person's donations.
    let donations: [DonationList]
    /// The place in `donations` of each event that rules count, or -1.
    let lists: [Int]
    /// What the person drew in each experiment.
    let draws: [ExperimentDraw]

    /// The donations of an event, by its place among those that rules count.
    func donations(of event: Int) -> [Donation] {
        lists[event] < 0 ? [] : donations[lists[event]].items
    }

    /// How many donations a pipeline leaves at an instant.
    func count(_ pipeline: DonationPipeline, at now: Timestamp) -> Int {
        let list = lists[pipeline.event]
        return list < 0 ? 0 : pipeline.count(of: donations[list].items, at: now, in: zone)
    }

    /// The place of the variant that a person has at an instant; nil where they are not in the experiment.
    func variant(of experiment: Int, at now: Timestamp) -> Int? {
        guard experiment < draws.count else { return nil }
        switch draws[experiment].outcome {
        case .none: return nil
        case .fixed(let variant): return variant
        case .drawn(let variant):
            return draws[experiment].audience.allSatisfy { holds($0, at: now) } ? variant : nil
        }
    }

    // MARK: Truth

    /// Whether a rule holds at an instant.
    func holds(_ rule: CompiledRule, at now: Timestamp) -> Bool {
        holds(rule, node: rule.nodes.count - 1, at: now, counts: nil)
    }

    /// Whether a node holds; `counts` are the counts of the rule's pipelines where they are known.
    private func holds(_ rule: CompiledRule, node: Int, at now: Timestamp, counts: [Int]?) -> Bool {
        switch rule.nodes[node] {
        case .comparison(let place):
            return holds(rule.comparisons[place], in: rule, at: now, counts: counts)
        case .not(let inner): return !holds(rule, node: inner, at: now, counts: counts)
        case .all(let parts):
            for part in parts where !holds(rule, node: rule.children[part], at: now, counts: counts) {
                return false
            }
            return true
        case .any(let parts):
            for part in parts where holds(rule, node: rule.children[part], at: now, counts: counts) {
                return true
            }
            return false
        }
    }

    /// Whether a comparison holds (R17).
    func holds(
        _ comparison: CompiledRule.Comparison,
        in rule: CompiledRule,
        at now: Timestamp,
        counts: [Int]? = nil
    ) -> Bool {
        switch (comparison.left, comparison.right) {
        case (.count(let place), .literal(.number(let number))):
            let count = counts?[place] ?? count(rule.pipelines[place], at: now)
            return comparison.comparator.holds(Double(count), number)
        case (.none, .none): return comparison.comparator.holdsAgainstNil(.null)
        case (let operand, .none), (.none, let operand):
            return comparison.comparator.holdsAgainstNil(
                value(of: operand, in: rule, at: now, counts: counts)
            )
        case (let left, let right):
            return comparison.comparator.holds(
                value(of: left, in: rule, at: now, counts: counts),
                value(of: right, in: rule, at: now, counts: counts)
            )
        }
    }

    /// The value of an operand at an instant.
    func value(
        of operand: CompiledRule.Operand,
        in rule: CompiledRule,
        at now: Timestamp,
        counts: [Int]? = nil
    ) -> Scalar {
        switch operand {
        case .literal(let scalar): scalar
        case .none: .null
        case .parameter(let place): parameters[place]
        case .experiment(let place):
            variant(of: place, at: now).map { .string(draws[place].variants[$0]) } ?? .null
        case .count(let place): .number(Double(counts?[place] ?? count(rule.pipelines[place], at: now)))
        }
    }

    // MARK: The next change

    /// The first instant after `now` at which a rule's result is another one with no further event.
    func nextChange(of rule: CompiledRule, after now: Timestamp) -> Timestamp? {
        guard rule.isTimed || !rule.experiments.isEmpty else { return nil }
        let before = holds(rule, at: now)
        var instant = now
        while let next = nextCandidate(of: rule, holding: before, after: instant) {
            if holds(rule, at: next) != before { return next }
            instant = next
        }
        return nil
    }

    /// The next instant at which counts turn the result, or at which a variant that the rule reads changes.
    private func nextCandidate(
        of rule: CompiledRule,
        holding before: Bool,
        after now: Timestamp
    ) -> Timestamp? {
        let variantChange = rule.experiments.compactMap { nextChange(ofVariant: $0, after: now) }.min()
        var counts = rule.pipelines.map { $0.isTimed ? 0 : count($0, at: now) }
        var sweeps: [(place: Int, sweep: CountSweep)] = []
        for place in rule.timed {
            let pipeline = rule.pipelines[place]
            let items = donations(of: pipeline.event)
            guard !items.isEmpty else { continue }
            let sweep = CountSweep(pipeline, over: items, from: now, in: zone)
            counts[place] = sweep.count
            sweeps.append((place, sweep))
        }
        while let next = sweeps.compactMap(\.sweep.next).min() {
            if let variantChange, variantChange <= next { return variantChange }
            for place in sweeps.indices where sweeps[place].sweep.next.map({ $0 <= next }) ?? false {
                sweeps[place].sweep.advance(to: next)
                counts[sweeps[place].place] = sweeps[place].sweep.count
            }
            if holds(rule, node: rule.nodes.count - 1, at: next, counts: counts) != before { return next }
        }
        return variantChange
    }

    /// Whether a person's variant is theirs by taking part, and not everybody's.
    func takesPart(in experiment: Int) -> Bool { experiment < draws.count && draws[experiment].takesPart }

    /// The first instant after `now` at which a person's variant is another one with no further event.
    func nextChange(ofVariant experiment: Int, after now: Timestamp) -> Timestamp? {
        guard experiment < draws.count, case .drawn = draws[experiment].outcome else { return nil }
        let audience = draws[experiment].audience
        let before = variant(of: experiment, at: now)
        var instant = now
        while let next = audience.compactMap({ nextChange(of: $0, after: instant) }).min() {
            if variant(of: experiment, at: next) != before { return next }
            instant = next
        }
        return nil
    }
}

/// What a person drew in an experiment, before the audience is asked.
struct ExperimentDraw: Hashable, Sendable {
    /// What came of it.
    let outcome: Outcome
    /// Whether the person has it by taking part, and not as everybody has it.
    let takesPart: Bool
    /// The names of the variants.
    let variants: [String]
    /// Rules that all must hold for a drawn variant.
    let audience: [CompiledRule]

    /// What can come of a draw.
    enum Outcome: Hashable, Sendable {
        /// The person is not in the experiment, whatever the audience.
        case none
        /// Everyone has this variant, whatever the audience.
        case fixed(Int)
        /// The person has this variant while the audience's rules hold.
        case drawn(Int)
    }
}
