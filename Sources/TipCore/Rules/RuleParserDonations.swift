/// The donations of an event and the steps on them.
extension RuleParser {
    /// Reads `.donations`, the steps and `.count`.
    mutating func donations(of event: RuleName) throws(RuleError) -> RuleDonations {
        try expect(.dot, "`.donations`", hint: "Write event(\"…\").donations.count.")
        let word = try advance()
        guard word.kind == .word("donations") else {
            let isCount = word.kind == .word("count")
            throw error(
                .unexpected,
                at: word,
                expected: "`donations`",
                hint: isCount ? "Write .donations.count." : "An event has donations only."
            )
        }
        var steps: [RuleStep] = []
        while true {
            guard try take(.dot) else { throw missingCount(try peek()) }
            let step = try advance()
            guard case .word(let name) = step.kind else {
                throw error(
                    .unexpected,
                    at: step,
                    expected: Self.stepsInWords,
                    hint: "Write the name of a step after the dot, and .count at the end."
                )
            }
            switch name {
            case "count": return RuleDonations(event: event, steps: steps)
            case "donatedWithin": steps.append(.donatedWithin(try range()))
            case "filter": steps.append(.filter(try conditions()))
            case "largestSubset": steps.append(.largestSubset(by: try group(in: name)))
            case "smallestSubset": steps.append(.smallestSubset(by: try group(in: name)))
            default: throw unknownStep(step, name)
            }
        }
    }

    private static let steps = ["donatedWithin", "filter", "largestSubset", "smallestSubset", "count"]

    private static var stepsInWords: String {
        steps.dropLast().joined(separator: ", ") + " or count"
    }

    private func missingCount(_ token: RuleToken) -> RuleError {
        error(
            .missingCount,
            at: token,
            expected: "`.count`",
            hint: "A comparison needs a number: end the donations with .count."
        )
    }

    private func unknownStep(_ token: RuleToken, _ name: String) -> RuleError {
        let slips = [
            "within": "donatedWithin", "where": "filter", "size": "count", "length": "count",
            "isEmpty": "count == 0", "reduce": "count", "first": "count", "last": "count",
        ]
        let nearest = slips[name] ?? NearestName.nearest(to: name, among: Self.steps)
        return error(
            .unknownStep,
            at: token,
            expected: Self.stepsInWords,
            hint: nearest.map { "Did you mean .\($0)?" }
        )
    }

    // MARK: Ranges

    private static var rangesInWords: String {
        let units = RuleSpan.Unit.allCases
        let one = units.map(\.rawValue).joined(separator: ", ")
        return one + ", " + units.map { $0.plural + ": n" }.joined(separator: ", ")
    }

    private mutating func range() throws(RuleError) -> RuleSpan {
        try expect(.open, "`(` and a time range")
        let token = try advance()
        guard case .word(let word) = token.kind else { throw unknownRange(token) }
        let span: RuleSpan
        if let unit = RuleSpan.Unit(rawValue: word), let one = RuleSpan(count: 1, unit: unit) {
            if try isNext(.colon) {
                throw error(
                    .unknownRange,
                    at: token,
                    expected: Self.rangesInWords,
                    hint: "Did you mean \(unit.plural):?"
                )
            }
            span = one
        } else if let unit = RuleSpan.Unit.allCases.first(where: { $0.plural == word }) {
            try expect(
                .colon,
                "`:` and a whole number",
                hint: "Write \(unit.plural): 5, or \(unit.rawValue) for one."
            )
            span = try self.span(of: unit)
        } else {
            throw unknownRange(token)
        }
        try expect(.close, "`)`")
        return span
    }

    private mutating func span(of unit: RuleSpan.Unit) throws(RuleError) -> RuleSpan {
        let token = try advance()
        guard case .number(let digits) = token.kind else {
            throw error(
                .unexpected,
                at: token,
                expected: "a whole number of \(unit.plural)",
                hint: "Write \(unit.plural): 5."
            )
        }
        return try span(digits, of: unit, at: token)
    }

    private func span(
        _ digits: String,
        of unit: RuleSpan.Unit,
        at token: RuleToken
    ) throws(RuleError) -> RuleSpan {
        guard let count = Int64(digits), let span = RuleSpan(count: count, unit: unit) else {
            let most = Int64.max / unit.microseconds
            throw error(
                .badNumber,
                at: token,
                expected: "a whole number of \(unit.plural), 0 to \(most)",
                hint: "Write the number without a fraction, or take a smaller unit."
            )
        }
        return span
    }

