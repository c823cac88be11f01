import Reports
import TipCore

extension PageWords {
    /// A verdict as it is told; nil is one that cannot be trusted.
    func verdict(_ verdict: Comparison.Verdict?) -> String {
        switch verdict {
        case nil: self(.notTrusted)
        case .better: self(.better)
        case .worse: self(.worse)
        case .inconclusive: self(.unclear)
        case .noData: self(.noData)
        }
    }

    /// Whether a guardrail is kept.
    func guardrail(_ state: GuardrailState) -> String {
        switch state {
        case .held: self(.holds)
        case .breached: self(.broken)
        case .unclear: self(.unclear)
        case .noData: self(.noData)
        }
    }

    /// How a check came out.
    func check(_ state: HealthFinding.State) -> String {
        switch state {
        case .ok: self(.well)
        case .warning: self(.warning)
        case .alarm: self(.alarm)
        }
    }

    /// What stands first about an experiment: what the team decided, else what the figures advise.
    func outcome(_ report: ExperimentReport) -> Outcome {
        let advice = report.recommendation.decision
        return switch report.snapshot.decision {
        case nil: Outcome(kind: advice, text: headline(report), isDecided: false)
        case .ship(let variant)?: Outcome(kind: .ship, text: self(.decidedShip, variant), isDecided: true)
        case .keep?: Outcome(kind: .keep, text: self(.decidedKeep), isDecided: true)
        }
    }

    /// What to do, as the first sentence that a reader sees.
    func headline(_ report: ExperimentReport) -> String {
        let advice = report.recommendation
        return switch advice.decision {
        case .ship: self(.verdictShip, advice.variant ?? "")
        case .keep: self(.verdictKeep, report.baseline)
        case .continue: self(report.snapshot.status == .draft ? .verdictContinueDraft : .verdictContinue)
        case .blocked: self(.verdictBlocked)
        }
    }
}

/// What became of an experiment, or should.
struct Outcome {
    /// What kind of outcome it is.
    let kind: Recommendation.Decision
    /// The outcome as a sentence.
    let text: String
    /// Whether the team decided it; otherwise the figures advise it.
    let isDecided: Bool
}

extension Recommendation.Decision {
    /// A sign that says the same without words or colour.
    var sign: String {
        switch self {
        case .ship: "✓"
        case .keep: "■"
        case .continue: "…"
        case .blocked: "✕"
        }
    }
}

extension HealthFinding.State {
    /// A sign that says the same without words or colour.
    var sign: String {
        switch self {
        case .ok: "✓"
        case .warning: "!"
        case .alarm: "✕"
        }
    }
}
