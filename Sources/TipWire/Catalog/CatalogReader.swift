import TipCore

/// Reads catalog files (<doc:CatalogFile>): JSON5 by people, JSON over HTTP.
///
/// All problems of a file are found in one reading. Undeclared parameters, events and actions are errors
/// where the file has a list of them, since the name is then a slip of the pen; a file without the list gets
/// a warning, as everything about them has a default.
///
/// ```swift
/// let reading = CatalogReader().read(text, file: "tips.json5")
/// guard let catalog = reading.catalog else { return print(reading.errors) }
/// ```
public struct CatalogReader: Sendable {
    /// Creates a reader.
    public init() {}

    /// Reads a file's text.
    ///
    /// - Parameters:
    ///   - text: What the file holds.
    ///   - file: Its name, for the problems to name it.
    /// - Returns: The catalog, where nothing keeps it from being used, and what was found.
    public func read(_ text: String, file: String) -> CatalogReading {
        read(bytes: Array(text.utf8), file: file)
    }

    /// Reads a file's bytes.
    ///
    /// - Parameters:
    ///   - bytes: What the file holds, in UTF-8.
    ///   - file: Its name, for the problems to name it.
    /// - Returns: The catalog, where nothing keeps it from being used, and what was found.
    public func read(bytes: [UInt8], file: String) -> CatalogReading {
        let source = SourceText(bytes: bytes)
        var log = ProblemLog(source: source, file: file)
        do throws(JSON5Error) {
            let value = try JSON5Reader().read(bytes: bytes)
            return read(value, log: log)
        } catch {
            log.error(error)
            let places = CatalogPlaces(CatalogDraft(), in: source, file: file)
            return CatalogReading(catalog: nil, errors: log.errors, warnings: [], places: places)
        }
    }

    /// Reads a value that may be part of another file, such as a golden case.
    ///
    /// - Parameters:
    ///   - value: The catalog.
    ///   - log: Where problems go; it knows the file.
    ///   - isLenient: Whether rules may name what is not declared, as golden cases do.
    /// - Returns: The catalog, where nothing keeps it from being used, and what was found.
    func read(_ value: LocatedJSON, log: ProblemLog, isLenient: Bool = false) -> CatalogReading {
        var parser = CatalogParser(log: log)
        parser.read(value)
        if isLenient {
            parser.draft.declaresParameters = false
            parser.draft.declaresEvents = false
            parser.draft.allowsUnknownExperiments = true
        }
        ReferenceChecks(parser.draft).run(&parser.log)
        RuleChecks(parser.draft).run(&parser.log)
        CatalogAdvice(parser.draft).run(&parser.log)
        let errors = parser.log.errors
        return CatalogReading(
            catalog: errors.isEmpty ? parser.draft.catalog : nil,
            errors: errors,
            warnings: parser.log.warnings,
            places: CatalogPlaces(parser.draft, in: parser.log.source, file: parser.log.file)
        )
    }
}
