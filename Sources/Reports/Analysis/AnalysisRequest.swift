import Statistics
package import TipCore

/// What is asked of a file of counts.
package struct AnalysisRequest: Hashable, Sendable {
    /// The variant that the others are compared with; nil is the first one of each experiment.
    package var baseline: String?
    /// The share of each variant in the split; one that is not named has 1.
    package var weights: NamedValues<Double>
    /// The level of the intervals and verdicts, over 0 and under 1.
    package var alpha: Double

    /// Creates a request.
    package init(baseline: String? = nil, weights: NamedValues<Double> = [:], alpha: Double = 0.05) {
        self.baseline = baseline
        self.weights = weights
        self.alpha = alpha
    }

    /// Analyses every experiment of a file.
    ///
    /// - Throws: `AnalysisProblem` naming the experiment.
    package func document(of file: CountsFile) throws(AnalysisProblem) -> AnalysisDocument {
        let level = (try? Level(alpha: alpha)) ?? .fivePercent
        var analyses: [Analysis] = []
        for counts in file.experiments {
            analyses.append(try analysis(of: counts, baseline: baseline, weights: weights, level: level))
        }
        return AnalysisDocument(experiments: analyses)
    }
}
