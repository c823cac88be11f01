import Statistics
package import TipCore

/// The parts of a report that all formats for people share.
extension ExperimentReport {
    /// Where the experiment stands: "running, phase 1, look 2 of 5".
    package var standing: Sentence {
        // Each state is a template of its own.
        var parts = [Sentence(stringLiteral: snapshot.status.rawValue)]
        if let phase = snapshot.phase {
            parts.append("phase \(phase.number)")
            let day = (snapshot.asOf.microseconds - phase.startedAt.microseconds) / 86_400_000_000 + 1
            if snapshot.status != .stopped, day > 0 { parts.append("day \(day)") }
        }
        if case .groupSequential(let plan) = method.test {
            parts.append("look \(plan.look) of \(plan.looks)")
        }
        if let decision = snapshot.decision { parts.append("decided: \(decision.name)") }
        return Sentence(parts, joinedBy: ", ")
    }

    /// How far the data reach.
    package var dataCut: Sentence {
        "data up to \(snapshot.asOf.rfc3339) (\(Words.count(snapshot.events, "event", "events")))"
    }

    /// All who took part, as figures that add up.
    package var enrolment: Sentence {
        let parts = [
            (snapshot.compared, snapshot.isPartial ? "compared, open windows included" : "compared"),
            (snapshot.immature, "with an open window"), (snapshot.multipleVariants, "between variants"),
            (snapshot.unexpectedVariant, "with another variant than theirs"),
            (snapshot.testers + snapshot.bots + snapshot.optedOut, "left out"),
        ]
        guard snapshot.enrolled > 0 else { return "nobody is enrolled yet" }
        if parts[0].0 == snapshot.enrolled {
            let what = Sentence(stringLiteral: parts[0].1)
            return "\(Words.count(snapshot.enrolled)) enrolled, all of them \(what)"
        }
        let sum = parts.enumerated().filter { $0.offset == 0 || $0.element.0 > 0 }
            .map { Sentence(template: "{1} " + $0.element.1, parts: [.text(Words.count($0.element.0))]) }
        return "\(Words.count(snapshot.enrolled)) enrolled = \(Sentence(sum, joinedBy: " + "))"
    }

    /// How the figures are made and judged.
    package var methodInWords: Sentence {
        Sentence([registeredMethod, exploratoryMethod], joinedBy: "; ")
    }

    /// How what is only watched is corrected; empty where nothing is.
    private var exploratoryMethod: Sentence {
        let hasParts = details.breakdown != nil
        guard !secondary.isEmpty || hasParts else { return "" }
        let list: Sentence =
            if secondary.isEmpty {
                "all parts of the breakdown together"
            } else if hasParts {
                "all secondary metrics together and all parts of the breakdown together"
            } else {
                "all secondary metrics together"
            }
        return "exploratory by Benjamini and Hochberg's correction: \(list)"
    }

    private var registeredMethod: Sentence {
        let alpha = Words.chosen(method.level.alpha)
        let family: Sentence =
            primary.comparisons.count > 1 ? ", shared among the comparisons by Holm's correction" : ""
        switch method.test {
        case .fixedHorizon:
            return "fixed horizon: one look at the end, at alpha \(alpha)\(family)"
        case .groupSequential(let plan):
            let looks = Words.count(plan.looks, "look", "looks")
            let people = Words.count(plan.peoplePerVariant, "person", "people")
            return """
                group sequential: \(looks) on the way to \(people) a variant, at alpha \(alpha) over all of \
                them\(family); a verdict needs z beyond the bound
                """
        case .alwaysValid(let tuning):
            let people = Words.count(Int64(tuning))
            return """
                always valid: safe at any number of looks, at alpha \(alpha)\(family); most sharply at \(people) \
                people of both arms
                """
        }
    }

    /// What holds under peeking, a line a comparison; empty at fixed horizon.
    package var safeIntervals: [Sentence] {
        primary.comparisons.compactMap { comparison -> Sentence? in
            guard let interval = comparison.sequential?.interval.value else { return nil }
            return
                "\"\(comparison.variant)\": safe at every look, the difference is \(Words.points(interval))"
        }
    }

    /// What the words of tables and advice mean, in one line.
    package var words: Sentence {
        let evidence: Sentence =
            switch method.test {
            case .fixedHorizon:
                "p is the chance of such a difference, or a larger one, if there were none"
            case .groupSequential:
                """
                z/bound is the difference in standard errors, and how many this look needs; what is safe holds at \
                all looks together
                """
            case .alwaysValid:
                """
                what is safe holds however often you look; safe p is the chance of such evidence if there were no \
                difference
                """
            }
        return "lift is the change relative to the baseline; \(evidence)."
    }

    /// What people read of each variant, by variant: the title, and the message where the titles do not differ.
    package func copy(locale: String?) -> NamedValues<String> {
        let titles = snapshot.arms.map { $0.copy?.title?.text(for: locale) ?? "" }
        let isTold = Set(titles).count == titles.count
        var copy: NamedValues<String> = [:]
        for (arm, title) in zip(snapshot.arms, titles) {
            let message = isTold && !title.isEmpty ? "" : arm.copy?.message?.text(for: locale) ?? ""
            let text = [title, message].filter { !$0.isEmpty }.joined(separator: " – ")
            if !text.isEmpty { copy[arm.variant] = text }
        }
        for arm in snapshot.phase?.variants ?? [] where !arm.shows { copy[arm.id] = "(shows nothing)" }
        return copy
    }

    /// A metric besides the primary one in words, with what is good and what is allowed.
    package func wording(of findings: MetricFindings, isGuardrail: Bool) -> Sentence {
        let way: Sentence = findings.metric.betterDirection == .up ? "more is better" : "less is better"
        let margin = isGuardrail ? findings.metric.margin.flatMap { $0 > 0 ? $0 : nil } : nil
        let phrase = findings.metric.phrase
        guard let margin else { return "\(phrase) (\(way))" }
        return "\(phrase) (\(way), up to \(Words.chosen(margin)) worse is allowed)"
    }

    /// Commands that are likely to be wanted next.
    package var nextSteps: [String] {
        let id = shellWord(snapshot.experiment)
        let stop = "tipledger experiment stop \(id) --decision "
        switch (recommendation.decision, snapshot.status) {
        case (_, .draft): return ["tipledger experiment start \(id)"]
        case (_, .stopped):
            guard case .ship? = snapshot.decision else { return [] }
            return ["tipledger apply FILE    # with the shipped copy as the tip's own"]
        case (.ship, _): return [stop + shellWord("ship:" + (recommendation.variant ?? ""))]
        case (.keep, _): return [stop + "keep"]
        case (.continue, .running)
        where snapshot.compared == 0 && snapshot.immature > 0 && !snapshot.isPartial:
            return ["tipledger report \(id) --partial    # counts them before their window has closed"]
        case (.continue, .paused): return ["tipledger experiment resume \(id)"]
        case (.continue, _), (.blocked, _): return []
        }
    }

    private func shellWord(_ word: String) -> String {
        let isPlain = word.utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
                || "-_.:/".utf8.contains(byte)
        }
        return isPlain && !word.isEmpty
            ? word
            : "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
                + "'"
    }
}

extension MetricFindings {
    /// What stands in place of lifts that cannot be had.
    package var notes: [Sentence] { comparisons.compactMap(\.noteOnLift) }
}
