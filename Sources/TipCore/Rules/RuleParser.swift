/// Reads the text of a rule into its tree, by recursive descent over the grammar of `Rule`.
///
/// The values and steps of donations are in `RuleParser` of `RuleParserDonations.swift`.
struct RuleParser {
    private let source: String
    private var lexer: RuleLexer
    private var depth = 0
    private var current: RuleToken?

    init(_ source: String) {
        self.source = source
        lexer = RuleLexer(source)
    }

    /// Reads the whole text as one rule.
    mutating func rule() throws(RuleError) -> RuleExpression {
        let first = try peek()
        guard first.kind != .end else {
            throw error(
                .empty,
                at: first,
                expected: "a rule",
                hint: "Leave the list of rules empty where nothing must hold."
            )
        }
        let expression = try or()
        let rest = try peek()
        guard rest.kind == .end else { throw trailing(rest) }
        return expression
    }

    // MARK: Logic

    private mutating func or() throws(RuleError) -> RuleExpression {
        var parts = [try and()]
        while try take(.or) { parts.append(try and()) }
        return parts.count == 1 ? parts[0] : .any(parts)
    }

    private mutating func and() throws(RuleError) -> RuleExpression {
        var parts = [try not()]
        while try take(.and) { parts.append(try not()) }
        return parts.count == 1 ? parts[0] : .all(parts)
    }

    private mutating func not() throws(RuleError) -> RuleExpression {
        guard try isNext(.not) else { return try primary() }
        return try nested { parser throws(RuleError) in .not(try parser.not()) }
    }

    private mutating func primary() throws(RuleError) -> RuleExpression {
        let token = try peek()
        switch token.kind {
        case .symbol(.open):
            return try nested { parser throws(RuleError) in
                let inner = try parser.or()
                try parser.expect(.close, "`)` or another comparison")
                return inner
            }
        case .word("any"), .word("all"):
            return try nested { parser throws(RuleError) in
                try parser.expect(.open, "`(` and a list of rules")
                var parts = [try parser.or()]
                while try parser.take(.comma) { parts.append(try parser.or()) }
                try parser.expect(.close, "`,` or `)`")
                return token.kind == .word("any") ? .any(parts) : .all(parts)
            }
        default: return .comparison(try comparison())
        }
    }

    /// Takes the next token and reads what it opens, one level deeper.
    private mutating func nested(
        _ read: (inout RuleParser) throws(RuleError) -> RuleExpression
    ) throws(RuleError) -> RuleExpression {
        let token = try advance()
        guard depth < RuleError.depthLimit else {
            throw error(
                .tooDeep,
                at: token,
                expected: "at most \(RuleError.depthLimit) levels of parentheses and negations",
                hint: "Split the rule: all rules of a tip must hold."
            )
        }
        depth += 1
        let expression = try read(&self)
        depth -= 1
        return expression
    }

    private mutating func comparison() throws(RuleError) -> RuleComparison {
        let left = try value()
        let comparator = try comparator(in: .comparison(left))
        return RuleComparison(left: left, comparator: comparator, right: try value())
    }

    private mutating func value() throws(RuleError) -> RuleValue {
        let token = try peek()
        guard case .word(let word) = token.kind else { return .literal(try literal()) }
        switch word {
        case "true", "false", "nil": return .literal(try literal())
        case "param":
            _ = try advance()
            return .parameter(try quotedName(of: "param"))
        case "event":
            _ = try advance()
            return .count(try donations(of: try quotedName(of: "event")))
        default: throw unknownValue(token, word)
        }
    }

    /// What the comparator stands in, for the sentence of an error.
    enum ComparatorPlace {
        case comparison(RuleValue)
        case filter
    }

    /// Reads `==` or another comparator.
    mutating func comparator(in place: ComparatorPlace) throws(RuleError) -> RuleComparator {
        let token = try peek()
        if case .symbol(let symbol) = token.kind, let comparator = RuleComparator(symbol) {
            _ = try advance()
            return comparator
        }
        let hint: String? =
            switch (place, token.kind) {
            case (.comparison(.count), .symbol(.open)): "`.count` takes no parentheses."
            case (.comparison(.parameter), .symbol(.dot)): "A parameter is compared as it is."
            case (.comparison(.parameter(let name)), .end),
                (.comparison(.parameter(let name)), .symbol(.and)),
                (.comparison(.parameter(let name)), .symbol(.or)):
                "Write param(\(Scalar.string(name.text).ruleText)) == true."
            default: nil
            }
        throw error(.unexpected, at: token, expected: "a comparison (==, !=, <, <=, >, >=)", hint: hint)
    }

