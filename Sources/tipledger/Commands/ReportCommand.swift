import Reports
import TipCore
import TipService

/// `tipledger report`: what experiments have found.
enum ReportCommand {
    static let command = Command(
        spec: CommandSpec(
            path: ["report"],
            summary: "What experiments have found, and whether to trust it",
            arguments: [.init("ID", "the experiment", isOptional: true)],
            options: [
                .init("all", "all experiments"),
                .init("baseline", value: "V", "the variant to compare with (default: the first)"),
                .init("partial", "count people whose window is open, too"),
                .init("phase", value: "N", "the phase (default: the last)"),
                .init("locale", value: "TAG", "the language of copy, such as ja"),
                .init("fail-on", value: "WHAT", "end with 10 on srm, guardrail, or both with a comma"),
            ],
            formats: [.table, .json, .ndjson, .csv, .markdown],
            examples: [
                "tipledger report favorites-copy", "tipledger report --all --format json --fail-on srm",
            ]
        ),
        run: run
    )

    private static func run(_ command: ParsedCommand, _ context: Context) async throws -> ExitCode {
        let format = try command.format()
        let id = command.arguments.first
        guard (id == nil) == command.has("all") else {
            throw UsageError(
                id == nil ? "report needs an experiment" : "--all goes without an experiment",
                hint: "tipledger report favorites-copy, or tipledger report --all"
            )
        }
        let conditions = try conditions(command.value(of: "fail-on"))
        var options = ReportService.Options()
        options.isPartial = command.has("partial")
        if command.has("phase") {
            options.phase = try command.integer(of: "phase", in: 1...100_000, default: 1)
        }
        let asked = options
        return try await context.withWorkspace(command) { workspace in
            let service = ReportService(workspace)
            let snapshots =
                try await id == nil ? service.snapshots(asked) : [service.snapshot(id ?? "", asked)]
            let reports = try snapshots.map { try report($0, baseline: command.value(of: "baseline")) }
            try write(reports, isOne: id != nil, format, command, context)
            let failures = reports.flatMap { $0.failures(on: conditions) }
            for failure in failures { Streams.note("fail-on: \(failure)") }
            return failures.isEmpty ? .done : .failOn
        }
    }

    private static func report(
        _ snapshot: ExperimentSnapshot,
        baseline: String?
    ) throws(UsageError) -> ExperimentReport {
        do throws(AnalysisProblem) {
            return try ExperimentReport(snapshot, baseline: baseline)
        } catch {
            throw UsageError("\(error)", hint: "See: tipledger experiment show \(snapshot.experiment)")
        }
    }

    private static func write(
        _ reports: [ExperimentReport],
        isOne: Bool,
        _ format: OutputFormat,
        _ command: ParsedCommand,
        _ context: Context
    ) throws {
        let options = context.textOptions(command)
        let locale = options.locale
        switch format {
        case .json:
            try Output.write(
                isOne ? reports[0].json(locale: locale) : ExperimentReport.json(of: reports, locale: locale),
                command
            )
        case .ndjson: try Output.write(ExperimentReport.ndjson(of: reports, locale: locale), command)
        case .csv: try Output.write(ExperimentReport.csv(of: reports, locale: locale), command)
        case .markdown:
            try Output.write(
                isOne
                    ? reports[0].markdown(locale: locale)
                    : ExperimentReport.markdown(of: reports, locale: locale),
                command
            )
        case .table, .html:
            if reports.isEmpty { Streams.note("no experiments yet; start with: tipledger apply tips.json5") }
            try Output.write(
                isOne ? reports[0].text(options) : ExperimentReport.text(of: reports, options),
                command
            )
        }
    }

    private static func conditions(_ text: String?) throws(UsageError) -> Set<FailCondition> {
        guard let text else { return [] }
        do throws(FailConditionProblem) {
            return try FailCondition.list(text)
        } catch {
            throw UsageError("\(error)", hint: "--fail-on srm,guardrail")
        }
    }
}
