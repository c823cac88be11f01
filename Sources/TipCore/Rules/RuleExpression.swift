/// The tree of a rule.
indirect enum RuleExpression: Hashable, Sendable {
    /// Two values and how they must compare.
    case comparison(RuleComparison)
    /// The opposite.
    case not(RuleExpression)
    /// All of them: `&&` and `all(…)`.
    case all([RuleExpression])
    /// At least one of them: `||` and `any(…)`.
    case any([RuleExpression])

    /// The comparisons in the tree, left to right.
    var comparisons: [RuleComparison] {
        switch self {
        case .comparison(let comparison): [comparison]
        case .not(let inner): inner.comparisons
        case .all(let parts), .any(let parts): parts.flatMap(\.comparisons)
        }
    }
}

/// Two values and how they must compare.
struct RuleComparison: Hashable, Sendable {
    /// What stands on the left.
    let left: RuleValue
    /// How they compare.
    let comparator: RuleComparator
    /// What stands on the right.
    let right: RuleValue
}

/// A value in a comparison.
enum RuleValue: Hashable, Sendable {
    /// A value written in the rule.
    case literal(Scalar)
    /// A named value about the person.
    case parameter(RuleName)
    /// How many donations are left after some steps.
    case count(RuleDonations)
}

/// A quoted name in a rule and where it stands.
struct RuleName: Hashable, Sendable {
    /// The name.
    let text: String
    /// Its bytes in the rule's UTF-8, quotes included.
    let range: Range<Int>
}

/// Donations of one event and what is done to them before they are counted.
struct RuleDonations: Hashable, Sendable {
    /// The donated event.
    let event: RuleName
    /// The steps, first to last.
    let steps: [RuleStep]
}

/// A step that keeps some donations.
enum RuleStep: Hashable, Sendable {
    /// Those not older than a span.
    case donatedWithin(RuleSpan)
    /// Those for which all conditions hold.
    case filter([RuleCondition])
    /// Those of the group that has the most of them.
    case largestSubset(by: String)
    /// Those of the group that has the fewest of them.
    case smallestSubset(by: String)
}

/// A condition on one donation.
enum RuleCondition: Hashable, Sendable {
    /// It was donated on the person's current day.
    case isInToday
    /// Its date compares with the present, or with some time before it.
    case date(RuleComparator, RuleSpan)
    /// A field of its information compares with a literal.
    case field(String, RuleComparator, Scalar)
}

/// A length of time in one unit.
struct RuleSpan: Hashable, Sendable {
    /// How many of the unit; at least 0.
    let count: Int64
    /// The unit.
    let unit: Unit

    /// The units of time that rules have; a week is seven days of 86,400 elapsed seconds (R16).
    enum Unit: String, Hashable, Sendable, CaseIterable {
        case minute
        case hour
        case day
        case week

        /// The length in microseconds.
        var microseconds: Int64 {
            switch self {
            case .minute: 60_000_000
            case .hour: 3_600_000_000
            case .day: 86_400_000_000
            case .week: 604_800_000_000
            }
        }

        /// The name of several of them.
        var plural: String { rawValue + "s" }
    }

    /// No time at all.
    static let none = RuleSpan(0, .minute)

    /// Creates a span without asking whether it fits.
    private init(_ count: Int64, _ unit: Unit) {
        self.count = count
        self.unit = unit
    }

    /// Creates a span; nil where it is negative or longer than time can be told.
    init?(count: Int64, unit: Unit) {
        guard count >= 0, !count.multipliedReportingOverflow(by: unit.microseconds).overflow else {
            return nil
        }
        self.init(count, unit)
    }

    /// The length in microseconds.
    var microseconds: Int64 { count * unit.microseconds }

    /// The span in words, such as `5 days`.
    var words: Sentence {
        Sentence(
            template: "{1} " + (count == 1 ? unit.rawValue : unit.plural),
            parts: [.text(String(count))]
        )
    }
}

/// How two values compare.
enum RuleComparator: String, Hashable, Sendable, CaseIterable {
    case equal = "=="
    case notEqual = "!="
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="

    /// The comparator of a sign, where it is one.
    init?(_ symbol: RuleSymbol) {
        self.init(rawValue: symbol.rawValue)
    }

    /// Whether two ordered values compare so.
    func holds<Value: Comparable>(_ left: Value, _ right: Value) -> Bool {
        switch self {
        case .equal: left == right
        case .notEqual: left != right
        case .less: left < right
        case .lessOrEqual: left <= right
        case .greater: left > right
        case .greaterOrEqual: left >= right
        }
    }

    /// Whether two scalars compare so (R17).
    ///
    /// Null compares with nothing; the literal `nil` has `holdsAgainstNil`. Values of two kinds are never
    /// equal and have no order; booleans have none either. Strings are compared and ordered by their bytes.
    func holds(_ left: Scalar, _ right: Scalar) -> Bool {
        switch (left, right) {
        case (.null, _), (_, .null): return false
        case (.number(let one), .number(let other)): return holds(one, other)
        case (.string(let one), .string(let other)):
            switch self {
            case .equal: return one.hasSameBytes(as: other)
            case .notEqual: return !one.hasSameBytes(as: other)
            case .less: return one.utf8.lexicographicallyPrecedes(other.utf8)
            case .greaterOrEqual: return !one.utf8.lexicographicallyPrecedes(other.utf8)
            case .greater: return other.utf8.lexicographicallyPrecedes(one.utf8)
            case .lessOrEqual: return !other.utf8.lexicographicallyPrecedes(one.utf8)
            }
        default:
            switch self {
            case .equal: return left == right
            case .notEqual: return left != right
            case .less, .lessOrEqual, .greater, .greaterOrEqual: return false
            }
        }
    }

    /// Whether a scalar compares so with the literal `nil`: only `==` and `!=` can.
    func holdsAgainstNil(_ value: Scalar) -> Bool {
        switch self {
        case .equal: value == .null
        case .notEqual: value != .null
        case .less, .lessOrEqual, .greater, .greaterOrEqual: false
        }
    }
}
