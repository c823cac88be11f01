public import TipCore

/// What came of reading a catalog file.
public struct CatalogReading: Sendable {
    /// The catalog; nil where there is an error.
    public let catalog: Catalog?
    /// What keeps it from being applied, in file order.
    public let errors: [CatalogProblem]
    /// What deserves a second look, in file order.
    public let warnings: [CatalogProblem]
    /// Where its parts stand.
    let places: CatalogPlaces

    /// The answer of the command `validate`.
    public var json: JSON {
        [
            "schema": "tipledger.validation/1", "errors": .array(errors.map(\.json)),
            "warnings": .array(warnings.map(\.json)),
        ]
    }
}
