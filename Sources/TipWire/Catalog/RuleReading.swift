import TipCore

/// Reading rules; the only place that hands a rule's text to TipCore.
extension CatalogParser {
    /// Reads the rules of a tip or of an audience; those that are none are noted and left out.
    mutating func rules(_ values: [LocatedJSON], of owner: CatalogDraft.RuleSite.Owner) -> [Rule] {
        values.compactMap { value in
            guard case .string(let text) = value.value else {
                log.wrongKind(value, expected: "a rule as text, such as 'param(\"isLoggedIn\") == true'")
                return nil
            }
            do throws(RuleError) {
                let rule = try Rule(parsing: text)
                draft.rules.append(CatalogDraft.RuleSite(rule: rule, owner: owner, offset: value.offset))
                return rule
            } catch {
                log.error(error, inLiteralAt: value.offset)
                return nil
            }
        }
    }
}

extension ProblemLog {
    /// Where in the file a byte of a rule stands whose literal begins at `literal`, escapes counted.
    func place(ofUTF8 index: Int, inLiteralAt literal: Int) -> Int {
        StringLiteral.offset(ofUTF8: index, in: source, literalAt: literal)
    }

    /// Notes why a text is not a rule, under the rule's own code with `rule_` before it.
    mutating func error(_ error: RuleError, inLiteralAt literal: Int) {
        self.error(
            "rule_" + error.code.rawValue,
            at: place(ofUTF8: error.range.lowerBound, inLiteralAt: literal),
            found: error.found,
            expected: error.expected,
            hint: error.hint
        )
    }
}
