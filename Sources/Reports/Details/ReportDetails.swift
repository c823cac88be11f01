import TipCore

/// What was asked of a report beyond the registered figures, and what the units themselves say to it.
package struct ReportDetails: Hashable, Sendable {
    /// What is asked.
    package struct Request: Hashable, Sendable {
        /// What people are told apart by.
        package var dimension: Dimension?
        /// The zone of the days of a series, an IANA name.
        package var timeZone: String?
        /// How often variants are dealt out anew.
        package var permutations: Int?
        /// What seeds the dealing.
        package var seed: UInt64 = 7

        /// Creates a request for nothing.
        package init() {}

        /// Whether the units themselves are needed.
        package var needsUnits: Bool { dimension != nil || timeZone != nil || permutations != nil }
    }

    /// The primary metric by the values of a dimension.
    package var breakdown: Breakdown?
    /// The days.
    package var series: DailySeries?
    /// Metrics that are measured.
    package var means: [MeanFindings] = []
    /// Metrics whose definition changed since the start.
    package var redefinitions: [Redefinition] = []
    /// The A/A test.
    package var permutations: Permutations?

    /// Creates no details.
    package init() {}

    /// Finds what is asked.
    ///
    /// - Throws: ``AnalysisProblem`` where counts cannot be.
    package init(
        _ request: Request,
        _ units: [CountedUnit],
        of report: ExperimentReport
    ) throws(AnalysisProblem) {
        let compared = report.compared(units)
        if let dimension = request.dimension {
            breakdown = try Breakdown(dimension, compared, of: report)
        }
        series = request.timeZone.flatMap {
            DailySeries($0, compared, arms: report.snapshot.arms.map(\.variant))
        }
        means = report.snapshot.metrics.indices.filter { report.snapshot.metrics[$0].measure != .once }.map {
            MeanFindings($0, compared, of: report)
        }
        if let rounds = request.permutations {
            permutations = try Permutations(rounds: rounds, seed: request.seed, compared, of: report)
        }
    }
}
