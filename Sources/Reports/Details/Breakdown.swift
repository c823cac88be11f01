import Statistics
package import TipCore

/// The primary metric by the values of a dimension: where an effect may come from, never what decides.
package struct Breakdown: Hashable, Sendable {
    /// What people are told apart by.
    package let dimension: Dimension
    /// The values with the most people first, then the rest.
    package let parts: [Part]

    /// One value.
    package struct Part: Hashable, Sendable {
        /// The value; nil for those of whom nothing is known.
        package let value: String?
        /// Whether these are the people of all values that have no part of their own.
        package let isRest: Bool
        /// The rates and comparisons of these people alone.
        package let analysis: Analysis
        /// The p-values of the comparisons, corrected by Benjamini and Hochberg over all parts.
        package internal(set) var pExploratory: [Figure<Double>]
        /// Whether these people came to the variants as configured, at a thousandth shared among the parts.
        package internal(set) var isSplitAsConfigured: Bool?
    }

    /// How many values have a part of their own; the others are added up.
    package static let mostValues = 20

    /// Breaks the matured people of a report down.
    init(
        _ dimension: Dimension,
        _ units: [CountedUnit],
        of report: ExperimentReport
    ) throws(AnalysisProblem) {
        self.dimension = dimension
        let byValue = Dictionary(grouping: units) { dimension.value(of: $0) }
        // Most people first; equal ones by their bytes, and those of whom nothing is known last.
        let values = byValue.keys.compactMap(\.self).sorted { one, other in
            let (left, right) = (byValue[one]?.count ?? 0, byValue[other]?.count ?? 0)
            return left == right ? one.utf8.lexicographicallyPrecedes(other.utf8) : left > right
        }
        var parts: [Part] = []
        func add(_ value: String?, _ units: [CountedUnit], isRest: Bool = false) throws(AnalysisProblem) {
            let analysis = try report.findings(of: units)
            parts.append(
                Part(
                    value: value,
                    isRest: isRest,
                    analysis: analysis,
                    pExploratory: analysis.comparisons.map(\.p)
                )
            )
        }
        for value in values.prefix(Self.mostValues) { try add(value, byValue[value] ?? []) }
        let rest = values.dropFirst(Self.mostValues).flatMap { byValue[$0] ?? [] }
        if !rest.isEmpty { try add(nil, rest, isRest: true) }
        if let unknown = byValue[nil] { try add(nil, unknown) }
        self.parts = Self.corrected(parts)
    }

    private static func corrected(_ parts: [Part]) -> [Part] {
        let raw = parts.flatMap(\.pExploratory)
        var adjusted = Adjustment.benjaminiHochberg.adjusted(raw)[...]
        return parts.map { part in
            var part = part
            part.pExploratory = Array(adjusted.prefix(part.pExploratory.count))
            adjusted = adjusted.dropFirst(part.pExploratory.count)
            let limit = SampleRatioTest.alarm / Double(parts.count)
            part.isSplitAsConfigured = part.analysis.srm.value.map { $0.p >= limit }
            return part
        }
    }
}

extension ExperimentReport {
    /// The analysis of some units' conversions on the primary metric, at the report's level.
    func findings(of units: [CountedUnit]) throws(AnalysisProblem) -> Analysis {
        var people: [String: (people: Int64, converted: Int64)] = [:]
        for unit in units {
            people[unit.participation.variant, default: (0, 0)].people += 1
            let converted = unit.participation.convertedAt.first.map { $0 != nil } ?? false
            if converted { people[unit.participation.variant, default: (0, 0)].converted += 1 }
        }
        let counts = ExperimentCounts(
            experiment: snapshot.experiment,
            variants: snapshot.arms.map { arm in
                VariantCounts(
                    variant: arm.variant,
                    people: people[arm.variant]?.people ?? 0,
                    conversions: people[arm.variant]?.converted ?? 0
                )
            }
        )
        return try Reports.analysis(
            of: counts,
            baseline: baseline,
            weights: snapshot.weights,
            level: method.level,
            direction: primary.metric.betterDirection
        )
    }

    /// The units whose figures the report shows: compared, matured, in the slice, in a variant of the phase.
    func compared(_ units: [CountedUnit]) -> [CountedUnit] {
        let last = snapshot.lastMatured
        let variants = Set(snapshot.arms.map(\.variant))
        return units.filter { unit in
            let exposed = unit.participation.exposedAt
            return unit.participation.standing == .compared && exposed <= last
                && variants.contains(unit.participation.variant)
                && (snapshot.slice?.contains(exposed) ?? true)
        }
    }
}

extension ExperimentSnapshot {
    /// The last exposure that counts as matured.
    package var lastMatured: Timestamp {
        guard !isPartial, let within = metric.within else { return asOf }
        return asOf.advanced(bySeconds: -within)
    }
}
