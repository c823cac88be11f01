import TipCore

/// Advice about rules that are right as text and wrong as a wish.
struct RuleAdvice {
    private let draft: CatalogDraft

    init(_ draft: CatalogDraft) {
        self.draft = draft
    }

    /// Notes all warnings, and returns the tips whose rules can never hold.
    func run(_ log: inout ProblemLog) -> Set<ExactText> {
        var hopeless: Set<ExactText> = []
        var contradictions: [CatalogDraft.RuleSite.Owner: ClaimRange.Table] = [:]
        for site in draft.rules {
            for claim in site.rule.claims {
                let cannotHold = look(at: claim, in: site, &log)
                guard site.rule.isConjunction else { continue }
                let isContradiction = contradictions[site.owner, default: [:]].add(claim) == .contradiction
                if isContradiction {
                    note("never_holds", claim, site, found: "what no value is at the same time", &log)
                }
                if cannotHold || isContradiction, case .tip(let id) = site.owner { hopeless.insert(id) }
            }
            lookAtFields(of: site, &log)
        }
        return hopeless
    }

    /// Looks at one comparison and says whether it can never hold.
    private func look(
        at claim: RuleClaim,
        in site: CatalogDraft.RuleSite,
        _ log: inout ProblemLog
    ) -> Bool {
        switch claim.subject {
        case .parameter(let name): lookAtParameter(name, claim, site, &log)
        case .count(let event, let within): lookAtCount(event, within, claim, site, &log)
        }
    }

    private func lookAtParameter(
        _ name: String,
        _ claim: RuleClaim,
        _ site: CatalogDraft.RuleSite,
        _ log: inout ProblemLog
    ) -> Bool {
        let isOrder = claim.sign != "==" && claim.sign != "!="
        guard let kind = claim.literal.type else {
            if isOrder { note("never_holds", claim, site, found: "an order with nil", &log) }
            return isOrder
        }
        let isExperiment = name.hasPrefix(ExperimentParameter.prefix)
        if let type = isExperiment ? .string : draft.catalog.parameters[name]?.type, type != kind {
            let found = "the \(kind.rawValue) \(claim.literal.ruleText) for a \(type.rawValue)"
            note("kind_mismatch", claim, site, found: found, expected: "a \(type.rawValue)", &log)
            return claim.sign != "!="
        }
        guard isOrder, kind == .boolean else { return false }
        note("never_holds", claim, site, found: "an order of booleans", &log)
        return true
    }

    private func lookAtCount(
        _ event: String,
        _ within: Int64?,
        _ claim: RuleClaim,
        _ site: CatalogDraft.RuleSite,
        _ log: inout ProblemLog
    ) -> Bool {
        guard case .number(let number) = claim.literal else {
            let found = "\(claim.literal.ruleText) for a count"
            note("kind_mismatch", claim, site, found: found, expected: "a number", &log)
            return claim.sign != "!="
        }
        let limit = draft.catalog.events[event]?.donationLimit ?? DonationLimit()
        if let age = limit.maximumAgeSeconds, let within, Double(within) > age {
            note(
                "over_donation_limit",
                claim,
                site,
                found:
                    "a range of \(within) s where donations older than \(JSON.number(age).text()) s are not seen",
                hint: "Raise donationLimit.maximumAge of the event.",
                &log
            )
        }
        let outlook = CountOutlook(sign: claim.sign, number: number, most: Double(limit.maximumCount))
        switch outlook {
        case .overLimit:
            note(
                "over_donation_limit",
                claim,
                site,
                found: "a count \(claim.sign) \(claim.literal.ruleText) of at most \(limit.maximumCount)",
                hint:
                    "Rules see the newest \(limit.maximumCount) donations; raise donationLimit.maximumCount.",
                &log
            )
        case .never:
            note("never_holds", claim, site, found: "a count \(claim.sign) \(claim.literal.ruleText)", &log)
        case .always:
            note("always_holds", claim, site, found: "a count \(claim.sign) \(claim.literal.ruleText)", &log)
        case .briefly:
            note(
                "equality_on_count",
                claim,
                site,
                found: "a count == \(claim.literal.ruleText)",
                expected: "an order such as >= \(claim.literal.ruleText)",
                hint: "It stops holding with the next donation.",
                &log
            )
        case .open: break
        }
        return outlook == .overLimit || outlook == .never
    }

    /// Looks at what filters compare a donation's fields with.
    private func lookAtFields(of site: CatalogDraft.RuleSite, _ log: inout ProblemLog) {
        for (event, field, literal) in site.rule.fieldClaims {
            guard let type = draft.catalog.events[event.name]?.info[field], let kind = literal.type,
                kind != type
            else { continue }
            log.warn(
                "kind_mismatch",
                at: log.place(ofUTF8: event.range.lowerBound, inLiteralAt: site.offset),
                found: "the \(kind.rawValue) \(literal.ruleText) for the field \(field), a \(type.rawValue)",
                expected: "a \(type.rawValue)",
                hint: "Values of two kinds are never equal: no donation passes this filter."
            )
        }
    }

    private func note(
        _ code: String,
        _ claim: RuleClaim,
        _ site: CatalogDraft.RuleSite,
        found: String,
        expected: String = "a comparison that can turn out either way",
        hint: String? = nil,
        _ log: inout ProblemLog
    ) {
        let place = log.place(ofUTF8: claim.range.lowerBound, inLiteralAt: site.offset)
        log.warn(code, at: place, found: found, expected: expected, hint: hint ?? Self.meaning(of: code))
    }

    /// What follows from a comparison that says nothing, where there is no nearer advice.
    private static func meaning(of code: String) -> String {
        switch code {
        case "never_holds": "What this comparison alone would let through is never shown."
        case "always_holds": "It changes nothing: take it out, or compare with another value."
        default: "Values of two kinds are never equal: write both of one kind."
        }
    }
}
