/// Why a tip has its status for a person, and what would change it: what support reads.
public struct Explanation: Hashable, Sendable {
    /// The answer that is explained.
    public let answer: TipAnswer
    /// All rules of the tip, those that hold as well.
    public let rules: [RuleExplanation]
    /// All that holds a pending tip, with what was seen and needed; in the order of the answer.
    public let blockers: [BlockerExplanation]
    /// What would have to happen for the tip to be available, as sentences; empty where it is.
    public let remedies: [Sentence]
    /// What the tip will be at the next instant at which it changes by itself; nil where it never does.
    public let next: Verdict?
    /// When the tip becomes available by itself, where it is not and will be; nil also where that is too
    /// many changes ahead to follow.
    public let availableFrom: Timestamp?
}

/// A rule with the donations that it counted.
public struct RuleExplanation: Hashable, Sendable {
    /// What the rule came to.
    public let finding: RuleFinding
    /// The donations that it counted, oldest first.
    public let events: [EventReference]
}

/// An event of the log.
public struct EventReference: Hashable, Sendable {
    /// The event's id.
    public let id: String
    /// When it happened.
    public let at: Timestamp
}

/// What holds a tip, with the details that belong to it.
public struct BlockerExplanation: Hashable, Sendable {
    /// The blocker.
    public let blocker: Blocker
    /// What a rule saw, in words.
    public var saw: Sentence?
    /// What would have to happen for a rule to hold, in words.
    public var needed: Sentence?
    /// The number of the tip whose first display started the display frequency.
    public var tip: UInt32?
    /// When the display frequency or the override lets go by itself.
    public var until: Timestamp?
}

extension Eligibility {
    /// Explains the answer on a tip; nil where it has no definition.
    ///
    /// `history` is the history that the state was folded from, in its order and up to `now`; from it come
    /// the ids of the donations that rules counted.
    public func explanation(of tip: UInt32, at now: Timestamp, history: [Event]) -> Explanation? {
        guard let answer = answer(on: tip, at: now) else { return nil }
        let definition = catalog.catalog.tips[answer.definition]
        let compiled = catalog.tips[answer.definition]
        let rules = zip(definition.rules, compiled.rules).enumerated().map { index, rule in
            let finding = facts.finding(rule.0, rule.1, index: index, at: now)
            return RuleExplanation(finding: finding, events: events(counted: finding.counted, in: history))
        }
        let blockers = answer.verdict.because.map { blocker in
            explain(blocker, tip, answer.definition, rules.map(\.finding), at: now)
        }
        return Explanation(
            answer: answer,
            rules: rules,
            blockers: blockers,
            remedies: remedies(for: answer, blockers),
            next: answer.until.flatMap { verdict(on: tip, at: $0) },
            availableFrom: availableFrom(answer)
        )
    }

    /// How many changes are followed to find out when a tip becomes available by itself.
    private static let changesFollowed = 64

    private func availableFrom(_ answer: TipAnswer) -> Timestamp? {
        guard answer.verdict.status != .available else { return nil }
        var instant = answer.until
        for _ in 0..<Self.changesFollowed {
            guard let at = instant else { return nil }
            if status(of: answer.tip, at: at) == .available { return at }
            instant = nextChange(of: answer.tip, after: at)
        }
        return nil
    }

    private func explain(
        _ blocker: Blocker,
        _ tip: UInt32,
        _ definition: Int,
        _ findings: [RuleFinding],
        at now: Timestamp
    ) -> BlockerExplanation {
        var explanation = BlockerExplanation(blocker: blocker)
        switch blocker {
        case .rule(let index):
            explanation.saw = findings[index].saw
            let rule = catalog.catalog.tips[definition].rules[index]
            explanation.needed = facts.remedy(rule, catalog.tips[definition].rules[index], at: now).words
        case .frequency:
            explanation.tip = state.clock?.tip
            explanation.until = frequencyEnd(of: tip, catalog.tips[definition])
        case .override(let kind):
            let number = catalog.tips[definition].number
            explanation.until = state.overrides
                .filter { override in
                    let isMeant = override.tip.map { $0 == tip || $0 == number } ?? true
                    return override.kind == kind && isMeant && override.until > now
                }
                .map(\.until).max()
        case .off, .optedOut, .variant: break
        }
        return explanation
    }

    // MARK: Remedies

    private func remedies(for answer: TipAnswer, _ blockers: [BlockerExplanation]) -> [Sentence] {
        guard answer.verdict.status != .invalidated else {
            return ["Reset the tip's eligibility for this person (eligibility_reset)."]
        }
        return blockers.map { blocker -> Sentence in
            switch blocker.blocker {
            case .override(let kind):
                guard let end = blocker.until else { return "Clear the test override \(kind.rawValue)." }
                return "Clear the test override \(kind.rawValue), or wait until it ends at \(end.rfc3339)."
            case .off: return "Switch the tip on again (tipledger tip on)."
            case .optedOut: return "The person must opt in again (opt_in)."
            case .variant(let experiment, let variant):
                let definition = catalog.catalog.experiments[experiment]
                let name = definition.variants[variant].id
                return "Stop the experiment \(definition.id): this person's variant \(name) shows nothing."
            case .rule(let index):
                return "Rule \(index): \(blocker.needed ?? "")."
            case .frequency:
                let shown = blocker.tip.map { catalog.vocabulary.tips[$0] } ?? ""
                let end = blocker.until?.rfc3339 ?? ""
                return "Wait until \(end): the display frequency runs from the first display of \(shown)."
            }
        }
    }

    // MARK: Donations

    /// The events behind counted donations.
    ///
    /// The state holds the newest donations of an event, so their places count from the end of the
    /// donations in the history.
    private func events(counted: [CountedDonations], in history: [Event]) -> [EventReference] {
        var references: [EventReference] = []
        for part in counted {
            let number = catalog.events[part.event].number
            let donations = Self.donations(of: catalog.vocabulary.events[number], in: history)
            let offset = donations.count - part.total
            for place in part.places where donations.indices.contains(place + offset) {
                let event = donations[place + offset]
                let reference = EventReference(id: event.id, at: event.at)
                if !references.contains(reference) { references.append(reference) }
            }
        }
        return references.sorted { $0.at < $1.at }
    }

    /// The donations of an event since they were last voided.
    private static func donations(of name: String, in history: [Event]) -> [Event] {
        var donations: [Event] = []
        for event in history {
            switch event.body {
            case .donation(name, _): donations.append(event)
            case .donationsDeleted(name): donations.removeAll()
            case .datastoreReset: donations.removeAll()
            default: break
            }
        }
        return donations
    }
}
