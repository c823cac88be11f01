public import TipCore

/// What came of a golden case or of a rule text.
public struct CaseResult: Hashable, Sendable {
    /// The case's id, or the text.
    public let name: String
    /// What it shows.
    public let title: String
    /// What did not come out as expected; empty where it passed.
    public let failures: [Failure]

    /// Whether all came out as expected.
    public var isPassed: Bool { failures.isEmpty }

    /// Something that did not come out as expected.
    public struct Failure: Hashable, Sendable {
        /// Where it stands in the file, where that is known.
        public let position: SourcePosition?
        /// What was looked at, such as `tip T at 2026-03-02T10:00:00Z`.
        public let subject: String
        /// What was expected.
        public let expected: String
        /// What came out.
        public let got: String
        /// Why, in lines.
        public let explanation: [String]
    }

    /// The result in lines for people: one where it passed, else each failure with its reasons.
    public var lines: [String] {
        guard !isPassed else { return ["passed \(heading)"] }
        return ["FAILED \(heading)"]
            + failures.flatMap { failure in
                let place = failure.position.map { "line \($0.line): " } ?? ""
                return [
                    "  \(place)\(failure.subject)", "    expected \(failure.expected)",
                    "    got      \(failure.got)",
                ]
                    + failure.explanation.map { "      " + $0 }
            }
    }

    private var heading: String {
        let name = name.isEmpty ? "\"\"" : name
        return title.isEmpty ? name : "\(name): \(title)"
    }

    /// The last line of a run: `N passed, M failed`.
    public static func summary(of results: [CaseResult]) -> String {
        let passed = results.count(where: \.isPassed)
        return "\(passed) passed, \(results.count - passed) failed"
    }

    /// Why a tip has its status, in lines.
    static func lines(_ explanation: Explanation) -> [String] {
        let rules = explanation.rules.map { rule in
            let finding = rule.finding
            return "rule \(finding.index) \(finding.holds ? "holds" : "does not hold"): saw \(finding.saw); "
                + "needs \(finding.needed)"
        }
        // What a rule needs is said already.
        let remedies = zip(explanation.blockers, explanation.remedies).compactMap { blocker, remedy in
            if case .rule = blocker.blocker { return nil as String? }
            return remedy.english
        }
        return rules + (explanation.blockers.isEmpty ? explanation.remedies.map(\.english) : remedies)
    }
}

extension GoldenCase.TipCheck {
    /// What an answer says of the things that are checked; equal to the check where all is as expected.
    public func seen(in answer: TipAnswer, _ catalog: CompiledCatalog) -> GoldenCase.TipCheck {
        let verdict = answer.verdict
        var seen = GoldenCase.TipCheck()
        if status != nil { seen.status = verdict.status.rawValue }
        if because != nil { seen.because = verdict.because.map(catalog.name(of:)) }
        if reason != nil { seen.reason = verdict.invalidation?.reason.rawValue }
        if since != nil { seen.since = verdict.invalidation?.at }
        if displayCount != nil { seen.displayCount = answer.displayCount }
        if displayedSeconds != nil {
            seen.displayedSeconds = Double(answer.displayedMicroseconds) / 1_000_000
        }
        return seen
    }

    /// The things that are checked, in words.
    public var words: String {
        var parts = [status ?? ""]
        if let because {
            parts.append("because " + (because.isEmpty ? "of nothing" : because.joined(separator: ", ")))
        }
        if let reason { parts.append("for " + reason) }
        if let since { parts.append("since " + since.rfc3339) }
        if let displayCount { parts.append("display count \(displayCount)") }
        if let displayedSeconds { parts.append("for \(JSON.number(displayedSeconds).text()) s on screen") }
        return parts.filter { !$0.isEmpty }.joined(separator: ", ")
    }
}

extension Verdict {
    /// The verdict in words.
    func words(_ catalog: CompiledCatalog) -> String {
        let blockers = because.map(catalog.name(of:)).joined(separator: ", ")
        let reason = invalidation.map { " for " + $0.reason.rawValue } ?? ""
        return status.rawValue + reason + (blockers.isEmpty ? "" : " because " + blockers)
    }
}
