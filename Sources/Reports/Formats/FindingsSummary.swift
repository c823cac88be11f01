import Statistics
package import TipCore

/// What many experiments come to: the last lines of a long output.
package struct FindingsSummary: Hashable, Sendable {
    /// How many experiments there are.
    package private(set) var experiments = 0

    /// How many comparisons have each verdict.
    package private(set) var verdicts: [Comparison.Verdict: Int] = [:]

    /// How many experiments have a variant that is better than its baseline.
    package private(set) var withWinner = 0

    /// How many comparisons cannot be trusted, as the split of their experiment is not as configured.
    package private(set) var untrusted = 0

    /// The experiments whose split is not as configured, in the order of the output.
    package private(set) var splitAlarms: [String] = []

    private var alphas: [Double] = []

    /// Creates the summary of nothing.
    package init() {}

    /// Adds one experiment.
    mutating func add(
        _ experiment: String,
        _ comparisons: [Comparison],
        isSplitOff: Bool,
        level: Level
    ) {
        experiments += 1
        guard !isSplitOff else {
            splitAlarms.append(experiment)
            untrusted += comparisons.count
            return
        }
        for comparison in comparisons { verdicts[comparison.verdict, default: 0] += 1 }
        if comparisons.contains(where: { $0.verdict == .better }) { withWinner += 1 }
        if comparisons.contains(where: { $0.verdict != .noData }) { alphas.append(level.alpha) }
    }

    /// The summary in sentences, one a line.
    package var sentences: [Sentence] {
        let names: [(Comparison.Verdict, String)] = [
            (.better, "better"), (.worse, "worse"), (.inconclusive, "unclear"), (.noData, "without data"),
        ]
        var counts = names.compactMap { verdict, name -> Sentence? in
            let count = verdicts[verdict, default: 0]
            guard count > 0 || verdict != .noData else { return nil }
            return Sentence(template: "{1} " + name, parts: [.text(Words.count(count))])
        }
        if untrusted > 0 { counts.append("\(Words.count(untrusted)) not to be trusted") }
        let total = verdicts.values.reduce(0, +) + untrusted
        let (all, compared) = (
            Words.count(experiments, "experiment", "experiments"),
            Words.count(total, "comparison", "comparisons")
        )
        let winners = Words.count(withWinner, "experiment has", "experiments have")
        return [
            "\(all), \(compared): \(Sentence(counts, joinedBy: ", ")).",
            Sentence(["\(winners) a variant that is better than its baseline.", byChance], joinedBy: " "),
            alarms,
        ]
    }

    /// What to expect of so many tests where nothing differs; not worth a word where there are few.
    private var byChance: Sentence {
        let expected = alphas.reduce(0, +)
        guard alphas.count >= 10, expected >= 0.5 else { return "" }
        let (few, all) = (Words.count(Int(expected.rounded())), Words.count(alphas.count))
        return """
            Were there no difference anywhere, chance would still show one, either way, in about \(few) of \(all).
            """
    }

    private var alarms: Sentence {
        guard !splitAlarms.isEmpty else { return "No split alarm." }
        let shown = Sentence(splitAlarms.prefix(10).map { Sentence(verbatim: $0) }, joinedBy: ", ")
        let rest: Sentence = splitAlarms.count > 10 ? " and \(splitAlarms.count - 10) more" : ""
        let count = Words.count(splitAlarms.count, "split alarm", "split alarms")
        return
            "\(count), whose figures cannot be trusted until it is clear where people got lost: \(shown)\(rest)."
    }
}
