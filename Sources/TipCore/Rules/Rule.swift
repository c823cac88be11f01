/// One rule of a tip: the text a growth team wrote, and what it means.
///
/// ```swift
/// let rule = try Rule(parsing: #"event("opened").donations.donatedWithin(week).count >= 3"#)
/// ```
///
/// The grammar is EBNF; `integer` has no sign, `number` may have a sign, a fraction and an exponent:
///
/// ```
/// rule       = or ;
/// or         = and , { "||" , and } ;
/// and        = not , { "&&" , not } ;
/// not        = "!" , not | primary ;
/// primary    = "(" , or , ")" | ( "any" | "all" ) , "(" , or , { "," , or } , ")" | comparison ;
/// comparison = value , ( "==" | "!=" | "<" | "<=" | ">" | ">=" ) , value ;
/// value      = literal | "param(" , string , ")"
///            | "event(" , string , ").donations" , { step } , ".count" ;
/// step       = ".donatedWithin(" , range , ")" | ".filter(" , condition , { "&&" , condition } , ")"
///            | ( ".largestSubset" | ".smallestSubset" ) , "(groupedBy:" , name , ")" ;
/// range      = "minute" | "hour" | "day" | "week"
///            | ( "minutes:" | "hours:" | "days:" | "weeks:" ) , integer ;
/// condition  = "date isInToday" | "date" , op , "now" , [ "-" , integer , unit ] | name , op , literal ;
/// literal    = number | string | "true" | "false" | "nil" ;
/// ```
public struct Rule: Hashable, Sendable {
    /// The text as written.
    public let text: String
    /// What it means.
    let expression: RuleExpression

    /// Reads a rule, or says what is wrong with it and where.
    public init(parsing text: String) throws(RuleError) {
        var parser = RuleParser(text)
        expression = try parser.rule()
        self.text = text
    }

    /// A parameter or an event that a rule names.
    public struct Reference: Hashable, Sendable {
        /// The name.
        public let name: String
        /// Its bytes in the rule's UTF-8, quotes included.
        public let range: Range<Int>
        /// The fields of the donations that the rule reads; empty for a parameter.
        public let fields: [String]
    }

    /// The parameters that the rule reads, left to right.
    public var parameters: [Reference] {
        values.compactMap { value in
            guard case .parameter(let name) = value else { return nil }
            return Reference(name: name.text, range: name.range, fields: [])
        }
    }

    /// The events whose donations the rule counts, left to right.
    public var events: [Reference] {
        values.compactMap { value in
            guard case .count(let donations) = value else { return nil }
            let fields = donations.steps.flatMap(\.fields)
            return Reference(name: donations.event.text, range: donations.event.range, fields: fields)
        }
    }

    private var values: [RuleValue] {
        expression.comparisons.flatMap { [$0.left, $0.right] }
    }
}

extension RuleStep {
    /// The fields of a donation that the step reads.
    fileprivate var fields: [String] {
        switch self {
        case .donatedWithin: []
        case .largestSubset(let field), .smallestSubset(let field): [field]
        case .filter(let conditions):
            conditions.compactMap { condition in
                guard case .field(let name, _, _) = condition else { return nil }
                return name
            }
        }
    }
}
