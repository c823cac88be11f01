import Statistics
package import TipCore

/// Findings in the words and styles of tables.
extension Comparison {
    /// The verdict for people.
    package var verdictInWords: String {
        switch verdict {
        case .better: "better"
        case .worse: "worse"
        case .inconclusive: "unclear"
        case .noData: "no data"
        }
    }

    /// The verdict as it is told: none where a check alarms, unless there is nothing to trust.
    package func told(isTrusted: Bool) -> Verdict? { isTrusted || verdict == .noData ? verdict : nil }

    /// How the verdict stands out.
    var style: TextStyle {
        switch verdict {
        case .better: .good
        case .worse: .bad
        case .inconclusive: .plain
        case .noData: .faint
        }
    }

    /// What stands in place of a lift that cannot be had; nil where there is one, or no data at all.
    package var noteOnLift: Sentence? {
        guard verdict != .noData, lift.value == nil || liftInterval.value == nil else { return nil }
        guard let difference = difference.value, let interval = differenceInterval.value else { return nil }
        let (found, span) = (Words.points(difference), Words.points(interval))
        guard lift.value == nil else {
            let reason = liftInterval.reasonInWords
            return
                "\"\(variant)\": no interval of the lift, as \(reason); the difference is \(found) (\(span))"
        }
        return "\"\(variant)\": no lift, as \(lift.reasonInWords); the difference is \(found) (\(span))"
    }
}

extension GuardrailState {
    /// The state for people.
    package var inWords: String {
        switch self {
        case .held: "holds"
        case .breached: "broken"
        case .unclear: "unclear"
        case .noData: "no data"
        }
    }

    /// How the state stands out.
    var style: TextStyle {
        switch self {
        case .held: .good
        case .breached: .bad
        case .unclear: .plain
        case .noData: .faint
        }
    }
}

extension HealthFinding.State {
    /// How the state stands out.
    var style: TextStyle {
        switch self {
        case .ok: .plain
        case .warning: .warning
        case .alarm: .bad
        }
    }
}

extension HealthFinding {
    /// The finding with what to do about it.
    package var inWords: String { statement + (action.map { " \($0)" } ?? "") }

    /// The finding with a word for its state, where it is not well.
    package var statement: String {
        switch state {
        case .ok: sentence.english
        case .warning: "Warning: \(sentence)"
        case .alarm: "ALARM: \(sentence)"
        }
    }
}

extension Recommendation.Decision {
    /// How the decision stands out.
    var style: TextStyle {
        switch self {
        case .ship: .good
        case .keep, .continue: .strong
        case .blocked: .bad
        }
    }
}

extension Recommendation {
    /// The decision in a few words: "ship benefit".
    package var headline: String {
        switch decision {
        case .ship: "ship " + (variant ?? "")
        case .keep: "keep the baseline"
        case .continue: "go on"
        case .blocked: "decide nothing"
        }
    }
}
