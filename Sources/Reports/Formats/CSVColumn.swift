import Statistics
import TipCore

/// A column of the comma-separated values of findings; the name is what stands in the header.
enum CSVColumn: String, CaseIterable {
    case experiment, tip, status, phase, asOf, events, metric, within, kind, test, alpha
    case variant, copy, message, people, conversions, rate, rateLower, rateUpper
    case impressions, taps, actionPerformed, tipClosed
    case baseline, difference, differenceLower, differenceUpper, lift, liftLower, liftUpper
    case p, pAdjusted, chanceToBeat, expectedLoss, verdict, guardrail
    case z, bound, safeP, safePAdjusted, safeLower, safeUpper
    case enrolled, immature, srmP, srmChiSquare, srmOk, decision, ship, because
    case by, value, day, timeZone, measure, field, total, mean, deviation
    case trusted, decided

    /// The fields of one record; those that are not there are empty.
    typealias Record = [CSVColumn: String]

    /// The columns of a kind of document, in their order.
    enum Layout {
        /// A report: all of them.
        case report
        /// An analysis: those that counts alone can fill.
        case analysis

        fileprivate var columns: [CSVColumn] {
            switch self {
            case .report: CSVColumn.allCases
            case .analysis:
                [
                    .experiment, .variant, .copy, .people, .conversions, .rate, .rateLower, .rateUpper,
                    .baseline,
                    .difference, .differenceLower, .differenceUpper, .lift, .liftLower, .liftUpper, .p,
                    .pAdjusted,
                    .chanceToBeat, .expectedLoss, .verdict, .srmP, .srmChiSquare, .srmOk, .trusted,
                ]
            }
        }
    }

    /// A header and records.
    static func text(_ layout: Layout, _ records: [Record]) -> String {
        let columns = layout.columns
        return CSVWriter.text(
            [columns.map(\.rawValue)] + records.map { row in columns.map { row[$0] ?? "" } }
        )
    }
}

extension [CSVColumn: String] {
    /// Fills a column with a figure in full precision, or leaves it empty.
    mutating func fill(_ column: CSVColumn, _ figure: Figure<Double>) {
        self[column] = figure.value?.description
    }

    /// Fills two columns with the ends of an interval, or leaves them empty.
    mutating func fill(_ lower: CSVColumn, _ upper: CSVColumn, _ interval: Figure<Interval>) {
        self[lower] = interval.value?.lower.description
        self[upper] = interval.value?.upper.description
    }

    /// Fills the columns of a variant.
    mutating func fill(_ findings: VariantFindings) {
        self[.variant] = findings.counts.variant
        self[.people] = String(findings.counts.people)
        self[.conversions] = String(findings.counts.conversions)
        fill(.rate, findings.rate)
        fill(.rateLower, .rateUpper, findings.interval)
    }

    /// Fills the columns of a comparison.
    mutating func fill(_ comparison: Comparison) {
        self[.baseline] = comparison.baseline
        fill(.difference, comparison.difference)
        fill(.differenceLower, .differenceUpper, comparison.differenceInterval)
        fill(.lift, comparison.lift)
        fill(.liftLower, .liftUpper, comparison.liftInterval)
        fill(.p, comparison.p)
        fill(.pAdjusted, comparison.pAdjusted)
        fill(.chanceToBeat, comparison.chanceToBeat)
        fill(.expectedLoss, comparison.expectedLoss)
        self[.verdict] = comparison.verdict.rawValue
        switch comparison.sequential {
        case nil: break
        case .groupSequential(let z, let bound, _):
            fill(.z, z)
            fill(.bound, bound)
        case .alwaysValid(let p, let pAdjusted, _):
            fill(.safeP, p)
            fill(.safePAdjusted, pAdjusted)
        }
        if let interval = comparison.sequential?.interval { fill(.safeLower, .safeUpper, interval) }
    }

    /// Fills the columns of the check of the split.
    mutating func fill(_ srm: Figure<SampleRatioTest>) {
        self[.srmP] = srm.value?.p.description
        self[.srmChiSquare] = srm.value?.chiSquare.description
        self[.srmOk] = srm.value.map { $0.ok ? "true" : "false" }
    }
}

extension Analysis {
    /// A record a variant.
    var records: [CSVColumn.Record] {
        variants.map { findings in
            var record: CSVColumn.Record = [.experiment: experiment]
            record[.copy] = findings.counts.copy
            record.fill(findings)
            if let comparison = comparisons.first(where: {
                $0.variant.hasSameBytes(as: findings.counts.variant)
            }) {
                record.fill(comparison)
            }
            record.fill(srm)
            record[.trusted] = split.state == .alarm ? "false" : "true"
            return record
        }
    }
}
