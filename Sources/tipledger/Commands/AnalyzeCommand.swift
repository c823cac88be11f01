import Reports
import TipCore
import TipPages

/// `tipledger analyze`: results from counts, without a database.
enum AnalyzeCommand {
    static let command = Command(
        spec: CommandSpec(
            path: ["analyze"],
            summary: "What the counts of past tests say, without a database",
            arguments: [
                .init(
                    "FILE.csv",
                    "columns experiment,variant,people,conversions[,copy]; - is the standard input"
                )
            ],
            options: [
                .init(
                    "baseline",
                    value: "V",
                    "the variant to compare with (default: the first of each experiment)"
                ),
                .init("weights", value: "V=W,…", "the planned split, such as v1=2,v2=1 (default: equal)"),
                .init("locale", value: "TAG", "the language of the page of --format html, such as ja"),
                .init("alpha", value: "A", "the level of intervals and verdicts (default 0.05)"),
            ],
            formats: [.table, .json, .ndjson, .csv, .markdown, .html],
            usesDatabase: false,
            examples: ["tipledger analyze past-tests.csv", "tipledger analyze past-tests.csv --format json"]
        ),
        run: run
    )

    private static func run(_ command: ParsedCommand, _ context: Context) async throws -> ExitCode {
        let format = try command.format()
        let alpha = try command.number(of: "alpha", expected: "a number over 0 and under 1") {
            $0 > 0 && $0 < 1
        }
        let request = AnalysisRequest(
            baseline: command.value(of: "baseline"),
            weights: try weights(command.value(of: "weights")),
            alpha: alpha ?? 0.05
        )
        let file = try CountsInput.read(command.arguments[0])
        try check(request.weights, against: file)
        let document: AnalysisDocument
        do throws(AnalysisProblem) {
            document = try request.document(of: file)
        } catch {
            throw UsageError("\(error)", hint: "See: tipledger analyze --help")
        }
        switch format {
        case .json: try Output.write(document.json, command)
        case .ndjson: try Output.write(document.ndjson(), command)
        case .csv: try Output.write(document.csv(), command)
        case .markdown: try Output.write(document.markdown(), command)
        case .html:
            try Output.write(AnalysisFile(locale: command.value(of: "locale")).html(of: document), command)
        case .table: try Output.write(document.text(context.textOptions(command)), command)
        }
        return .done
    }

    private static func weights(_ text: String?) throws(UsageError) -> NamedValues<Double> {
        var weights: NamedValues<Double> = [:]
        for part in (text ?? "").split(separator: ",") {
            guard let equals = part.lastIndex(of: "="),
                let weight = Double(part[part.index(after: equals)...]),
                weight.isFinite, weight >= 0
            else {
                throw UsageError("--weights cannot read '\(part)'", hint: "Write --weights v1=2,v2=1.")
            }
            let name = String(part[..<equals])
            guard weights.updateValue(weight, forKey: name) == nil else {
                throw UsageError("--weights names '\(name)' twice", hint: "Give each variant one weight.")
            }
        }
        if !weights.isEmpty, weights.values.allSatisfy({ $0 == 0 }) {
            throw UsageError("--weights are all 0", hint: "Give at least one variant a weight above 0.")
        }
        return weights
    }

    /// Refuses a name that no experiment of the file has: a typing error would change the split that is checked.
    private static func check(_ weights: NamedValues<Double>, against file: CountsFile) throws(UsageError) {
        let variants = Set(file.experiments.flatMap { $0.variants.map(\.variant) })
        for name in weights.keys where !variants.contains(name) {
            throw UsageError(
                "--weights names '\(name)', which no experiment of the file has",
                hint: NearestName.hint(for: name, among: variants.sorted())
            )
        }
    }
}

extension Context {
    /// How text is laid out: for a terminal its width and colours, for a file or a pipe neither.
    func textOptions(_ command: ParsedCommand) -> TextOptions {
        let isTerminal = terminal.showsOutput && command.value(of: "output") == nil
        return TextOptions(
            width: isTerminal || environment["COLUMNS"] != nil ? terminal.columns : 120,
            colour: isTerminal && terminal.usesColor,
            locale: command.value(of: "locale")
        )
    }
}
