/// What would have to happen for a rule to hold, as a tree of things that people and clocks can do.
indirect enum RuleRemedy: Hashable, Sendable {
    /// Nothing: it is so.
    case nothing
    /// One thing.
    case step(Step)
    /// All of them.
    case all([RuleRemedy])
    /// One of them.
    case any([RuleRemedy])
    /// Nothing that can happen makes it so; says why.
    case never(Sentence)

    /// One thing that would have to happen.
    struct Step: Hashable, Sendable {
        /// The thing in words.
        let words: Sentence
        /// How many more donations it takes, where it is about them.
        var donations: Int?
        /// When it comes by itself, where it does.
        var wait: Timestamp?
    }

    /// The tree without what is so already, and without ways that lead nowhere.
    var simplified: RuleRemedy {
        switch self {
        case .nothing, .step, .never: return self
        case .all(let parts):
            let left = parts.map(\.simplified).filter { $0 != .nothing }
            if let never = left.first(where: \.isNever) { return never }
            return left.isEmpty ? .nothing : left.count == 1 ? left[0] : .all(left)
        case .any(let parts):
            let all = parts.map(\.simplified)
            if all.contains(.nothing) { return .nothing }
            let open = all.filter { !$0.isNever }
            guard !open.isEmpty else { return all.first ?? .never("nothing is asked for") }
            return open.count == 1 ? open[0] : .any(open)
        }
    }

    private var isNever: Bool {
        if case .never = self { return true }
        return false
    }

    /// The whole in words, such as `parameter isLoggedIn must become true, or wait until …`.
    var words: Sentence {
        switch self {
        case .nothing: "nothing"
        case .step(let step): step.words
        case .never(let why): "cannot hold: \(why)"
        case .all(let parts): Sentence(parts.map { $0.wordsAsPart(of: self) }, joinedBy: ", and ")
        case .any(let parts): Sentence(parts.map { $0.wordsAsPart(of: self) }, joinedBy: ", or ")
        }
    }

    private func wordsAsPart(of whole: RuleRemedy) -> Sentence {
        switch (self, whole) {
        case (.all, .any), (.any, .all): "(\(words))"
        default: words
        }
    }
}

extension RuleFacts {
    /// What would have to happen for a rule to hold.
    func remedy(_ rule: Rule, _ compiled: CompiledRule, at now: Timestamp) -> RuleRemedy {
        var finder = RemedyFinder(facts: self, rule: compiled, now: now)
        return finder.remedy(rule.expression, wanted: true).simplified
    }
}

/// Walks a rule beside its compiled form, whose comparisons stand in the same order.
private struct RemedyFinder {
    let facts: RuleFacts
    let rule: CompiledRule
    let now: Timestamp
    private var next = 0

    init(facts: RuleFacts, rule: CompiledRule, now: Timestamp) {
        self.facts = facts
        self.rule = rule
        self.now = now
    }

    mutating func remedy(_ expression: RuleExpression, wanted: Bool) -> RuleRemedy {
        switch expression {
        case .comparison(let comparison):
            defer { next += 1 }
            return remedy(comparison, rule.comparisons[next], wanted)
        case .not(let inner): return remedy(inner, wanted: !wanted)
        case .all(let parts):
            let all = remedies(parts, wanted)
            return wanted ? .all(all) : .any(all)
        case .any(let parts):
            let all = remedies(parts, wanted)
            return wanted ? .any(all) : .all(all)
        }
    }

    private mutating func remedies(_ parts: [RuleExpression], _ wanted: Bool) -> [RuleRemedy] {
        var all: [RuleRemedy] = []
        for part in parts { all.append(remedy(part, wanted: wanted)) }
        return all
    }

    private func remedy(
        _ comparison: RuleComparison,
        _ places: CompiledRule.Comparison,
        _ wanted: Bool
    ) -> RuleRemedy {
        guard facts.holds(places, in: rule, at: now) != wanted else { return .nothing }
        let asked = wanted ? comparison : comparison.opposite
        switch (comparison.left, comparison.right) {
        case (.literal, .literal): return .never("\(comparison.words) is always the same")
        case (.literal(let literal), let other):
            return remedy(other, places.right, asked.comparator.mirrored, literal, asked)
        case (let other, .literal(let literal)):
            return remedy(other, places.left, asked.comparator, literal, asked)
        default: return .step(RuleRemedy.Step(words: "it must become so that \(asked.words)"))
        }
    }

    private func remedy(
        _ value: RuleValue,
        _ operand: CompiledRule.Operand,
        _ comparator: RuleComparator,
        _ literal: Scalar,
        _ asked: RuleComparison
    ) -> RuleRemedy {
        switch (value, operand) {
        case (.parameter(let name), .experiment):
            let experiment = String(name.text.dropFirst("experiment.".count))
            return .step(RuleRemedy.Step(words: comparator.demand(literal, of: experiment)))
        case (.parameter(let name), _):
            let isOrder = comparator != .equal && comparator != .notEqual
            guard !isOrder || literal.isOrdered else { return .never("\(asked.words) has no order") }
            return .step(RuleRemedy.Step(words: comparator.demand(literal, on: name.text)))
        case (.count(let donations), .count(let place)):
            guard case .number(let number) = literal else { return .never("\(asked.words) is no count") }
            return CountRemedy(donations, rule.pipelines[place], facts, at: now).remedy(comparator, number)
        default: return .step(RuleRemedy.Step(words: "it must become so that \(asked.words)"))
        }
    }
}

extension RuleComparison {
    /// The comparison that holds where this one does not, for values that compare at all.
    fileprivate var opposite: RuleComparison {
        RuleComparison(left: left, comparator: comparator.opposite, right: right)
    }
}

extension Scalar {
    fileprivate var isOrdered: Bool {
        switch self {
        case .number, .string: true
        case .null, .boolean: false
        }
    }
}

extension RuleComparator {
    fileprivate var opposite: RuleComparator {
        switch self {
        case .equal: .notEqual
        case .notEqual: .equal
        case .less: .greaterOrEqual
        case .lessOrEqual: .greater
        case .greater: .lessOrEqual
        case .greaterOrEqual: .less
        }
    }

    /// What a parameter must do for the comparison to hold.
    fileprivate func demand(_ literal: Scalar, on name: String) -> Sentence {
        let value = literal.ruleText
        return switch (self, literal) {
        case (.equal, .null): "parameter \(name) must be unset"
        case (.notEqual, .null): "parameter \(name) must be set"
        case (.equal, _): "parameter \(name) must become \(value)"
        case (.notEqual, _): "parameter \(name) must become something other than \(value)"
        case (.less, _): "parameter \(name) must become less than \(value)"
        case (.lessOrEqual, _): "parameter \(name) must become at most \(value)"
        case (.greater, _): "parameter \(name) must become more than \(value)"
        case (.greaterOrEqual, _): "parameter \(name) must become at least \(value)"
        }
    }

    /// What variant an experiment must give for the comparison to hold.
    fileprivate func demand(_ literal: Scalar, of experiment: String) -> Sentence {
        let value = literal.ruleText
        let variant: Sentence =
            switch (self, literal) {
            case (.equal, .null): "is not set"
            case (.notEqual, .null): "is set"
            case (.equal, _): "is \(value)"
            case (.notEqual, _): "is not \(value)"
            case (.less, _): "is less than \(value)"
            case (.lessOrEqual, _): "is at most \(value)"
            case (.greater, _): "is more than \(value)"
            case (.greaterOrEqual, _): "is at least \(value)"
            }
        return "the experiment \(experiment) must give the person a variant that \(variant)"
    }
}
