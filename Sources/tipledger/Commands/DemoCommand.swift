import Reports
import TipCore
import TipService

/// `tipledger demo`: a simulated app sends events through the real endpoint, then the report.
enum DemoCommand {
    static let command = Command(
        spec: CommandSpec(
            path: ["demo"],
            summary: "A simulated app sends events, and the report says which copy works",
            options: [
                .init("people", value: "N", "people who use the app (default 20000)"),
                .init("days", value: "N", "days that are simulated (default 14)"),
                .init("lift", value: "X", "how much better the second copy truly is (default 0.08)"),
                .init(
                    "seed",
                    value: "N",
                    "where all chance comes from; the same seed gives the same report (default 7)"
                ),
            ],
            formats: [.table, .json, .markdown],
            examples: ["tipledger demo", "tipledger demo --people 100000 --lift 0.2"]
        ),
        run: run
    )

    private static func run(_ command: ParsedCommand, _ context: Context) async throws -> ExitCode {
        let format = try command.format()
        let settings = try settings(command)
        return try await context.withWorkspace(command, at: settings.end) { workspace in
            Streams.note(
                "simulating \(settings.people) people over \(settings.days) days, seed \(settings.seed)"
            )
            try await FirstKeys.make(workspace)
            let bar = ProgressBar(context.terminal, "sending", unit: "days")
            let result = try await DemoRun(workspace, settings).run(
                tell: { Streams.note($0) },
                progress: { bar.show(Int64($0), of: Int64(settings.days)) }
            )
            bar.finish()
            Streams.note(
                "sent \(result.requests) requests: accepted \(result.accepted), duplicates \(result.duplicates), "
                    + "rejected \(result.rejected)"
            )
            let snapshot = try await ReportService(workspace).snapshot(DemoSettings.experiment)
            let report = try ExperimentReport(snapshot)
            switch format {
            case .json: try Output.write(report.json(), command)
            case .markdown: try Output.write(report.markdown(), command)
            default:
                try Output.write(report.text(context.textOptions(command)) + truth(report, settings), command)
            }
            Streams.note(next(isPrivate: workspace.isPrivate, person: "demo-\(settings.seed)-1"))
            return .done
        }
    }

    /// What was simulated, beside what was found.
    private static func truth(_ report: ExperimentReport, _ settings: DemoSettings) -> String {
        let percent = { (value: Double) in "\((value * 1000).rounded() / 10) %" }
        var line =
            "\ntruth       \(percent(DemoSettings.baselineRate)) tap with control and \(percent(settings.benefitRate)) "
            + "with benefit: a lift of \(percent(settings.lift))"
        if let holds = report.primary.comparisons.first?.liftIntervalHolds(settings.lift) {
            line += holds ? ", and the interval holds it" : ", and the interval misses it, as 1 in 20 does"
        }
        return line + "\n"
    }

    private static func next(isPrivate: Bool, person: String) -> String {
        let place = isPrivate ? "The data is in the private database of this folder.\n" : ""
        return """
            \(place)next:
              tipledger report favorites-copy            the report again
              tipledger explain \(person) favorite-backyard   why a person saw the tip, or not
              tipledger serve                            the endpoint for your app, and pages for a browser
            """
    }

    private static func settings(_ command: ParsedCommand) throws(UsageError) -> DemoSettings {
        var settings = DemoSettings()
        settings.people = try command.integer(of: "people", in: 1...10_000_000, default: settings.people)
        settings.days = try command.integer(of: "days", in: 1...365, default: settings.days)
        settings.seed = UInt64(try command.integer(of: "seed", in: 0...Int.max, default: 7))
        let lift = try command.number(of: "lift", expected: "a number from -1 to 2") { (-1...2).contains($0) }
        settings.lift = lift ?? settings.lift
        return settings
    }
}
