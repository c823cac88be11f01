import TipCore

/// Advice about groups.
struct GroupAdvice {
    private let draft: CatalogDraft
    private let hopeless: Set<ExactText>

    /// Looks at the groups of a draft; `hopeless` are the tips whose rules can never hold.
    init(_ draft: CatalogDraft, hopeless: Set<ExactText>) {
        self.draft = draft
        self.hopeless = hopeless
    }

    /// Notes all warnings.
    func run(_ log: inout ProblemLog) {
        let tips = NamedValues(draft.catalog.tips.map { ($0.id, $0) })
        for (group, site) in zip(draft.catalog.groups, draft.groups) {
            if group.tips.isEmpty {
                log.warn(
                    "empty_group",
                    at: site.id,
                    found: "a group without tips",
                    expected: "at least one",
                    hint: "Name the tips in the order in which they are shown, or take the group out."
                )
            }
            guard group.priority == .ordered else { continue }
            for (name, offset) in zip(group.tips, site.tips).dropLast() {
                check(name, tips[name]?.options, at: offset, &log)
            }
        }
        checkOrder(&log)
    }

    /// What stands before another tip in an ordered group must come to an end, and for the right reason.
    private func check(_ name: String, _ options: TipOptions?, at offset: Int, _ log: inout ProblemLog) {
        if hopeless.contains(ExactText(name)) {
            log.warn(
                "unreachable",
                at: offset,
                found: "\"\(name)\", which is never available",
                expected: "a tip that can be shown before the next one",
                hint: "The tips after it wait until it is invalidated."
            )
        }
        let experiment = draft.catalog.experiments.first { experiment in
            experiment.tip.hasSameBytes(as: name)
                && experiment.variants.contains { !$0.shows && $0.weight > 0 }
        }
        if let experiment {
            log.warn(
                "holdout_blocks_group",
                at: offset,
                found: "\"\(name)\", which a variant of \"\(experiment.id)\" does not show",
                expected: "a tip that everybody can be done with",
                hint: "Who has that variant never sees the tips after it."
            )
        }
        guard let options, options.maxDisplayDuration != nil, options.maxDisplayCount == nil else { return }
        log.warn(
            "duration_orders_group",
            at: offset,
            found: "\"\(name)\", which only a duration ends",
            expected: "an invalidation that says the person is done with it",
            hint: "The next tip waits for the seconds on screen; invalidate the tip when its action was done."
        )
    }

    /// Tips that ordered groups put in a circle: whichever comes first, another group says otherwise.
    private func checkOrder(_ log: inout ProblemLog) {
        var followers: [ExactText: [ExactText]] = [:]
        var waiting: [ExactText: Int] = [:]
        let ordered = zip(draft.catalog.groups, draft.groups).filter { $0.0.priority == .ordered }
        for (group, _) in ordered {
            let members = group.tips.map(ExactText.init)
            for (tip, next) in zip(members, members.dropFirst()) {
                followers[tip, default: []].append(next)
                waiting[next, default: 0] += 1
            }
        }
        // Take away what waits for nothing until only circles and what waits for them are left.
        var free = followers.keys.filter { waiting[$0] == nil }
        while let tip = free.popLast() {
            for next in followers.removeValue(forKey: tip) ?? [] {
                let left = (waiting[next] ?? 1) - 1
                waiting[next] = left > 0 ? left : nil
                if left == 0 { free.append(next) }
            }
        }
        for (group, site) in ordered {
            let members = Array(zip(group.tips.map(ExactText.init), site.tips))
            let circular = zip(members, members.dropFirst()).first { tip, next in
                waiting[next.0] != nil && Self.reaches(tip.0, from: next.0, by: followers)
            }
            guard let (tip, next) = circular else { continue }
            log.warn(
                "circular_groups",
                at: next.1,
                found: "\"\(next.0.text)\" after \"\(tip.0.text)\"",
                expected: "one order of the tips in all ordered groups",
                hint: "Another group has it before, so that each waits for the other in one of them."
            )
        }
    }

    private static func reaches(
        _ goal: ExactText,
        from start: ExactText,
        by followers: [ExactText: [ExactText]]
    ) -> Bool {
        var open = [start]
        var seen: Set<ExactText> = []
        while let tip = open.popLast() {
            if tip == goal { return true }
            if seen.insert(tip).inserted { open += followers[tip] ?? [] }
        }
        return false
    }
}
