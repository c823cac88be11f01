/// A rule as a condition on attributes, in the words that GrowthBook's SDKs evaluate on the device.
///
/// Only what a rule says of parameters can be said so: an SDK has the attributes that the app gives it and no donations.
/// A parameter that the app does not give has its default, as on the server.
extension Rule {
    /// The condition; nil where the rule counts donations, reads an experiment, or compares two parameters.
    ///
    /// `defaults` gives the value of a parameter that is not given; null where it has none.
    public func attributeCondition(defaults: (String) -> Scalar) -> JSON? {
        Self.condition(of: expression, defaults)
    }

    private static func condition(of expression: RuleExpression, _ defaults: (String) -> Scalar) -> JSON? {
        switch expression {
        case .comparison(let comparison): return condition(of: comparison, defaults)
        case .not(let inner): return condition(of: inner, defaults).map { ["$not": $0] }
        case .all(let parts), .any(let parts):
            let conditions = parts.compactMap { condition(of: $0, defaults) }
            guard conditions.count == parts.count else { return nil }
            if case .all = expression { return ["$and": .array(conditions)] }
            return ["$or": .array(conditions)]
        }
    }

    private static func condition(of comparison: RuleComparison, _ defaults: (String) -> Scalar) -> JSON? {
        switch (comparison.left, comparison.right) {
        case (.parameter(let name), .literal(let literal)):
            return condition(on: name.text, comparison.comparator, literal, defaults)
        case (.literal(let literal), .parameter(let name)):
            return condition(on: name.text, comparison.comparator.mirrored, literal, defaults)
        case (.literal(let left), .literal(let right)):
            if right == .null { return constant(comparison.comparator.holdsAgainstNil(left)) }
            if left == .null { return constant(comparison.comparator.mirrored.holdsAgainstNil(right)) }
            return constant(comparison.comparator.holds(left, right))
        default: return nil
        }
    }

    private static func condition(
        on name: String,
        _ comparator: RuleComparator,
        _ literal: Scalar,
        _ defaults: (String) -> Scalar
    ) -> JSON? {
        // A name that begins like an operator would be read as one; experiments are not attributes.
        guard !name.hasPrefix("$"), !name.hasPrefix("experiment.") else { return nil }
        let absent: JSON = .object([.init(name, ["$exists": false])])
        let standard = defaults(name)
        guard literal != .null else {
            guard comparator == .equal || comparator == .notEqual else { return constant(false) }
            if standard != .null { return constant(comparator == .notEqual) }
            return comparator == .equal ? absent : ["$not": absent]
        }
        let isOrdered = if case .boolean = literal { false } else { true }
        let given: JSON
        switch comparator {
        case .equal: given = same(name, "$eq", literal)
        // Whatever is not null and not the same is unequal, of another kind too.
        case .notEqual: given = ["$and": [["$not": absent], ["$not": same(name, "$eq", literal)]]]
        case .less: given = isOrdered ? same(name, "$lt", literal) : constant(false)
        case .lessOrEqual: given = isOrdered ? same(name, "$lte", literal) : constant(false)
        case .greater: given = isOrdered ? same(name, "$gt", literal) : constant(false)
        case .greaterOrEqual: given = isOrdered ? same(name, "$gte", literal) : constant(false)
        }
        return comparator.holds(standard, literal) ? ["$or": [given, absent]] : given
    }

    /// A comparison of an attribute of the literal's own kind; some SDKs would find `1` equal to `true` without.
    private static func same(_ name: String, _ operation: String, _ literal: Scalar) -> JSON {
        let kind: JSON =
            switch literal {
            case .null: "null"
            case .boolean: "boolean"
            case .number: "number"
            case .string: "string"
            }
        let condition = JSON.object([.init("$type", kind), .init(operation, literal.json)])
        return .object([.init(name, condition)])
    }

    private static func constant(_ holds: Bool) -> JSON {
        holds ? .object([]) : ["$not": .object([])]
    }
}
