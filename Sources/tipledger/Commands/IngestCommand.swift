import FoundationEssentials
import Reports
import TipCore
import TipService
import TipStore

/// `tipledger ingest`: events from files, by the rules of the endpoint.
enum IngestCommand {
    static let command = Command(
        spec: CommandSpec(
            path: ["ingest"],
            summary: "Load events from NDJSON files, or past tests from their counts",
            arguments: [
                .init(
                    "FILE",
                    "NDJSON, plain or .gz, or - for the standard input",
                    isOptional: true,
                    isRepeated: true
                )
            ],
            options: [
                .init(
                    "as",
                    value: "FORM",
                    "native (default), or counts: experiment,variant,people,conversions[,copy]"
                )
            ],
            formats: [.table, .json],
            examples: ["tipledger ingest events.ndjson.gz", "tipledger ingest --as counts past-tests.csv"]
        ),
        run: run
    )

    private static func run(_ command: ParsedCommand, _ context: Context) async throws -> ExitCode {
        let form = command.value(of: "as") ?? "native"
        let files = command.arguments.isEmpty ? ["-"] : command.arguments
        switch form {
        case "native": return try await events(files, command, context)
        case "counts": return try await counts(files, command, context)
        default:
            throw UsageError(
                "ingest cannot read '\(form)'",
                hint: NearestName.hint(for: form, among: ["native", "counts"])
            )
        }
    }

    private static func events(
        _ files: [String],
        _ command: ParsedCommand,
        _ context: Context
    ) async throws -> ExitCode {
        let format = try command.format()
        return try await context.withWorkspace(command) { workspace in
            let service = IngestService(workspace)
            var result = IngestService.Result()
            for file in files {
                let source = try EventSource(file)
                let bar = ProgressBar(context.terminal, source.name, unit: "bytes")
                let part = try await service.load({ try source.read() }) { bytes in
                    bar.show(min(source.position, bytes), of: source.size)
                }
                bar.finish()
                result.add(part)
            }
            try await workspace.store.projector.catchUp()
            try write(result, format, command)
            return result.rejected > 0 ? .partly : .done
        }
    }

    private static func write(
        _ result: IngestService.Result,
        _ format: OutputFormat,
        _ command: ParsedCommand
    ) throws {
        guard format != .json else { return try Output.write(result.json, command) }
        try Output.write(
            "accepted \(result.accepted), duplicates \(result.duplicates), rejected \(result.rejected)\n",
            command
        )
        for error in result.errors.prefix(20) {
            Streams.note("event \(error.index): \(error.code): \(error.detail)")
        }
        if result.rejected > 20 {
            Streams.note("… and \(result.rejected - 20) more; --format json lists them")
        }
        if result.rejected > 0 { Streams.note("refused events are kept in quarantine with their reason") }
    }

    private static func counts(
        _ files: [String],
        _ command: ParsedCommand,
        _ context: Context
    ) async throws -> ExitCode {
        let format = try command.format()
        let read = try files.map { try CountsInput.read($0) }
        return try await context.withWorkspace(command) { workspace in
            var total = CountsLoader.Result()
            for file in read {
                let bar = ProgressBar(context.terminal, "loading", unit: "events")
                let result = try await CountsInput.loading {
                    try await CountsLoader(workspace).load(file) { done, of in bar.show(done, of: of) }
                }
                bar.finish()
                total.accepted += result.accepted
                total.duplicates += result.duplicates
                total.experiments += result.experiments
            }
            try await workspace.store.projector.catchUp()
            if format == .json {
                try Output.write(
                    [
                        "accepted": .integer(total.accepted), "duplicates": .integer(total.duplicates),
                        "rejected": 0,
                    ],
                    command
                )
            } else {
                try Output.write(
                    "\(total.experiments) experiments: accepted \(total.accepted), duplicates \(total.duplicates)\n",
                    command
                )
                Streams.note("next: tipledger report --all")
            }
            return .done
        }
    }
}

/// Files of counts.
enum CountsInput {
    /// Reads a file of counts, or the standard input for `-`.
    static func read(_ path: String) throws(BadInput) -> CountsFile {
        let bytes = path == "-" ? try standardInput() : try InputFile.read(path)
        do throws(CountsFileProblem) {
            return try CountsFile(bytes)
        } catch {
            throw BadInput("\(path): \(error)", hint: "Columns: experiment,variant,people,conversions[,copy]")
        }
    }

    /// Turns a contradiction between a file and the log into a bad input.
    static func loading<Result>(_ body: () async throws -> Result) async throws -> Result {
        do {
            return try await body()
        } catch let error as CountsMismatch {
            throw BadInput("\(error)", hint: "Nothing was changed.")
        }
    }

    private static func standardInput() throws(BadInput) -> [UInt8] {
        do {
            var bytes: [UInt8] = []
            while let piece = try Streams.readInput(upTo: 1 << 16) { bytes += piece }
            return bytes
        } catch {
            throw BadInput("the standard input cannot be read", hint: "Give the file by its name.")
        }
    }
}
