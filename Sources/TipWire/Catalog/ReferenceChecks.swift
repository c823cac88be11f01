import TipCore

/// The checks that look at more than one definition: names that are used must be there, and mean one thing.
struct ReferenceChecks {
    private let draft: CatalogDraft
    private let tips: [String]
    private let known: Set<ExactText>

    /// Checks a draft that was read to its end.
    init(_ draft: CatalogDraft) {
        self.draft = draft
        tips = draft.catalog.tips.map(\.id)
        known = Set(tips.map(ExactText.init))
    }

    /// Notes all that is wrong.
    func run(_ log: inout ProblemLog) {
        checkTemplates(&log)
        checkGroups(&log)
        for (experiment, site) in zip(draft.catalog.experiments, draft.experiments) {
            checkTip(experiment.tip, at: site.tip, &log)
            for (metric, offset) in site.metrics { check(metric, of: experiment, at: offset, &log) }
        }
    }

    private func checkTip(_ name: String, at offset: Int, _ log: inout ProblemLog) {
        guard !known.contains(ExactText(name)) else { return }
        if let template = tips.first(where: { TipTemplate(id: $0)?.item(of: name) != nil }) {
            log.error(
                "unknown_tip",
                at: offset,
                found: "\"\(name)\", an item of a reusable tip",
                expected: "a tip of this file",
                hint: "Name the reusable tip itself: \"\(template)\"."
            )
        } else {
            log.missingName("tip", name, isListed: true, tips, at: offset)
        }
    }

    private func checkGroups(_ log: inout ProblemLog) {
        for (group, site) in zip(draft.catalog.groups, draft.groups) {
            for (index, (tip, offset)) in zip(group.tips, site.tips).enumerated() {
                checkTip(tip, at: offset, &log)
                if group.tips[..<index].contains(where: { $0.hasSameBytes(as: tip) }) {
                    log.error(
                        "duplicate_id",
                        at: offset,
                        found: "\"\(tip)\" again",
                        expected: "each tip once in a group",
                        hint: "Take one of them out: a group shows its tips in the order of the list."
                    )
                }
            }
        }
    }

    private func checkTemplates(_ log: inout ProblemLog) {
        var seen: [(id: String, template: TipTemplate)] = []
        for (id, site) in zip(tips, draft.tips) {
            guard id.contains("{") || id.contains("}") else { continue }
            guard let template = TipTemplate(id: id) else {
                log.error(
                    "bad_template",
                    at: site.id,
                    found: "\"\(id)\"",
                    expected: "one pair of braces around a word, such as new-trail-{item}",
                    hint:
                        "Braces make a tip reusable, one item each; leave them out of the id of a single tip."
                )
                continue
            }
            checkOverlap(id, template, with: seen, at: site.id, &log)
            seen.append((id, template))
        }
    }

    private func checkOverlap(
        _ id: String,
        _ template: TipTemplate,
        with others: [(id: String, template: TipTemplate)],
        at offset: Int,
        _ log: inout ProblemLog
    ) {
        guard let other = others.first(where: { $0.template.overlaps(template) }) else { return }
        if other.template == template {
            log.error(
                "ambiguous_template",
                at: offset,
                found: "\"\(id)\"",
                expected: "a template that differs from \"\(other.id)\" outside the braces",
                hint: "Every id of one is an id of the other."
            )
        } else {
            log.warn(
                "overlapping_templates",
                at: offset,
                found: "\"\(id)\" beside \"\(other.id)\"",
                expected: "templates that share no id",
                hint: "An id that both match belongs to the one with more letters outside the braces."
            )
        }
    }

    private func check(
        _ metric: Metric,
        of experiment: ExperimentDefinition,
        at offset: Int,
        _ log: inout ProblemLog
    ) {
        switch metric {
        case .tap, .invalidation: break
        case .donation(let event):
            guard draft.catalog.events[event] == nil else { return }
            let names = draft.catalog.events.keys
            log.missingName("event", event, isListed: draft.declaresEvents, names, at: offset)
        case .action(let action):
            let tip = draft.catalog.tips.first { $0.id.hasSameBytes(as: experiment.tip) }
            let actions = ([tip?.copy] + experiment.variants.map(\.copy)).flatMap { $0?.actions ?? [] }.map(
                \.id
            )
            guard !actions.contains(where: { $0.hasSameBytes(as: action) }) else { return }
            log.missingName("action", action, isListed: !actions.isEmpty, actions, at: offset)
        }
    }
}

extension TipTemplate {
    /// Whether some id would name an item of both.
    func overlaps(_ other: TipTemplate) -> Bool {
        let before = prefix.hasPrefix(other.prefix) || other.prefix.hasPrefix(prefix)
        let after = suffix.hasSuffix(other.suffix) || other.suffix.hasSuffix(suffix)
        return before && after
    }
}

extension ProblemLog {
    /// The names there are, as far as a line holds them.
    private static func listing(_ names: [String], of kind: String) -> String {
        let shown = names.prefix(8).joined(separator: ", ")
        guard !names.isEmpty else { return "The file has no \(kind); add it or take the name out." }
        return "The file has \(shown)" + (names.count > 8 ? " and \(names.count - 8) more." : ".")
    }

    /// Notes a name that is not there: an error where the file lists such names, else a warning.
    mutating func missingName(
        _ kind: String,
        _ name: String,
        isListed: Bool,
        _ names: [String],
        at offset: Int
    ) {
        let article = kind.first.map { "aeio".contains($0) } ?? false ? "an" : "a"
        if isListed {
            error(
                "unknown_\(kind)",
                at: offset,
                found: "\"\(name)\"",
                expected: "\(article) \(kind) of this file",
                hint: NameHint.of(name, in: names, else: Self.listing(names, of: kind))
            )
        } else {
            warn(
                "undeclared_\(kind)",
                at: offset,
                found: "\"\(name)\"",
                expected: "\(article) \(kind) that the file declares",
                hint: "Declare it, so that a slip of the pen is found."
            )
        }
    }
}