    /// Reads a number, a string, `true`, `false` or `nil`.
    mutating func literal() throws(RuleError) -> Scalar {
        let token = try advance()
        switch token.kind {
        case .word("true"): return .boolean(true)
        case .word("false"): return .boolean(false)
        case .word("nil"): return .null
        case .text(let text): return .string(text)
        case .number(let digits): return try number(digits, token, sign: 1)
        case .symbol(.minus):
            let digits = try advance()
            guard case .number(let text) = digits.kind else {
                throw error(.unexpected, at: digits, expected: "the digits of a negative number")
            }
            return try number(text, digits, sign: -1)
        case .word(let word):
            let words = ["true", "false", "nil"]
            let hint = Self.literalSlips[word.lowercased()] ?? NearestName.nearest(to: word, among: words)
            throw error(
                .unknownValue,
                at: token,
                expected: "a number, a string, true, false or nil",
                hint: hint.map { "Did you mean \($0)?" } ?? "Text stands in double quotes: \"\(word)\"."
            )
        default: throw error(.unexpected, at: token, expected: "a value")
        }
    }

    private static let literalSlips = [
        "null": "nil", "none": "nil", "undefined": "nil", "yes": "true", "no": "false", "on": "true",
        "off": "false",
    ]

    private func number(_ digits: String, _ token: RuleToken, sign: Double) throws(RuleError) -> Scalar {
        guard let value = Double(digits), value.isFinite else {
            throw error(.badNumber, at: token, expected: "a number that a double holds")
        }
        return .number(sign * value)
    }

    private mutating func quotedName(of function: String) throws(RuleError) -> RuleName {
        try expect(.open, "`(` and a quoted name")
        let token = try advance()
        guard case .text(let name) = token.kind, !name.isEmpty else {
            if case .word(let word) = token.kind {
                throw error(
                    .unquotedName,
                    at: token,
                    expected: "a name in double quotes",
                    hint: "Write \(function)(\"\(word)\")."
                )
            }
            throw error(.unexpected, at: token, expected: "a name in double quotes")
        }
        try expect(.close, "`)`")
        return RuleName(text: name, range: token.range)
    }

    // MARK: Tokens and errors

    /// The next token, left where it is.
    mutating func peek() throws(RuleError) -> RuleToken {
        if let current { return current }
        let token = try lexer.next()
        current = token
        return token
    }

    /// The next token, taken.
    mutating func advance() throws(RuleError) -> RuleToken {
        let token = try peek()
        current = nil
        return token
    }

    /// Whether a sign comes next.
    mutating func isNext(_ symbol: RuleSymbol) throws(RuleError) -> Bool {
        try peek().kind == .symbol(symbol)
    }

    /// Takes a sign if it comes next.
    mutating func take(_ symbol: RuleSymbol) throws(RuleError) -> Bool {
        guard try isNext(symbol) else { return false }
        current = nil
        return true
    }

    /// Takes a sign that must come next.
    mutating func expect(_ symbol: RuleSymbol, _ expected: String, hint: String? = nil) throws(RuleError) {
        guard try !take(symbol) else { return }
        throw error(.unexpected, at: try peek(), expected: expected, hint: hint)
    }

    /// An error at a token.
    func error(
        _ code: RuleError.Code,
        at token: RuleToken,
        expected: String,
        hint: String? = nil
    ) -> RuleError {
        RuleError(code, at: token.range, of: source, found: token.words, expected: expected, hint: hint)
    }

    private func trailing(_ token: RuleToken) -> RuleError {
        let hint: String? =
            switch token.kind {
            case .word("and"), .word("AND"): "Write && for \"and\"."
            case .word("or"), .word("OR"): "Write || for \"or\"."
            case .symbol(let symbol) where RuleComparator(symbol) != nil:
                "A comparison has two sides: join two comparisons with &&."
            case .symbol(.close): "There is no `(` for it."
            case .symbol(.comma): "Write several rules as several strings, or any(…, …) and all(…, …)."
            default: nil
            }
        return error(.trailing, at: token, expected: "&&, || or the end of the rule", hint: hint)
    }

    private func unknownValue(_ token: RuleToken, _ word: String) -> RuleError {
        let expected = "param(\"…\"), event(\"…\").donations….count or a literal"
        let slips = [
            "parameter": "param", "parameters": "param", "params": "param", "events": "event",
            "donations": "event", "not": "!", "AND": "&&", "OR": "||",
        ]
        let known = ["param", "event", "any", "all", "true", "false", "nil"]
        let nearest =
            slips[word] ?? Self.literalSlips[word.lowercased()] ?? NearestName.nearest(to: word, among: known)
        let hint =
            nearest.map { "Did you mean \($0)?" }
            ?? "Write param(\"\(word)\") for a parameter, or \"\(word)\" for text."
        return error(.unknownValue, at: token, expected: expected, hint: hint)
    }
}
