import Statistics
import TipCore

/// The details of a report as further records of its table, each kind told by the column `kind`.
extension ExperimentReport {
    /// The records of the breakdown, of the days and of metrics that are measured.
    func detailRecords(_ common: CSVColumn.Record) -> [CSVColumn.Record] {
        var common = common
        common[.metric] = primary.metric.metric.name
        common[.within] = primary.metric.window.value
        return (details.breakdown?.records(common) ?? [])
            + (details.series?.records(common, snapshot.arms.map(\.variant)) ?? [])
            + details.means.flatMap { $0.records(common) }
    }
}

extension Breakdown {
    /// A record a part and variant; the adjusted p-value is corrected over all of them.
    fileprivate func records(_ common: CSVColumn.Record) -> [CSVColumn.Record] {
        parts.flatMap { part in
            part.analysis.variants.map { variant in
                var record = common
                record[.kind] = "breakdown"
                record[.by] = dimension.name
                record[.value] = part.name
                record.fill(variant)
                record.fill(part.analysis.srm)
                let name = variant.counts.variant
                let index = part.analysis.comparisons.firstIndex { $0.variant.hasSameBytes(as: name) }
                if let index {
                    record.fill(part.analysis.comparisons[index])
                    // A part is explored and has no verdict.
                    record[.verdict] = nil
                    record.fill(.pAdjusted, part.pExploratory[index])
                }
                return record
            }
        }
    }
}

extension DailySeries {
    /// A record a day and variant, counted from the first day on.
    fileprivate func records(_ common: CSVColumn.Record, _ variants: [String]) -> [CSVColumn.Record] {
        days.flatMap { day in
            variants.indices.map { arm in
                var record = common
                record[.kind] = "day"
                record[.day] = day.date
                record[.timeZone] = timeZone
                record[.variant] = variants[arm]
                record[.people] = String(day.people[arm])
                record[.conversions] = String(day.conversions[arm])
                let rate = Figure.share(day.conversions[arm], of: day.people[arm], orElse: "nobody yet")
                record.fill(.rate, rate)
                return record
            }
        }
    }
}

extension MeanFindings {
    /// A record a variant.
    fileprivate func records(_ common: CSVColumn.Record) -> [CSVColumn.Record] {
        variants.map { arm in
            var record = common
            record[.kind] = isGuardrail ? "measured guardrail" : "measured"
            record[.metric] = metric.metric.name
            record[.within] = metric.window.value
            record[.measure] = metric.measure.word
            record[.field] = metric.measure.field
            record[.variant] = arm.variant
            record[.people] = String(Int64(arm.moments.count))
            record[.total] = arm.total.description
            record.fill(.mean, arm.mean)
            record.fill(.deviation, arm.deviation)
            guard let found = comparisons.first(where: { $0.variant.hasSameBytes(as: arm.variant) }) else {
                return record
            }
            record.fill(.difference, found.difference.flatMap { test throws(Undefined) in test.estimate })
            record.fill(
                .differenceLower,
                .differenceUpper,
                found.difference.flatMap { test throws(Undefined) in test.interval }
            )
            record.fill(.lift, found.lift)
            record.fill(.liftLower, .liftUpper, found.liftInterval)
            record.fill(.p, found.p)
            record.fill(.pAdjusted, found.pAdjusted)
            record[.guardrail] = found.guardrail?.rawValue
            return record
        }
    }
}
