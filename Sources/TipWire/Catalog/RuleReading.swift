import TipCore

/// Reading rules; the only place that hands a rule's text to TipCore.
extension CatalogParser {
    /// Reads the rules of a tip or of an audience.
    mutating func rules(_ values: [LocatedJSON], of owner: CatalogDraft.RuleSite.Owner) -> [Rule] {
        values.compactMap { value in
            guard case .string(let text) = value.value else {
                log.wrongKind(value, expected: "a rule as text, such as 'param(\"isLoggedIn\") == true'")
                return nil
            }
            let rule = Rule(parsing: text)
            draft.rules.append(CatalogDraft.RuleSite(rule: rule, owner: owner, offset: value.offset))
            return rule
        }
    }
}
