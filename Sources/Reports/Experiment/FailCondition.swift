import Statistics
import TipCore

/// A finding that should make a command fail, as `--fail-on` lists them.
package enum FailCondition: String, Hashable, Sendable, CaseIterable {
    /// People did not come to the variants in the shares that the weights say.
    case srm
    /// A variant does worse on a guardrail than its margin allows.
    case guardrail

    /// Reads a list such as `srm,guardrail`, its words in any order.
    package static func list(_ text: String) throws(FailConditionProblem) -> Set<FailCondition> {
        var conditions: Set<FailCondition> = []
        for word in text.split(separator: ",", omittingEmptySubsequences: false) {
            let name = String(word)
            guard let condition = FailCondition(rawValue: name) else {
                throw FailConditionProblem(word: name)
            }
            conditions.insert(condition)
        }
        return conditions
    }
}

/// A word after `--fail-on` that is no condition.
package struct FailConditionProblem: Error, Hashable, Sendable, CustomStringConvertible {
    /// The word.
    package let word: String

    /// One line that says what, and what to do about it.
    package var description: String {
        let names = FailCondition.allCases.map(\.rawValue)
        return "\"\(word)\" is no condition of --fail-on. " + NearestName.hint(for: word, among: names)
    }
}

extension ExperimentReport {
    /// The conditions that hold, each as one line that names the experiment; none is good news.
    package func failures(on conditions: Set<FailCondition>) -> [String] {
        FailCondition.allCases.filter(conditions.contains).flatMap { condition in
            switch condition {
            case .srm: splitFailures
            case .guardrail: guardrailFailures
            }
        }
    }

    private var splitFailures: [String] {
        health.findings.filter { $0.check == .split && $0.state == .alarm }.map {
            "\(snapshot.experiment): \(Words.plain($0.sentence.english))"
        }
    }

    private var guardrailFailures: [String] {
        guardrails.flatMap { metric in
            zip(metric.comparisons, metric.guardrail).filter { $1 == .breached }.map { comparison, _ in
                "\(snapshot.experiment): the guardrail \(metric.metric.metric.name) got worse in "
                    + "\"\(comparison.variant)\"."
            }
        }
    }
}