    private func unknownRange(_ token: RuleToken) -> RuleError {
        var hint: String?
        if case .word(let word) = token.kind {
            let known = RuleSpan.Unit.allCases.flatMap { [$0.rawValue, $0.plural] }
            if word.lowercased().hasPrefix("month") {
                hint = "A range has no month; write days: 30."
            } else if word.lowercased().hasPrefix("second") {
                hint = "The shortest range is minute."
            } else if let nearest = NearestName.nearest(to: word, among: known) {
                hint = nearest.hasSuffix("s") ? "Did you mean \(nearest): n?" : "Did you mean \(nearest)?"
            }
        } else {
            hint = "Write days: 5 for five days, or day for one."
        }
        return error(.unknownRange, at: token, expected: Self.rangesInWords, hint: hint)
    }

    // MARK: Filters and groups

    private mutating func conditions() throws(RuleError) -> [RuleCondition] {
        try expect(.open, "`(` and a condition on a donation")
        var conditions = [try condition()]
        while try take(.and) { conditions.append(try condition()) }
        let isOr = try isNext(.or)
        try expect(
            .close,
            "`)` or `&&` and another condition",
            hint: isOr ? "A filter knows && only; write || between two counts." : nil
        )
        return conditions
    }

    private mutating func condition() throws(RuleError) -> RuleCondition {
        let token = try advance()
        guard case .word(let name) = token.kind else {
            throw error(
                .unexpected,
                at: token,
                expected: "`date` or the name of a field",
                hint: "Write the field first and without quotes: kind == \"open\"."
            )
        }
        guard name == "date" else {
            return .field(name, try comparator(in: .filter), try literal())
        }
        if case .word(let word) = try peek().kind {
            let word = (word, try advance())
            guard word.0 == "isInToday" else {
                throw error(
                    .unexpected,
                    at: word.1,
                    expected: "`isInToday`, or a comparison and `now`",
                    hint: "Write date isInToday, or date > now - 5 days."
                )
            }
            return .isInToday
        }
        let comparator = try comparator(in: .filter)
        let now = try advance()
        guard now.kind == .word("now") else {
            throw error(
                .unexpected,
                at: now,
                expected: "`now`",
                hint: "A date is compared with the present: date > now - 5 days."
            )
        }
        return .date(comparator, try take(.minus) ? try age() : .none)
    }

    /// Reads what is taken from now: a whole number and a unit.
    private mutating func age() throws(RuleError) -> RuleSpan {
        let number = try advance()
        guard case .number(let digits) = number.kind else {
            throw error(
                .unexpected,
                at: number,
                expected: "a whole number and a unit, such as 5 days",
                hint: "Write date > now - 5 days."
            )
        }
        let token = try advance()
        let units = RuleSpan.Unit.allCases
        guard case .word(let word) = token.kind,
            let unit = units.first(where: { $0.rawValue == word || $0.plural == word })
        else {
            var hint: String?
            if case .word(let word) = token.kind {
                let nearest = NearestName.nearest(to: word, among: units.map(\.plural))
                let isMonth = word.lowercased().hasPrefix("month")
                hint =
                    isMonth
                    ? "A month has no fixed length; write 30 days." : nearest.map { "Did you mean \($0)?" }
            }
            throw error(.unknownUnit, at: token, expected: "minutes, hours, days or weeks", hint: hint)
        }
        return try span(digits, of: unit, at: number)
    }

    private mutating func group(in step: String) throws(RuleError) -> String {
        try expect(.open, "`(groupedBy:` and the name of a field")
        let label = try advance()
        guard label.kind == .word("groupedBy") else {
            throw error(
                .unexpected,
                at: label,
                expected: "`groupedBy:`",
                hint: "Write \(step)(groupedBy: field)."
            )
        }
        try expect(.colon, "`:` and the name of a field")
        let token = try advance()
        guard case .word(let field) = token.kind else {
            let isQuoted = if case .text = token.kind { true } else { false }
            throw error(
                .unexpected,
                at: token,
                expected: "the name of a field",
                hint: isQuoted ? "Fields are written without quotes." : nil
            )
        }
        try expect(.close, "`)`")
        return field
    }
}
