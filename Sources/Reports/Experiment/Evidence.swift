import Statistics
import TipCore

/// What a recommendation is made from, and its sentences.
struct Evidence {
    let snapshot: ExperimentSnapshot
    let method: ReportMethod
    let baseline: String
    let primary: MetricFindings
    let guardrails: [MetricFindings]
    let health: ReportHealth

    /// Whether no more people are to come.
    var isOver: Bool {
        if case .groupSequential(let plan) = method.test, plan.isOver { return true }
        return snapshot.status == .stopped
    }

    /// The comparisons that are better, the largest difference first.
    var better: [Comparison] { bySize { $0.verdict == .better } }

    /// The comparisons of a kind, the best difference first; equal ones in the order of the variants.
    private func bySize(_ isWanted: (Comparison) -> Bool) -> [Comparison] {
        let sign: Double = primary.metric.betterDirection == .up ? 1 : -1
        return primary.comparisons.filter(isWanted).enumerated().sorted { one, other in
            let (left, right) = (gain(one.element, sign), gain(other.element, sign))
            return left == right ? one.offset < other.offset : left > right
        }.map(\.element)
    }

    private func gain(_ comparison: Comparison, _ sign: Double) -> Double {
        sign * (comparison.difference.value ?? 0)
    }

    // MARK: Guardrails

    /// What a guardrail has against a variant.
    struct Objection {
        let metric: MetricFindings
        let comparison: Comparison
        /// Whether it is shown to be worse; otherwise more people may clear it.
        let isBreach: Bool
    }

    /// What the guardrails have against a variant: a breach, or else a margin that is not shown to hold.
    func objection(to variant: String) -> Objection? {
        let objections = guardrails.flatMap { metric in
            zip(metric.comparisons, metric.guardrail).compactMap { comparison, state -> Objection? in
                let isOpen = state == .unclear && (metric.metric.margin ?? 0) > 0
                guard comparison.variant.hasSameBytes(as: variant), state == .breached || isOpen else {
                    return nil
                }
                return Objection(metric: metric, comparison: comparison, isBreach: !isOpen)
            }
        }
        return objections.first { $0.isBreach } ?? objections.first
    }

    // MARK: Sentences

    /// Why a variant is shipped.
    func sentences(shipping winner: Comparison) -> [Sentence] {
        var sentences: [Sentence] = [
            "\(name(winner.variant)) does better than \(name(baseline)): \(figures(winner))."
        ]
        sentences.append(proof(winner))
        let others = better.filter { $0.variant != winner.variant }
        if !others.isEmpty {
            let names = Sentence(others.map { Sentence(verbatim: name($0.variant)) }, joinedBy: ", ")
            sentences.append("Better than the baseline too: \(names).")
        }
        if let least = snapshot.plan?.minimumLift, let lift = winner.lift.value, abs(lift) < least {
            sentences.append("The lift is less than the \(Words.chosen(least)) that the plan was made for.")
        }
        if !guardrails.isEmpty { sentences.append("No guardrail stands against it.") }
        if snapshot.shownChanges.contains(where: { $0.change == .copy(variant: winner.variant) }) {
            sentences.append(
                "Its copy changed on the way: not all of these people read what would be shipped."
            )
        }
        return sentences
    }

    /// Why a variant is not shipped although it is better.
    func sentences(holdingBack winner: Comparison, for objection: Objection) -> [Sentence] {
        let guardrail = objection.metric.metric.metric.name
        let margin = objection.metric.metric.margin ?? 0
        let found = figures(objection.comparison, of: objection.metric)
        let allowed = Words.chosen(margin)
        let against: Sentence =
            if !objection.isBreach {
                "But the guardrail \(guardrail) is not shown to stay within its margin of \(allowed): \(found)."
            } else if margin > 0 {
                "But the guardrail \(guardrail) got worse, by more than the \(allowed) allowed: \(found)."
            } else {
                "But the guardrail \(guardrail) got worse: \(found)."
            }
        return [
            "\(name(winner.variant)) does better than \(name(baseline)): \(figures(winner)).",
            against,
        ]
    }

