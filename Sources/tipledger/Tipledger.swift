import FoundationEssentials
import TipCore
import TipService

/// The program: reads the command line, runs one command, ends with its code.
@main
struct Tipledger {
    static let commands: [Command] =
        [
            DemoCommand.command, ServeCommand.command, IngestCommand.command, ReportCommand.command,
            AnalyzeCommand.command,
            PlanCommand.command, TestCommand.command, DoctorCommand.command,
            RetentionCommand.command,
        ]
        + MigrateCommands.all + KeysCommands.all + CatalogCommands.all + ExperimentCommands.all
        + ProjectCommands.all + QuarantineCommands.all + PersonCommands.all + TipCommands.all

    static func main() async {
        Streams.openMissing()
        Signals.ignoreClosedPipes()
        let words = Array(CommandLine.arguments.dropFirst())
        ProcessExit.now(await run(words, environment: ProcessInfo.processInfo.environment))
    }

    /// Runs a command line.
    static func run(_ words: [String], environment: [String: String]) async -> ExitCode {
        do {
            let specs = commands.map(\.spec)
            if let text = try Help.asked(by: words, of: specs) {
                try Streams.write(Array(text.utf8))
                return words.isEmpty ? .usage : .done
            }
            let parsed = try ParsedCommand(words, among: specs)
            if parsed.has("help") {
                try Streams.write(Array(Help.text(for: parsed.spec).utf8))
                return .done
            }
            guard let command = commands.first(where: { $0.spec.path == parsed.spec.path }) else {
                return .usage
            }
            try Output.check(parsed)
            if let url = parsed.value(of: "db"), Workspace.holdsPassword(url) {
                Streams.note(
                    "tipledger: others on this machine can read the password in --db;"
                        + " write it into a file and name that in TIPLEDGER_DB_PASSWORD_FILE"
                )
            }
            let context = Context(environment: environment, terminal: Terminal(environment: environment))
            return try await command.run(parsed, context)
        } catch {
            return Failure.tell(error)
        }
    }
}
