public import TipCore

/// Writes the answer of `POST /v1/decisions` (<doc:Contract>).
///
/// ```swift
/// var catalog = compiled
/// let asked = request.numbers(in: &catalog)
/// let eligibility = Eligibility(state, under: catalog, conditions: conditions, asker: request.asker)
/// let body = DecisionAnswer(eligibility, at: now, revision: 7).json(for: request, asked: asked)
/// ```
public struct DecisionAnswer: Sendable {
    private let eligibility: Eligibility
    private let at: Timestamp
    private let revision: Int64

    /// Prepares the answer for a person.
    ///
    /// - Parameters:
    ///   - eligibility: The person's state under the catalog.
    ///   - at: The instant of the answer, not before the state's last event.
    ///   - revision: The catalog's revision.
    public init(_ eligibility: Eligibility, at: Timestamp, revision: Int64) {
        self.eligibility = eligibility
        self.at = at
        self.revision = revision
    }

    private var catalog: CompiledCatalog { eligibility.catalog }

    /// The whole answer: tips with the larger priority first, then in file order; groups in file order.
    ///
    /// The least `until` in it is the next instant at which anything in it is another by itself. A group has its own
    /// only where no tip of the answer changes at that instant: where a display is presumed to be over, or where
    /// the member that changes was not asked for.
    ///
    /// - Parameters:
    ///   - request: What was asked.
    ///   - asked: The numbers of the tips that the request names, by `DecisionRequest.numbers(in:)`; nil where
    ///     it asks for all.
    /// - Returns: The body of the answer; a name that no tip has is not in it.
    public func json(for request: DecisionRequest, asked: [UInt32]? = nil) -> JSON {
        var numbers = eligibility.numbers(asked: asked ?? [])
        if let asked {
            let wholes = wholeDefinitions(asked)
            numbers = numbers.filter { number in
                asked.contains(number) || catalog.place(ofTip: number).map(wholes.contains) ?? false
            }
        }
        let tips = numbers.compactMap { tip($0, locale: request.locale, isExplained: request.isExplained) }
        let changes = Set(tips.compactMap { $0["until"]?.stringValue })
        let groups = eligibility.groupAnswers(at: at, asked: asked ?? []).map { group -> JSON in
            let until = group.until?.rfc3339
            let current = group.currentTip.map { JSON.string(catalog.vocabulary.tips[$0]) }
            var members = [
                JSON.Member("group", .string(group.group)), JSON.Member("currentTip", current ?? .null),
            ]
            if let until, !changes.contains(until) { members.append(JSON.Member("until", .string(until))) }
            return .object(members)
        }
        return [
            "at": .string(at.rfc3339), "revision": .integer(revision), "tips": .array(tips),
            "groups": .array(groups),
        ]
    }

    /// The reusable tips that are asked for by their template, which stands for all their known items.
    private func wholeDefinitions(_ asked: [UInt32]) -> Set<Int> {
        Set(
            asked.compactMap { number in
                guard let place = catalog.place(ofTip: number) else { return nil }
                return catalog.catalog.tips[place].id.hasSameBytes(as: catalog.vocabulary.tips[number])
                    ? place : nil
            }
        )
    }

    /// One tip of the answer, or nil where it has no definition.
    ///
    /// - Parameters:
    ///   - number: The tip's number in the catalog's vocabulary.
    ///   - locale: The language of the copy, as BCP 47.
    ///   - isExplained: Whether each blocker says what was seen and what is needed.
    /// - Returns: The tip's member of `tips`.
    public func tip(_ number: UInt32, locale: String?, isExplained: Bool = false) -> JSON? {
        guard isExplained else {
            return eligibility.answer(on: number, at: at).map { .object(members(of: $0, locale: locale)) }
        }
        return eligibility.explanation(of: number, at: at, history: [])
            .map { .object(members(of: $0.answer, blockers: $0.blockers, locale: locale)) }
    }

    /// The explanation of one tip: its member of `tips` with blockers, and `rules`; nil where it has no
    /// definition.
    ///
    /// - Parameters:
    ///   - number: The tip's number in the catalog's vocabulary.
    ///   - locale: The language of the copy, as BCP 47.
    ///   - history: The person's history until the instant, in its order, from which the state was folded.
    /// - Returns: What `tipledger explain --format json` prints.
    public func explanation(of number: UInt32, locale: String?, history: [Event]) -> JSON? {
        eligibility.explanation(of: number, at: at, history: history).map { json($0, locale: locale) }
    }

    /// An explanation that was made for the instant of this answer: the tip's member of `tips` with blockers,
    /// and `rules`.
    public func json(_ explanation: Explanation, locale: String?) -> JSON {
        let rules = explanation.rules.map { rule -> JSON in
            [
                "index": .integer(Int64(rule.finding.index)), "text": .string(rule.finding.text),
                "holds": .boolean(rule.finding.holds), "saw": .string(rule.finding.saw.english),
                "needed": .string(rule.finding.needed.english),
                "events": .array(
                    rule.events.map { ["id": .string($0.id), "at": .string($0.at.rfc3339)] }
                ),
            ]
        }
        let tip = members(of: explanation.answer, blockers: explanation.blockers, locale: locale)
        return .object(tip + [JSON.Member("rules", .array(rules))])
    }

    // MARK: Parts

    private func members(
        of answer: TipAnswer,
        blockers: [BlockerExplanation]? = nil,
        locale: String?
    ) -> [JSON.Member] {
        let verdict = answer.verdict
        var members = [
            JSON.Member("tip", .string(catalog.vocabulary.tips[answer.tip])),
            JSON.Member("status", .string(verdict.status.rawValue)),
        ]
        if let invalidation = verdict.invalidation {
            members.append(JSON.Member("reason", .string(invalidation.reason.rawValue)))
        }
        if verdict.status == .pending {
            members.append(
                JSON.Member("because", .array(verdict.because.map { .string(catalog.name(of: $0)) }))
            )
            if let blockers { members.append(JSON.Member("blockers", .array(blockers.map(json)))) }
        }
        if let until = answer.until { members.append(JSON.Member("until", .string(until.rfc3339))) }
        var copy = catalog.catalog.tips[answer.definition].copy
        if let choice = verdict.copy {
            let experiment = catalog.catalog.experiments[choice.experiment]
            let variant = experiment.variants[choice.variant]
            members.append(JSON.Member("experiment", .string(experiment.id)))
            members.append(JSON.Member("variant", .string(variant.id)))
            copy = copy.varied(by: variant.copy)
        }
        members.append(JSON.Member("copy", copy.json(in: locale)))
        return members
    }

    private func json(_ blocker: BlockerExplanation) -> JSON {
        let texts = [
            ("because", catalog.name(of: blocker.blocker)), ("saw", blocker.saw?.english),
            ("needed", blocker.needed?.english),
            ("tip", blocker.tip.map { catalog.vocabulary.tips[$0] }), ("until", blocker.until?.rfc3339),
        ]
        return .object(texts.compactMap { name, text in text.map { JSON.Member(name, .string($0)) } })
    }
}
