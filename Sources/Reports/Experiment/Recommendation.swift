package import TipCore

/// What to do with an experiment, and why, for a reader without statistics.
package struct Recommendation: Hashable, Sendable {
    /// What to do.
    package let decision: Decision

    /// The variant to ship, where one is.
    package let variant: String?

    /// Why, in sentences with the numbers that decide, with no-break spaces inside numbers.
    package let because: Sentence

    /// The things to do.
    package enum Decision: String, Hashable, Sendable, CaseIterable {
        /// Make a variant's copy the tip's copy.
        case ship
        /// Keep the baseline's copy.
        case keep
        /// Go on: nothing is decided yet.
        case `continue`
        /// Decide nothing: the figures cannot be trusted.
        case blocked
    }

    private init(_ decision: Decision, _ variant: String? = nil, because sentences: [Sentence]) {
        self.decision = decision
        self.variant = variant
        because = Sentence(sentences, joinedBy: " ")
    }

    /// Recommends by rules that were fixed before the data, and by nothing else.
    ///
    /// 1. An alarm of the health checks blocks every decision.
    /// 2. Of the variants that are better on the primary metric, the one with the largest difference is
    ///    shipped that keeps all guardrails; a guardrail with a margin has to be shown to hold.
    /// 3. Where all variants are worse, or the experiment is over, the baseline is kept.
    /// 4. Otherwise the experiment goes on.
    init(for evidence: Evidence) {
        if let empty = Self.withoutComparison(evidence) {
            self = empty
            return
        }
        if evidence.snapshot.slice != nil {
            let rest: Sentence =
                "The registered plan judges the whole phase: ask without --since and --until."
            self.init(.continue, because: ["This is a part of the phase.", rest])
            return
        }
        let alarms = evidence.health.findings.filter { $0.state == .alarm }
        guard alarms.isEmpty else {
            let rest: Sentence = "No figure can be trusted until the cause is found."
            self.init(.blocked, because: alarms.map(\.sentence) + [rest])
            return
        }
        if let winner = evidence.better.first(where: { evidence.objection(to: $0.variant) == nil }) {
            self.init(.ship, winner.variant, because: evidence.sentences(shipping: winner))
        } else if let held = Self.holdingBack(evidence) {
            self = held
        } else if evidence.isOver || evidence.primary.comparisons.allSatisfy({ $0.verdict == .worse }) {
            self.init(.keep, because: evidence.sentencesWithoutWinner)
        } else {
            self.init(.continue, because: evidence.sentencesWithoutWinner + evidence.whatIsMissing)
        }
    }

    /// What is said where guardrails stand against all that is better; nil where nothing is better.
    private static func holdingBack(_ evidence: Evidence) -> Recommendation? {
        let held = evidence.better.compactMap { comparison in
            evidence.objection(to: comparison.variant).map { (comparison: comparison, objection: $0) }
        }
        guard let first = held.first else { return nil }
        guard !evidence.isOver, let open = held.first(where: { !$0.objection.isBreach }) else {
            return Recommendation(
                .keep,
                because: evidence.sentences(holdingBack: first.comparison, for: first.objection)
            )
        }
        let sentences = evidence.sentences(holdingBack: open.comparison, for: open.objection)
        return Recommendation(.continue, because: sentences + evidence.whatIsMissing)
    }

    /// What is said where there is nothing to compare; nil where there is.
    private static func withoutComparison(_ evidence: Evidence) -> Recommendation? {
        let snapshot = evidence.snapshot
        if snapshot.status == .draft {
            return Recommendation(.continue, because: ["The experiment has not started yet."])
        }
        if snapshot.arms.count < 2 {
            return Recommendation(.keep, because: ["There is one variant, so there is nothing to compare."])
        }
        guard snapshot.compared == 0, !evidence.health.isAlarming else { return nil }
        guard snapshot.status != .stopped else {
            return Recommendation(.keep, because: ["It is over, and nobody took part who can be compared."])
        }
        let waiting: Sentence =
            snapshot.immature == 1
            ? "1\u{A0}person is in, whose window has to close first."
            : "\(Words.count(snapshot.immature)) people are in, whose windows have to close first."
        return Recommendation(
            .continue,
            because: [
                snapshot.immature > 0 ? waiting : "Nobody has taken part yet."
            ]
        )
    }
}
