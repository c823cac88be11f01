import Reports
import TipCore
import TipPages
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
                .init("as-of", value: "TIME", "the report as of then, from what had happened by then"),
                .init("known-at", value: "TIME", "only from what was in the log by then"),
                .init("since", value: "TIME", "only people who first saw it from then on"),
                .init("until", value: "TIME", "only people who first saw it before"),
                .init("by", value: "FIELD", "a breakdown by context.os, param.platform, …; exploratory"),
                .init("timezone", value: "Z", "day by day in a time zone, such as Asia/Tokyo"),
                .init(
                    "aa",
                    value: "N",
                    "deal the variants out anew N times: the false positives of an A/A test"
                ),
                .init("seed", value: "S", "what seeds --aa (default 7)"),
                .init("locale", value: "TAG", "the language of copy, such as ja"),
                .init("fail-on", value: "WHAT", "end with 10 on srm, guardrail, or both with a comma"),
            ],
            formats: [.table, .json, .ndjson, .csv, .markdown, .html],
            examples: [
                "tipledger report favorites-copy", "tipledger report --all --format json --fail-on srm",
                "tipledger report favorites-copy --by context.os --timezone Asia/Tokyo",
                "tipledger report favorites-copy --format html --output favorites-copy.html",
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
        options.baseline = command.value(of: "baseline")
        options.details = try ReportArguments.details(command)
        let asked = options
        return try await context.withWorkspace(command) { workspace in
            let asked = try ReportArguments.times(command, asked, now: workspace.now())
            let service = ReportService(workspace)
            let reports: [ExperimentReport]
            do {
                reports = try await id == nil ? service.reports(asked) : [service.report(id ?? "", asked)]
            } catch let error as AnalysisProblem {
                throw UsageError("\(error)", hint: "See: tipledger experiment show \(error.experiment)")
            }
            try write(reports, isOne: id != nil, format, command, context)
            let failures = reports.flatMap { $0.failures(on: conditions) }
            for failure in failures { Streams.note("fail-on: \(failure)") }
            return failures.isEmpty ? .done : .failOn
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
        case .html:
            let file = ReportFile(locale: locale)
            try Output.write(isOne ? file.html(of: reports[0]) : file.html(of: reports), command)
        case .table:
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
