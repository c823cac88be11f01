/// Events as people read them.
extension EventBody {
    /// What happened, as the rest of a sentence about the person: `donated entered-view (backyardID 7)`.
    public var words: Sentence {
        switch self {
        case .donation(let event, let info): return "donated \(event)\(Self.details(info))"
        case .donationsDeleted(let event): return "had the donations of \(event) deleted"
        case .parameter(let name, .null): return "had the parameter \(name) unset"
        case .parameter(let name, let value): return "had the parameter \(name) set to \(value.ruleText)"
        case .session: return "launched the app"
        case .timeZone(let zone): return "was in the time zone \(zone)"
        case .impression(let impression): return "saw \(impression.tip)\(Self.details(of: impression))"
        case .impressionProgress(let tip, let display): return "still saw \(tip) (display \(display))"
        case .impressionEnd(let tip, let display): return "saw no more of \(tip) (display \(display))"
        case .impressionFailed(let tip, _, let reason): return "could not be shown \(tip) (\(reason))"
        case .exposure(let tip, let experiment, let variant):
            return "counted in \(experiment) with the variant \(variant) of \(tip)"
        case .actionTap(let tip, let action, _): return "pressed \(action) of \(tip)"
        case .invalidation(let tip, .actionPerformed): return "did what \(tip) teaches (actionPerformed)"
        case .invalidation(let tip, .tipClosed): return "closed \(tip) (tipClosed)"
        case .invalidation(let tip, let reason): return "was done with \(tip) (\(reason.rawValue))"
        case .eligibilityReset(let tip): return "had the eligibility of \(tip) reset"
        case .datastoreReset: return "began a new epoch: the datastore was reset"
        case .overrideSet(let kind, let tips, let until):
            let names: Sentence = tips.isEmpty ? "" : " of \(tips.joined(separator: ", "))"
            let end: Sentence = until.map { " until \($0.rfc3339)" } ?? ""
            return "got the test override \(kind.rawValue)\(names)\(end)"
        case .overrideCleared(nil): return "lost the test override of every kind"
        case .overrideCleared(let kind?): return "lost the test override \(kind.rawValue)"
        case .optOut: return "opted out of tips"
        case .optIn: return "opted in to tips"
        case .identify(let previous): return "turned out to be \(previous) too"
        }
    }

    private static func details(_ info: NamedValues<Scalar>) -> String {
        guard !info.isEmpty else { return "" }
        return " (" + info.map { "\($0.key) \($0.value.ruleText)" }.joined(separator: ", ") + ")"
    }

    private static func details(of impression: Impression) -> Sentence {
        var parts: [Sentence] = ["display \(impression.display)"]
        switch (impression.variant, impression.experiment) {
        case (let variant?, let experiment?): parts.append("variant \(variant) of \(experiment)")
        case (let variant?, nil): parts.append("variant \(variant)")
        case (nil, _): break
        }
        if let group = impression.group { parts.append("from the group \(group)") }
        return " (\(Sentence(parts, joinedBy: ", ")))"
    }

    /// The tip that it is about; nil where it is about none or several.
    public var tip: String? {
        switch self {
        case .impression(let impression): impression.tip
        case .impressionProgress(let tip, _), .impressionEnd(let tip, _), .impressionFailed(let tip, _, _),
            .exposure(let tip, _, _), .actionTap(let tip, _, _), .invalidation(let tip, _),
            .eligibilityReset(let tip):
            tip
        case .donation, .donationsDeleted, .parameter, .session, .timeZone, .datastoreReset, .overrideSet,
            .overrideCleared, .optOut, .optIn, .identify:
            nil
        }
    }
}
