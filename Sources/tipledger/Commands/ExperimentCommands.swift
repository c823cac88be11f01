import Reports
import TipCore
import TipService

/// `tipledger experiment`: the life of experiments; each step is an event.
enum ExperimentCommands {
    static let all = [list, show, start, ramp, pause, resume, stop]

    private static let id = ArgumentSpec("ID", "the experiment")

    private static let list = Command(
        spec: CommandSpec(
            path: ["experiment", "list"],
            summary: "List experiments",
            formats: [.table, .json]
        ),
        run: { command, context in
            let format = try command.format()
            return try await context.withWorkspace(command) { workspace in
                let entries = try ExperimentService(workspace).list()
                if format == .json {
                    try Output.write(.object([.init("experiments", .array(entries.map(\.json)))]), command)
                } else {
                    var table = TextTable([
                        .init("experiment"), .init("tip"), .init("status"), .init("phase"), .init("started"),
                    ])
                    for entry in entries {
                        let phase = entry.record.map { String($0.currentPhase.number) } ?? "–"
                        let started = entry.record?.phases[0].startedAt.rfc3339 ?? "–"
                        table.add([
                            .init(entry.id), .init(entry.tip), .init(entry.status.rawValue), .init(phase),
                            .init(started),
                        ])
                    }
                    try Output.write(table.text(), command)
                }
                return .done
            }
        }
    )

    private static let show = Command(
        spec: CommandSpec(
            path: ["experiment", "show"],
            summary: "Show one experiment",
            arguments: [id],
            formats: [.json]
        ),
        run: { command, context in
            try await context.withWorkspace(command) { workspace in
                try Output.write(
                    try ExperimentService(workspace).entry(command.arguments[0]).details,
                    command
                )
                return .done
            }
        }
    )

    private static let start = step(
        "start",
        "Freeze the definition and start to enrol",
        hasTime: true,
        options: [.init("underpowered", "start although the plan cannot find its least lift")]
    ) { id, command, at, service in
        try await service.start(id, at: at, isForced: command.has("underpowered"))
    }

    private static let ramp = Command(
        spec: CommandSpec(
            path: ["experiment", "ramp"],
            summary: "Change the share of the audience that is in",
            arguments: [id, .init("SHARE", "a number from 0 to 1")]
        ),
        run: { command, context in
            guard let share = Double(command.arguments[1]), (0...1).contains(share) else {
                throw UsageError(
                    "'\(command.arguments[1])' is no share",
                    hint: "Give a number from 0 to 1, such as 0.5."
                )
            }
            return try await context.withWorkspace(command) { workspace in
                let id = command.arguments[0]
                let service = ExperimentService(workspace)
                try await service.step(id, .experimentRamped(id: id, share: share))
                let entry = try service.entry(id)
                let phase = entry.record?.currentPhase.number ?? 1
                Streams.note(
                    "\(id) is \(entry.status.rawValue), phase \(phase): \(Words.chosen(share)) of its audience is in"
                )
                return .done
            }
        }
    )

    private static let pause = step(
        "pause",
        "Hold enrolment; whoever has seen a variant keeps it, and everyone else has the first"
    ) {
        id,
        _,
        at,
        service in
        try await service.step(id, at: at, .experimentPaused(id: id))
    }

    private static let resume = step("resume", "Go on enrolling") { id, _, at, service in
        try await service.step(id, at: at, .experimentResumed(id: id))
    }

    private static let stop = step(
        "stop",
        "End the experiment",
        hasTime: true,
        options: [.init("decision", value: "DECISION", "ship:VARIANT or keep")]
    ) { id, command, at, service in
        let decision = try decision(command)
        if case .ship(let variant)? = decision, let record = try service.entry(id).record {
            let variants = record.currentPhase.variants.map(\.id)
            guard variants.contains(where: { $0.hasSameBytes(as: variant) }) else {
                throw UsageError(
                    "--decision cannot ship '\(variant)', as \(id) has no such variant",
                    hint: NearestName.hint(for: variant, among: variants, prefix: "ship:")
                )
            }
        }
        try await service.step(id, at: at, .experimentStopped(id: id, decision: decision))
    }

    private static func decision(_ command: ParsedCommand) throws(UsageError) -> StopDecision? {
        guard let text = command.value(of: "decision") else { return nil }
        guard let decision = StopDecision(name: text) else {
            throw UsageError("--decision cannot be '\(text)'", hint: "Write ship:VARIANT or keep.")
        }
        return decision
    }

    private static func step(
        _ verb: String,
        _ summary: String,
        hasTime: Bool = false,
        options: [OptionSpec] = [],
        _ body:
            @escaping @Sendable (String, ParsedCommand, Timestamp?, ExperimentService) async throws -> Void
    ) -> Command {
        Command(
            spec: CommandSpec(
                path: ["experiment", verb],
                summary: summary,
                arguments: [id],
                options: options,
                examples: [
                    "tipledger experiment \(verb) favorites-copy" + (hasTime ? " --at 2026-11-01" : "")
                ]
            ),
            run: { command, context in
                try refuseFuture(command)
                _ = try decision(command)
                return try await context.withWorkspace(command) { workspace in
                    let service = ExperimentService(workspace)
                    try await body(command.arguments[0], command, nil, service)
                    let entry = try service.entry(command.arguments[0])
                    Streams.note("\(entry.id) is \(entry.status.rawValue)")
                    if entry.status == .stopped, case .ship(let variant)? = entry.record?.decision {
                        Streams.note(
                            "From now on everybody sees the tip's own copy. To ship '\(variant)', write its copy as that of "
                                + "\(entry.tip) in the catalog file, then: tipledger apply FILE"
                        )
                    }
                    return .done
                }
            }
        )
    }

    /// A step is dated now or earlier: the clock of the command may not run ahead of the day's.
    private static func refuseFuture(_ command: ParsedCommand) throws(UsageError) {
        guard let text = command.value(of: "at") else { return }
        guard try TimeArgument.parse(text, option: "at") <= TimeArgument.wallClock() else {
            throw UsageError("--at is later than now", hint: "Take the step when its time has come.")
        }
    }
}
