import TipCore

/// Reading what people read: texts in one language or several, images, buttons.
extension CatalogParser {
    /// Takes the copy of a tip or of a variant off its object.
    mutating func copy(_ object: inout ObjectReader) -> Copy {
        Copy(
            title: localizedText(object.value("title"), .title),
            message: localizedText(object.value("message"), .message),
            image: object.text("image", &log),
            actions: actions(&object)
        )
    }

    /// A text, or an object of texts by language.
    private mutating func localizedText(
        _ value: LocatedJSON?,
        _ role: CatalogDraft.TextSite.Role
    ) -> LocalizedText? {
        guard let value else { return nil }
        var text: LocalizedText?
        switch value.value {
        case .string: text = log.text(value, canBeEmpty: true).map { LocalizedText($0) }
        case .object(let members): text = localizedText(members, at: value.offset)
        default: log.wrongKind(value, expected: "a text, or texts by language such as { en: \"…\" }")
        }
        if let text {
            draft.texts.append(CatalogDraft.TextSite(text: text, role: role, offset: value.offset))
        }
        return text
    }

    private mutating func localizedText(_ members: [LocatedJSON.Member], at offset: Int) -> LocalizedText? {
        guard !members.isEmpty else {
            log.error(
                "missing_key",
                at: offset,
                found: "no language",
                expected: "a text for at least one",
                hint: "Write { en: \"…\" }, or the text alone."
            )
            return nil
        }
        let variants = members.compactMap { member -> LocalizedText.Variant? in
            if !Self.isLanguageTag(member.key) {
                log.error(
                    "bad_name",
                    at: member.keyOffset,
                    found: "\"\(member.key)\"",
                    expected: "a language tag such as en, ja or pt-BR",
                    hint: "Tags are those of BCP 47: a language of two or three letters, then a region."
                )
            }
            return log.text(member.value, canBeEmpty: true)
                .map { LocalizedText.Variant(locale: member.key, text: $0) }
        }
        return LocalizedText(variants: variants)
    }

    /// Whether a word has the shape of a BCP 47 tag, or is empty, which stands for text without a language.
    private static func isLanguageTag(_ word: String) -> Bool {
        let parts = word.split(whereSeparator: { $0 == "-" || $0 == "_" })
        guard let language = parts.first else { return word.isEmpty }
        let isWhole = parts.reduce(parts.count - 1) { $0 + $1.count } == word.count
        return isWhole && (2...8).contains(language.count)
            && language.allSatisfy { $0.isASCII && $0.isLetter }
            && parts.allSatisfy {
                (1...8).contains($0.count) && $0.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
            }
    }

    /// Buttons; one without an id is named by its index, as TipKit does.
    private mutating func actions(_ object: inout ObjectReader) -> [ActionDefinition] {
        var actions: [ActionDefinition] = []
        for (index, value) in object.list("actions", &log).enumerated() {
            guard var action = ObjectReader(value, "an action with id and title", &log) else { continue }
            let id = action.value("id")
            let name = id.map { log.name($0) } ?? String(index)
            let title = localizedText(action.value("title"), .button)
            let invalidates = action.boolean("invalidates", &log) ?? false
            action.finish(&log)
            guard let name else { continue }
            if actions.contains(where: { $0.id.hasSameBytes(as: name) }) {
                log.error(
                    "duplicate_id",
                    at: id?.offset ?? value.offset,
                    found: "the action \"\(name)\" again",
                    expected: "an id that no other action of the tip has",
                    hint: "Rename one of the two; a button without an id is named by its place, from 0."
                )
            }
            actions.append(ActionDefinition(id: name, title: title, invalidates: invalidates))
        }
        return actions
    }
}
