import TipCore

/// Reading tips and groups.
extension CatalogParser {
    /// Reads a tip into the draft.
    mutating func readTip(_ value: LocatedJSON) {
        guard var object = ObjectReader(value, "a tip", &log) else { return }
        let idValue = object.required("id", &log)
        let id = idValue.flatMap { log.name($0) }
        var tip = TipDefinition(id: id ?? "")
        var site = CatalogDraft.TipSite(id: idValue?.offset ?? value.offset)
        tip.copy = copy(&object)
        tip.rules = rules(object.list("rules", &log), of: .tip(ExactText(tip.id)))
        if let options = object.value("options") {
            tip.options = readOptions(options, &site)
        }
        tip.priority = object.integer("priority", in: -1_000_000...1_000_000, &log).map(Int.init) ?? 0
        tip.presentation = object.value("presentation").flatMap { log.name($0) }
        tip.revision = object.integer("revision", in: 1 ... .max, &log) ?? 1
        object.finish(&log)
        guard let id, let idValue, log.isNew(id, &draft.ids.tips, "tip", idValue) else {
            return
        }
        draft.catalog.tips.append(tip)
        draft.tips.append(site)
    }

    private mutating func readOptions(_ value: LocatedJSON, _ site: inout CatalogDraft.TipSite) -> TipOptions
    {
        guard var object = ObjectReader(value, "options of a tip", &log) else { return TipOptions() }
        let count = object.integer("maxDisplayCount", in: 1...1_000_000_000, &log)
        let duration = object.value("maxDisplayDuration")
        site.maxDisplayDuration = duration?.offset
        let seconds = duration.flatMap { value in
            log.number(value, expected: "seconds, more than 0") { $0 > 0 }
        }
        let ignores = object.boolean("ignoresDisplayFrequency", &log) ?? false
        object.finish(&log)
        return TipOptions(
            maxDisplayCount: count.map(Int.init),
            maxDisplayDuration: seconds,
            ignoresDisplayFrequency: ignores
        )
    }

    /// Reads a group into the draft.
    mutating func readGroup(_ value: LocatedJSON) {
        guard var object = ObjectReader(value, "a group", &log) else { return }
        let idValue = object.required("id", &log)
        let id = idValue.flatMap { log.name($0) }
        let priority = object.word("priority", as: GroupDefinition.Priority.self, &log) ?? .firstAvailable
        let members = object.required("tips", &log).map { log.list($0) } ?? []
        object.finish(&log)
        let named = members.compactMap { value in log.name(value).map { (name: $0, offset: value.offset) } }
        guard let id, let idValue, log.isNew(id, &draft.ids.groups, "group", idValue) else {
            return
        }
        draft.catalog.groups.append(GroupDefinition(id: id, priority: priority, tips: named.map(\.name)))
        draft.groups.append(CatalogDraft.GroupSite(id: idValue.offset, tips: named.map(\.offset)))
    }
}

extension ProblemLog {
    /// Whether no other thing of the kind has this id so far; notes an error where one has.
    mutating func isNew(
        _ id: String,
        _ seen: inout Set<ExactText>,
        _ kind: String,
        _ value: LocatedJSON
    ) -> Bool {
        guard !seen.insert(ExactText(id)).inserted else { return true }
        error(
            "duplicate_id",
            at: value.offset,
            found: "the \(kind) \"\(id)\" again",
            expected: "an id that no other \(kind) has",
            hint: "Rename one of the two, or take one out."
        )
        return false
    }
}
