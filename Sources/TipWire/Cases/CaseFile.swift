/// A file of golden cases in the format `tipledger.cases/1`.
public struct CaseFile: Sendable {
    /// The cases, in file order.
    public let cases: [GoldenCase]
    /// The texts that must be rules, or must not, in file order.
    public let ruleTexts: [RuleTextCase]

    /// Reads a file.
    ///
    /// A case that cannot be read does not keep the others from being run: it says what is wrong in its
    /// `scenario`. Keys that say nothing about what is done or expected are passed over.
    ///
    /// - Parameters:
    ///   - bytes: What the file holds: JSON or JSON5, in UTF-8.
    ///   - file: Its name, for problems to name it.
    /// - Returns: The cases, or what is wrong with the file as a whole.
    public static func read(bytes: [UInt8], file: String) -> Result<CaseFile, GoldenCase.Unreadable> {
        var log = ProblemLog(source: SourceText(bytes: bytes), file: file)
        do throws(JSON5Error) {
            let value = try JSON5Reader().read(bytes: bytes)
            let read = read(value, &log)
            return log.errors.isEmpty ? .success(read) : .failure(GoldenCase.Unreadable(problems: log.errors))
        } catch {
            log.error(error)
            return .failure(GoldenCase.Unreadable(problems: log.errors))
        }
    }

    private static func read(_ value: LocatedJSON, _ log: inout ProblemLog) -> CaseFile {
        guard var object = ObjectReader(value, "a file of cases", &log) else {
            return CaseFile(cases: [], ruleTexts: [])
        }
        if let format = object.text("format", &log), format != "tipledger.cases/1" {
            log.error(
                "bad_value",
                at: value["format"]?.offset ?? value.offset,
                found: "the format \"\(format)\"",
                expected: "tipledger.cases/1",
                hint: "Write format: \"tipledger.cases/1\", or leave it out."
            )
        }
        let empty = log
        let cases = object.list("cases", &log).map { CaseReader(log: empty).read($0) }
        let ruleTexts = object.list("ruleTexts", &log).compactMap { ruleText($0, &log) }
        return CaseFile(cases: cases, ruleTexts: ruleTexts)
    }

    private static func ruleText(_ value: LocatedJSON, _ log: inout ProblemLog) -> RuleTextCase? {
        guard var object = ObjectReader(value, "a text and whether it is a rule", &log) else { return nil }
        let text = object.required("text", &log)
            .flatMap { log.text($0, canBeEmpty: true) }
        let isValid = object.boolean("valid", &log)
        if isValid == nil { _ = object.required("valid", &log) }
        guard let text, let isValid else { return nil }
        return RuleTextCase(text: text, isValid: isValid, note: object.text("note", &log) ?? "")
    }
}
