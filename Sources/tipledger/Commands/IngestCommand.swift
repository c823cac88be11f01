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
                    "native (default), another SDK's: segment, posthog, cloudevents, growthbook; or counts: "
                        + "experiment,variant,people,conversions[,copy]"
                ),
                .init("settings", value: "FILE", "names of events and limits, as for serve"),
            ],
            formats: [.table, .json],
            examples: ["tipledger ingest events.ndjson.gz", "tipledger ingest --as counts past-tests.csv"]
        ),
        run: run
    )

    private static func run(_ command: ParsedCommand, _ context: Context) async throws -> ExitCode {
        let form = command.value(of: "as") ?? "native"
        let files = command.arguments.isEmpty ? ["-"] : command.arguments
        if form == "counts" { return try await counts(files, command, context) }
        guard IngestService.dialects.contains(form) else {
            throw UsageError(
                "ingest cannot read '\(form)'",
                hint: NearestName.hint(for: form, among: IngestService.dialects + ["counts"])
            )
        }
        return try await events(files, in: form, command, context)
    }

    private static func events(
        _ files: [String],
        in dialect: String,
        _ command: ParsedCommand,
        _ context: Context
    ) async throws -> ExitCode {
        let format = try command.format()
        let settings = try SettingsFile.read(command)
        return try await context.withWorkspace(command, patience: loadPatience) { workspace in
            let service = IngestService(workspace, dialect: dialect, settings: settings)
            // After the database is there: a child of ours would inherit what is done about signals.
            var endings = Signals.endings().makeAsyncIterator()
            let loading = Task { try await load(files, service, context) }
            let watching = Task {
                guard await endings.next() != nil else { return }
                loading.cancel()
                if await endings.next() != nil { ProcessExit.now(.failed) }
            }
            defer { watching.cancel() }
            let result: IngestService.Result
            do {
                result = try await loading.value
            } catch let stopped as IngestService.Stopped {
                let stored = stopped.result
                Streams.note(
                    "stopped: accepted \(stored.accepted), duplicates \(stored.duplicates), "
                        + "rejected \(stored.rejected) before; load again and only the rest is added"
                )
                throw stopped.cause
            }
            try await workspace.store.projector.catchUp()
            try write(result, format, command)
            return result.rejected > 0 ? .partly : .done
        }
    }

    private static func load(
        _ files: [String],
        _ service: IngestService,
        _ context: Context
    ) async throws -> IngestService.Result {
        var result = IngestService.Result()
        for file in files {
            let source = try EventSource(file)
            let bar = ProgressBar(context.terminal, source.name, unit: "bytes")
            let name = files.count > 1 ? source.name : nil
            do {
                let part = try await service.load(
                    { try source.read() },
                    progress: { bytes in bar.show(min(source.position, bytes), of: source.size) }
                )
                result.add(part, of: name)
            } catch let stopped as IngestService.Stopped {
                result.add(stopped.result, of: name)
                throw IngestService.Stopped(result: result, cause: stopped.cause)
            }
            bar.finish()
        }
        return result
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
            let place = error.file.map { "\($0):\(error.line)" } ?? "line \(error.line)"
            Streams.note("\(place): \(error.code): \(error.detail)")
        }
        if result.rejected > 20 {
            Streams.note("… and \(result.rejected - 20) more; --format json lists them")
        }
        if result.rejected > 0 { Streams.note("refused events are kept: tipledger quarantine list") }
    }

    /// How long a load waits for one commit: there is no client who would send again, and a busy disk is no reason to
    /// give up a file half-way.
    private static let loadPatience = Duration.seconds(600)

    private static func counts(
        _ files: [String],
        _ command: ParsedCommand,
        _ context: Context
    ) async throws -> ExitCode {
        let format = try command.format()
        let read = try files.map { try CountsInput.read($0) }
        return try await context.withWorkspace(command, patience: loadPatience) { workspace in
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
