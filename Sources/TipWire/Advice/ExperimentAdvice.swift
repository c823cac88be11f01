import TipCore

/// Advice about experiments.
struct ExperimentAdvice {
    private let draft: CatalogDraft

    init(_ draft: CatalogDraft) {
        self.draft = draft
    }

    /// Notes all warnings.
    func run(_ log: inout ProblemLog) {
        var byTip: NamedValues<[ExperimentDefinition]> = [:]
        for (experiment, site) in zip(draft.catalog.experiments, draft.experiments) {
            if let other = byTip[experiment.tip]?.first(where: { !Self.excludeEachOther($0, experiment) }) {
                log.warn(
                    "shared_tip",
                    at: site.tip,
                    found: "the tip \"\(experiment.tip)\" in \"\(other.id)\" too",
                    expected: "one experiment a tip, or disjoint slices of one namespace",
                    hint: "A person in both can read only one copy."
                )
            }
            byTip[experiment.tip, default: []].append(experiment)
            checkCopies(experiment, at: site.id, &log)
        }
    }

    private static func excludeEachOther(_ left: ExperimentDefinition, _ right: ExperimentDefinition) -> Bool
    {
        guard let one = left.namespace, let other = right.namespace, one.id.hasSameBytes(as: other.id) else {
            return false
        }
        return one.to <= other.from || other.to <= one.from
    }

    /// Two variants that people cannot tell apart measure nothing.
    private func checkCopies(_ experiment: ExperimentDefinition, at offset: Int, _ log: inout ProblemLog) {
        var seen: [Copy: String] = [:]
        for variant in experiment.variants where variant.shows {
            guard let other = seen.updateValue(variant.id, forKey: variant.copy) else { continue }
            log.warn(
                "same_copy",
                at: offset,
                found: "\"\(other)\" and \"\(variant.id)\" with the same copy",
                expected: "variants that differ",
                hint: "Unless rules read the variant, this compares a copy with itself."
            )
            return
        }
    }
}
