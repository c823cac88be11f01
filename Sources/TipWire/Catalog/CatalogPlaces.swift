import TipCore

/// Where tips, experiments and variants of a file stand, for warnings that need more than the file.
struct CatalogPlaces: Sendable {
    private let file: String
    /// The ids of the tips.
    let tips: NamedValues<SourcePosition>
    /// The ids of the experiments.
    let experiments: NamedValues<SourcePosition>
    /// The ids of the variants, by experiment.
    let variants: NamedValues<NamedValues<SourcePosition>>

    init(_ draft: CatalogDraft, in source: SourceText, file: String) {
        func place(_ offset: Int) -> SourcePosition { source.position(of: offset) }
        self.file = file
        tips = NamedValues(zip(draft.catalog.tips, draft.tips).map { ($0.id, place($1.id)) })
        let sites = Array(zip(draft.catalog.experiments, draft.experiments))
        experiments = NamedValues(sites.map { ($0.id, place($1.id)) })
        variants = NamedValues(
            sites.map { experiment, site in
                let places = zip(experiment.variants, site.variants).map { ($0.id, place($1)) }
                return (experiment.id, NamedValues(places))
            }
        )
    }

    /// A problem at a place; nil is the beginning of the file.
    func problem(
        at place: SourcePosition?,
        code: String,
        found: String,
        expected: String,
        hint: String
    ) -> CatalogProblem {
        CatalogProblem(
            file: file,
            position: place ?? SourcePosition(line: 1, column: 1),
            code: code,
            found: found,
            expected: expected,
            hint: hint
        )
    }
}
