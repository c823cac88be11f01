import TipCore

/// Advice about names of events and parameters that a slip of the hand would mix up.
struct NameAdvice {
    private let draft: CatalogDraft

    init(_ draft: CatalogDraft) {
        self.draft = draft
    }

    /// Notes all warnings.
    func run(_ log: inout ProblemLog) {
        check("event", draft.catalog.events.keys, &log)
        check("parameter", draft.catalog.parameters.keys, &log)
    }

    /// What apps send under one name no rule counts under another, and nobody sees the difference.
    private func check(_ kind: String, _ names: [String], _ log: inout ProblemLog) {
        // Strings and not their bytes: two spellings of one accent are the worst of such pairs.
        var seen: [String: String] = [:]
        for name in names {
            let essence = String(name.lowercased().filter { $0.isLetter || $0.isNumber })
            guard !essence.isEmpty, let other = seen.updateValue(name, forKey: essence) else { continue }
            let places = kind == "event" ? draft.eventPlaces : draft.parameterPlaces
            log.warn(
                "similar_names",
                at: places[name] ?? 0,
                found: "the \(kind) \"\(name)\" beside \"\(other)\"",
                expected: "names that differ by more than case and punctuation",
                hint: "What is sent under one of them is not seen under the other."
            )
        }
    }
}
