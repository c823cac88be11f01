/// A comparison that a rule makes, for those who look at rules without evaluating them, such as a validator.
public struct RuleClaim: Hashable, Sendable {
    /// What is compared.
    public let subject: Subject
    /// How it must compare with the literal: `==`, `!=`, `<`, `<=`, `>` or `>=`.
    public let sign: String
    /// The literal.
    public let literal: Scalar
    /// The bytes of the rule's UTF-8 that name the subject, quotes included.
    public let range: Range<Int>

    /// What a rule can compare with a literal.
    public enum Subject: Hashable, Sendable {
        /// A named value about the person.
        case parameter(String)
        /// How many donations of an event are left after some steps.
        case count(event: String, within: Int64?)
    }
}

extension Rule {
    /// The comparisons with a literal that the rule makes, left to right, each turned so that the literal is on
    /// the right; `within` of a count is the shortest time range in seconds that a step gives it.
    public var claims: [RuleClaim] {
        expression.comparisons.compactMap { comparison in
            switch (comparison.left, comparison.right) {
            case (let value, .literal(let literal)):
                claim(value, comparison.comparator.rawValue, literal)
            case (.literal(let literal), let value):
                claim(value, comparison.comparator.turned, literal)
            default: nil
            }
        }
    }

    /// Whether the rule holds only where all its comparisons do: it has neither `!` nor `||` nor `any`.
    public var isConjunction: Bool {
        expression.isConjunction
    }

    /// What filters of the rule compare a donation's fields with, by event, left to right.
    public var fieldClaims: [(event: Reference, field: String, literal: Scalar)] {
        expression.comparisons.flatMap { [$0.left, $0.right] }.flatMap { value in
            guard case .count(let donations) = value else { return [] as [(Reference, String, Scalar)] }
            let event = Reference(name: donations.event.text, range: donations.event.range, fields: [])
            return donations.steps.flatMap { step in
                guard case .filter(let conditions) = step else { return [] as [(Reference, String, Scalar)] }
                return conditions.compactMap { condition in
                    guard case .field(let field, _, let literal) = condition else { return nil }
                    return (event, field, literal)
                }
            }
        }
    }

    private func claim(_ value: RuleValue, _ sign: String, _ literal: Scalar) -> RuleClaim? {
        switch value {
        case .literal: return nil
        case .parameter(let name):
            return RuleClaim(subject: .parameter(name.text), sign: sign, literal: literal, range: name.range)
        case .count(let donations):
            let spans = donations.steps.compactMap { step in
                guard case .donatedWithin(let span) = step else { return nil as Int64? }
                return span.microseconds / 1_000_000
            }
            return RuleClaim(
                subject: .count(event: donations.event.text, within: spans.min()),
                sign: sign,
                literal: literal,
                range: donations.event.range
            )
        }
    }
}

extension RuleExpression {
    fileprivate var isConjunction: Bool {
        switch self {
        case .comparison: true
        case .not: false
        case .all(let parts): parts.allSatisfy(\.isConjunction)
        case .any(let parts): parts.count == 1 && parts.allSatisfy(\.isConjunction)
        }
    }
}

extension RuleComparator {
    /// The sign with left and right exchanged.
    fileprivate var turned: String {
        switch self {
        case .equal, .notEqual: rawValue
        case .less: ">"
        case .lessOrEqual: ">="
        case .greater: "<"
        case .greaterOrEqual: "<="
        }
    }
}
