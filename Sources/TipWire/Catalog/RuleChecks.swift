import TipCore

/// The checks of what rules name.
struct RuleChecks {
    private let draft: CatalogDraft
    private let experiments: NamedValues<ExperimentDefinition>

    /// Checks a draft that was read to its end.
    init(_ draft: CatalogDraft) {
        self.draft = draft
        experiments = NamedValues(
            draft.catalog.experiments.map { (ExperimentParameter.prefix + $0.id, $0) }
        )
    }

    /// Notes all that is wrong.
    func run(_ log: inout ProblemLog) {
        for site in draft.rules {
            for parameter in site.rule.parameters { check(parameter, in: site, &log) }
            for event in site.rule.events { check(event: event, in: site, &log) }
            for claim in site.rule.claims { checkVariant(claim, in: site, &log) }
        }
        checkAudiences(&log)
    }

    private func check(_ parameter: Rule.Reference, in site: CatalogDraft.RuleSite, _ log: inout ProblemLog) {
        let place = log.place(ofUTF8: parameter.range.lowerBound, inLiteralAt: site.offset)
        if parameter.name.hasPrefix(ExperimentParameter.prefix) {
            guard experiments[parameter.name] == nil else { return }
            log.missingName(
                "experiment",
                parameter.name,
                isListed: !draft.allowsUnknownExperiments,
                experiments.keys,
                at: place
            )
        } else if draft.catalog.parameters[parameter.name] == nil {
            let names = draft.catalog.parameters.keys
            log.missingName("parameter", parameter.name, isListed: draft.declaresParameters, names, at: place)
        }
    }

    private func check(event: Rule.Reference, in site: CatalogDraft.RuleSite, _ log: inout ProblemLog) {
        let place = log.place(ofUTF8: event.range.lowerBound, inLiteralAt: site.offset)
        guard let definition = draft.catalog.events[event.name] else {
            let names = draft.catalog.events.keys
            log.missingName("event", event.name, isListed: draft.declaresEvents, names, at: place)
            return
        }
        // An event that declares no fields says nothing about them.
        guard !definition.info.isEmpty else { return }
        for field in event.fields where definition.info[field] == nil {
            let names = definition.info.keys
            log.missingName("field", field, isListed: draft.declaresEvents, names, at: place)
        }
    }

    /// A rule that waits for a variant no experiment gives out waits for ever.
    private func checkVariant(_ claim: RuleClaim, in site: CatalogDraft.RuleSite, _ log: inout ProblemLog) {
        guard case .parameter(let name) = claim.subject, case .string(let variant) = claim.literal,
            let variants = experiments[name]?.variants.map(\.id),
            !variants.contains(where: { $0.hasSameBytes(as: variant) })
        else { return }
        let place = log.place(ofUTF8: claim.range.lowerBound, inLiteralAt: site.offset)
        log.missingName("variant", variant, isListed: true, variants, at: place)
    }

    /// Who is in an experiment cannot depend on the variant that being in it gives.
    private func checkAudiences(_ log: inout ProblemLog) {
        var reads: NamedValues<[String]> = [:]
        let sites = draft.rules.compactMap { site -> (name: String, site: CatalogDraft.RuleSite)? in
            guard case .audience(let id) = site.owner else { return nil }
            return (ExperimentParameter.prefix + id.text, site)
        }
        for (name, site) in sites {
            reads[name, default: []] += site.rule.parameters.map(\.name).filter { experiments[$0] != nil }
        }
        for (name, site) in sites {
            for parameter in site.rule.parameters
            where experiments[parameter.name] != nil && Self.reaches(name, from: parameter.name, by: reads) {
                log.error(
                    "circular_audience",
                    at: log.place(ofUTF8: parameter.range.lowerBound, inLiteralAt: site.offset),
                    found: "\"\(parameter.name)\"",
                    expected: "rules that do not depend on the experiment itself",
                    hint: "Its variant is known only after its audience."
                )
            }
        }
    }

    private static func reaches(_ goal: String, from start: String, by reads: NamedValues<[String]>) -> Bool {
        var open = [start]
        var seen: Set<ExactText> = []
        while let name = open.popLast() {
            if name.hasSameBytes(as: goal) { return true }
            if seen.insert(ExactText(name)).inserted { open += reads[name] ?? [] }
        }
        return false
    }
}
