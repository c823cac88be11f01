import TipCore

/// What deserves a second look in a catalog that could be applied: the mistakes that people reported of tips,
/// as warnings.
struct CatalogAdvice {
    private let draft: CatalogDraft

    /// Looks at a draft that was read to its end.
    init(_ draft: CatalogDraft) {
        self.draft = draft
    }

    /// Notes all warnings.
    func run(_ log: inout ProblemLog) {
        TipAdvice(draft).run(&log)
        NameAdvice(draft).run(&log)
        CopyAdvice(draft).run(&log)
        let hopeless = RuleAdvice(draft).run(&log)
        GroupAdvice(draft, hopeless: hopeless).run(&log)
        ExperimentAdvice(draft).run(&log)
    }
}
