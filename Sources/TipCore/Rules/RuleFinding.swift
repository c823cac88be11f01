/// What a rule came to for one person at one instant, and why.
public struct RuleFinding: Hashable, Sendable {
    /// The rule's place among those of its tip, from 0.
    public let index: Int
    /// The rule as written.
    public let text: String
    /// Whether it holds.
    public let holds: Bool
    /// What it looked at and found, in words.
    public let saw: Sentence
    /// What must be so for it to hold, in words.
    public let needed: Sentence
    /// The donations that it counted, by event, as places in the person's list of that event.
    let counted: [CountedDonations]
}

/// Donations of one event that a rule counted.
struct CountedDonations: Hashable, Sendable {
    /// The event's place among those that rules count.
    let event: Int
    /// How many donations of the event the person's state holds.
    let total: Int
    /// The places in that list of those that were counted, ascending.
    let places: [Int]
}

extension RuleFacts {
    /// Evaluates a rule and says what it saw.
    func finding(_ rule: Rule, _ compiled: CompiledRule, index: Int, at now: Timestamp) -> RuleFinding {
        var saw: [Sentence] = []
        var counted: [CountedDonations] = []
        for (comparison, places) in zip(rule.expression.comparisons, compiled.comparisons) {
            let sides = [(comparison.left, places.left), (comparison.right, places.right)]
            for (value, operand) in sides {
                let found = self.value(of: operand, in: compiled, at: now)
                guard let words = value.words(found: found), !saw.contains(words) else { continue }
                saw.append(words)
                guard case .count(let place) = operand else { continue }
                let pipeline = compiled.pipelines[place]
                let items = donations(of: pipeline.event)
                let members = pipeline.members(of: items, at: now, in: zone)
                counted.append(
                    CountedDonations(event: pipeline.event, total: items.count, places: members)
                )
            }
        }
        return RuleFinding(
            index: index,
            text: rule.text,
            holds: holds(compiled, at: now),
            saw: Sentence(saw, joinedBy: "; "),
            needed: rule.expression.words,
            counted: counted
        )
    }
}

// MARK: Words

extension RuleExpression {
    /// What must be so, in words.
    var words: Sentence {
        switch self {
        case .comparison(let comparison): comparison.words
        case .not(let inner): "not (\(inner.words))"
        case .all(let parts): Self.joined(parts, by: " and ")
        case .any(let parts): Self.joined(parts, by: " or ")
        }
    }

    private static func joined(_ parts: [RuleExpression], by word: String) -> Sentence {
        guard parts.count > 1 else { return parts.first?.words ?? "" }
        return Sentence(parts.map(\.wordsAsPart), joinedBy: word)
    }

    private var wordsAsPart: Sentence {
        switch self {
        case .comparison, .not: words
        case .all(let parts), .any(let parts): parts.count > 1 ? "(\(words))" : words
        }
    }
}

extension RuleComparison {
    /// What must be so, in words; a literal is put on the right.
    var words: Sentence {
        if case .literal(let first) = left {
            if case .literal(let second) = right {
                return Sentence(verbatim: "\(first.ruleText) \(comparator.rawValue) \(second.ruleText)")
            }
            return RuleComparison(left: right, comparator: comparator.mirrored, right: left).words
        }
        guard case .count(let donations) = left else {
            return comparator.statement(on: left, right)
        }
        return comparator.statement(onCount: right.subject, donations.words(isOne: right.isOne))
    }
}

extension RuleValue {
    /// What stands for the value in a sentence.
    fileprivate var subject: Sentence {
        switch self {
        case .literal(let scalar): Sentence(verbatim: scalar.ruleText)
        case .parameter(let name): Sentence(verbatim: name.text)
        case .count(let donations): "the number of \(donations.words(isOne: false))"
        }
    }

    fileprivate var isOne: Bool { self == .literal(.number(1)) }

    /// What was found there, in words; nil for a literal, which is no finding.
    fileprivate func words(found: Scalar) -> Sentence? {
        switch (self, found) {
        case (.literal, _): return nil
        case (.parameter(let name), .null): return "\(name.text) is not set"
        case (.parameter(let name), _): return "\(name.text) is \(found.ruleText)"
        case (.count(let donations), _):
            return "\(found.ruleText) \(donations.words(isOne: found == .number(1)))"
        }
    }
}

extension RuleComparator {
    /// The comparator with its sides changed.
    var mirrored: RuleComparator {
        switch self {
        case .equal, .notEqual: self
        case .less: .greater
        case .lessOrEqual: .greaterOrEqual
        case .greater: .less
        case .greaterOrEqual: .lessOrEqual
        }
    }

    /// What is said of a value that compares so with another.
    fileprivate func statement(on left: RuleValue, _ right: RuleValue) -> Sentence {
        let (subject, object) = (left.subject, right.subject)
        if right == .literal(.null) {
            return self == .equal ? "\(subject) is not set" : "\(subject) is set"
        }
        switch self {
        case .equal: return "\(subject) is \(object)"
        case .notEqual: return "\(subject) is not \(object)"
        case .less: return "\(subject) is less than \(object)"
        case .lessOrEqual: return "\(subject) is at most \(object)"
        case .greater: return "\(subject) is more than \(object)"
        case .greaterOrEqual: return "\(subject) is at least \(object)"
        }
    }

    /// What is said of so many donations.
    fileprivate func statement(onCount number: Sentence, _ donations: Sentence) -> Sentence {
        switch self {
        case .equal: "exactly \(number) \(donations)"
        case .notEqual: "any number but \(number) of \(donations)"
        case .less: "fewer than \(number) \(donations)"
        case .lessOrEqual: "at most \(number) \(donations)"
        case .greater: "more than \(number) \(donations)"
        case .greaterOrEqual: "at least \(number) \(donations)"
        }
    }
}

extension RuleDonations {
    /// The donations in words, such as `donations of opened within 5 days`.
    func words(isOne: Bool) -> Sentence {
        let start: Sentence = isOne ? "donation of \(event.text)" : "donations of \(event.text)"
        return Sentence([start] + steps.map(\.words), joinedBy: " ")
    }
}

extension RuleStep {
    /// The step in words.
    var words: Sentence {
        switch self {
        case .donatedWithin(let span): "within \(span.words)"
        case .filter(let conditions): "with \(Sentence(conditions.map(\.words), joinedBy: " and "))"
        case .largestSubset(let field): "in the largest group by \(field)"
        case .smallestSubset(let field): "in the smallest group by \(field)"
        }
    }
}

extension RuleCondition {
    fileprivate var words: Sentence {
        switch self {
        case .isInToday: "date in today"
        case .date(let comparator, .none): "date \(comparator.rawValue) now"
        case .date(let comparator, let span): "date \(comparator.rawValue) now - \(span.words)"
        case .field(let name, let comparator, let value):
            Sentence(verbatim: "\(name) \(comparator.rawValue) \(value.ruleText)")
        }
    }
}

extension Rule {
    /// What must be so for the rule to hold, in words.
    public var words: Sentence { expression.words }
}
