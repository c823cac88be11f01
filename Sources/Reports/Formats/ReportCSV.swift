import Statistics
import TipCore

/// Reports as comma-separated values: a row a metric and variant, in full precision.
extension ExperimentReport {
    /// Reports as one table.
    ///
    /// - Parameters:
    ///   - reports: The reports, in the order in which they are to stand.
    ///   - locale: The language of copy, as BCP 47; nil is the first that the catalog has.
    /// - Returns: A header and records.
    package static func csv(of reports: [ExperimentReport], locale: String? = nil) -> String {
        CSVColumn.text(.report, reports.flatMap { $0.records(locale) })
    }

    private func records(_ locale: String?) -> [CSVColumn.Record] {
        records(of: primary, "primary", locale) + secondary.flatMap { records(of: $0, "secondary", locale) }
            + guardrails.flatMap { records(of: $0, "guardrail", locale) } + detailRecords(common)
    }

    private func records(
        of findings: MetricFindings,
        _ kind: String,
        _ locale: String?
    ) -> [CSVColumn.Record] {
        zip(snapshot.arms, findings.variants).map { arm, variant in
            var record = common
            record[.metric] = findings.metric.metric.name
            record[.within] = findings.metric.window.value
            record[.kind] = kind
            if snapshot.shows(arm.variant) {
                record[.copy] = arm.copy?.title?.text(for: locale)
                record[.message] = arm.copy?.message?.text(for: locale)
            }
            record.fill(variant)
            record[.impressions] = String(arm.impressions)
            record[.taps] = String(arm.taps)
            record[.actionPerformed] = String(arm.actionPerformed)
            record[.tipClosed] = String(arm.tipClosed)
            guard
                let index = findings.comparisons.firstIndex(where: {
                    $0.variant.hasSameBytes(as: arm.variant)
                })
            else {
                return record
            }
            record.fill(findings.comparisons[index])
            record[.guardrail] = index < findings.guardrail.count ? findings.guardrail[index].rawValue : nil
            return record
        }
    }

    /// The columns that are the same in all rows of the report.
    private var common: CSVColumn.Record {
        var record: CSVColumn.Record = [
            .experiment: snapshot.experiment, .tip: snapshot.tip, .status: snapshot.status.rawValue,
            .asOf: snapshot.asOf.rfc3339, .events: String(snapshot.events), .test: method.name,
            .alpha: method.level.alpha.description, .enrolled: String(snapshot.enrolled),
            .immature: String(snapshot.immature), .decision: recommendation.decision.rawValue,
            .because: Words.plain(recommendation.because.english),
        ]
        record[.phase] = snapshot.phase.map { String($0.number) }
        record[.ship] = recommendation.variant
        record[.trusted] = health.isAlarming ? "false" : "true"
        record[.decided] = snapshot.decision?.name
        record.fill(health.srm)
        return record
    }
}

extension ExperimentSnapshot {
    /// Whether a variant shows anything: a holdout has no copy that anybody read.
    func shows(_ variant: String) -> Bool {
        phase?.variants.first { $0.id == variant }?.shows ?? true
    }
}