    /// Why no variant is shipped.
    var sentencesWithoutWinner: [Sentence] {
        let comparisons = primary.comparisons
        guard let closest = bySize({ $0.verdict != .noData }).first else {
            return ["No variant has people to compare."]
        }
        let isPair = comparisons.count == 1
        if closest.verdict == .worse {
            let (worse, base, found) = (name(closest.variant), name(baseline), figures(closest))
            return [
                isPair
                    ? "\(worse) does worse than \(base): \(found)."
                    : "All variants do worse than \(base): the best of them, \(worse): \(found).",
                proof(closest),
            ]
        }
        if case .groupSequential(let plan) = method.test, plan.look == 0 {
            return ["There is no verdict before the first look. So far: \(figures(closest))."]
        }
        let what: Sentence =
            isPair
            ? "The difference between \(name(closest.variant)) and \(name(baseline)) can be chance"
            : "No variant is better than \(name(baseline)) beyond chance; the best, \(name(closest.variant))"
        return ["\(what): \(figures(closest)).", proof(closest)]
    }

    /// What has to happen before something can be decided.
    var whatIsMissing: [Sentence] {
        let pause: [Sentence] = snapshot.status == .paused ? ["Enrolment is paused."] : []
        guard case .groupSequential(let plan) = method.test else {
            return ["Look whenever you want: the verdict allows for it."] + pause
        }
        let next = Words.count(plan.peopleAtNextLook, "person", "people")
        let look: Sentence =
            plan.look + 1 == plan.looks ? "The last look" : "Look\u{A0}\(plan.look + 1) of \(plan.looks)"
        let people = Words.count(plan.leastPeople)
        return ["\(look) comes at \(next) a variant; the smallest has \(people)\(pace(plan))."] + pause
    }

    /// When the next look comes if people go on coming as they came.
    private func pace(_ plan: ReportMethod.GroupPlan) -> Sentence {
        guard snapshot.status == .running, snapshot.silentDays == nil, !snapshot.isOff,
            plan.leastPeople > 0, let start = snapshot.phase?.startedAt
        else {
            return ""
        }
        let days = Double(snapshot.asOf.microseconds - start.microseconds) / 86_400_000_000
        let missing = Double(plan.peopleAtNextLook - plan.leastPeople)
        let wait = (missing / Double(plan.leastPeople) * days).rounded(.up)
        guard days >= 1, wait < 10_000 else { return "" }
        return ": in about \(Words.count(Int(wait), "day", "days")) at this pace"
    }

    private func name(_ variant: String) -> String { "\"\(variant)\"" }

    private func figures(_ comparison: Comparison) -> Sentence { figures(comparison, of: primary) }

    /// The rates of both arms and how far they are apart.
    private func figures(_ comparison: Comparison, of metric: MetricFindings) -> Sentence {
        func rate(_ variant: String) -> Sentence {
            let findings = metric.variants.first { $0.counts.variant.hasSameBytes(as: variant) }
            return findings?.rate.value.map { Sentence(verbatim: Words.share($0)) } ?? "nobody"
        }
        let rates: Sentence =
            "\(rate(comparison.variant)) against \(rate(comparison.baseline)) \(metric.metric.deed)"
        let percent = Words.chosen(1 - method.level.alpha)
        if let lift = comparison.lift.value, let interval = comparison.liftInterval.value {
            return "\(rates), lift \(Words.change(lift)) (\(percent) interval \(Words.changes(interval)))"
        }
        if let difference = comparison.difference.value, let interval = comparison.differenceInterval.value {
            return "\(rates), \(Words.points(difference)) (\(percent) interval \(Words.points(interval)))"
        }
        return rates
    }

    /// The figure that decides, against what it is held to.
    private func proof(_ comparison: Comparison) -> Sentence {
        let alpha = Words.p(method.level.alpha)
        switch comparison.sequential {
        case nil:
            guard let p = comparison.pAdjusted.value else { return "" }
            let kind: Sentence = primary.comparisons.count > 1 ? "adjusted p" : "p"
            return "Its \(kind) is \(Words.p(p)); \(alpha) or less counts as more than chance."
        case .groupSequential(let z, let bound, _):
            guard let z = z.value else { return "" }
            guard let bound = bound.value else { return "" }
            let (found, needed) = (Words.number(abs(z)), Words.number(bound))
            return "The difference is \(found) standard errors, and \(needed) are needed at this look."
        case .alwaysValid(_, let p, _):
            guard let p = p.value else { return "" }
            return "Its always-valid p is \(Words.p(p)); \(alpha) or less counts as more than chance."
        }
    }
}
