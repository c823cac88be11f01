import Reports
import TipCore
import TipService
import TipStore

/// `tipledger quarantine`: the events that were refused.
enum QuarantineCommands {
    static let all = [list, show, replay, purge]

    private static let choices: [OptionSpec] = [
        .init("code", value: "CODE", "only those refused for this reason, such as bad_field"),
        .init("dialect", value: "NAME", "only those sent in this dialect, such as segment"),
        .init("older-than", value: "TIME", "only those that came before, such as 30d"),
    ]

    private static let list = Command(
        spec: CommandSpec(
            path: ["quarantine", "list"],
            summary: "List refused events with their reasons, the newest first",
            options: choices + [.init("limit", value: "N", "how many at most (default 100)")],
            formats: [.table, .json],
            takesClock: false,
            examples: ["tipledger quarantine list --code missing_field"]
        ),
        run: { command, context in
            let format = try command.format()
            let limit = try command.integer(
                of: "limit",
                in: 1...QuarantineService.largestPage,
                default: 100
            )
            return try await context.withWorkspace(command) { workspace in
                let entries = try await QuarantineService(workspace).list(filter(command), limit: limit)
                guard format == .table else {
                    try Output.write(.object([.init("events", .array(entries.map(\.json)))]), command)
                    return .done
                }
                var table = TextTable([
                    .init("id"), .init("received"), .init("dialect"), .init("code"), .init("field"),
                    .init("event"), .init("reason"),
                ])
                for entry in entries {
                    table.add([
                        .init(entry.id), .init(entry.receivedAt.rfc3339), .init(entry.dialect),
                        .init(entry.code), .init(entry.field ?? ""),
                        .init(SafeText.visible(entry.eventID ?? "")), .init(entry.detail),
                    ])
                }
                try Output.write(table.text(), command)
                return .done
            }
        }
    )

    private static let show = Command(
        spec: CommandSpec(
            path: ["quarantine", "show"],
            summary: "Show a refused event as it came",
            arguments: [.init("ID", "the event's name in the list")],
            formats: [.table, .json],
            takesClock: false
        ),
        run: { command, context in
            let format = try command.format()
            return try await context.withWorkspace(command) { workspace in
                guard let entry = try await QuarantineService(workspace).entry(command.arguments[0]) else {
                    throw UsageError(
                        "there is no refused event '\(command.arguments[0])'",
                        hint: "See: tipledger quarantine list"
                    )
                }
                guard format == .table else {
                    try Output.write(entry.json, command)
                    return .done
                }
                Streams.note("\(entry.dialect), \(entry.receivedAt.rfc3339): \(entry.code): \(entry.detail)")
                let body = String(decoding: entry.body ?? [], as: UTF8.self)
                try Output.write(SafeText.visible(body) + "\n", command)
                return .done
            }
        }
    )

    private static let replay = Command(
        spec: CommandSpec(
            path: ["quarantine", "replay"],
            summary: "Try refused events again; those that are fit by now leave quarantine",
            arguments: [.init("ID", "the events' names in the list", isOptional: true, isRepeated: true)],
            options: choices + [
                .init("all", "all that are there"),
                .init("settings", value: "FILE", "the settings of the server, as for serve"),
            ],
            formats: [.table, .json],
            examples: ["tipledger quarantine replay --dialect segment"]
        ),
        run: { command, context in
            let format = try command.format()
            let settings = try SettingsFile.read(command)
            try needsChoice(command)
            return try await context.withWorkspace(command) { workspace in
                let service = QuarantineService(workspace, settings: settings)
                let result =
                    command.arguments.isEmpty
                    ? try await service.replay(filter(command)) : try await service.replay(command.arguments)
                try await workspace.store.projector.catchUp()
                if format == .json {
                    try Output.write(result.json, command)
                } else {
                    let text = "accepted \(result.accepted), duplicates \(result.duplicates), "
                    try Output.write(text + "still refused \(result.rejected)\n", command)
                }
                return result.rejected > 0 ? .partly : .done
            }
        }
    )

    private static let purge = Command(
        spec: CommandSpec(
            path: ["quarantine", "purge"],
            summary: "Throw refused events away",
            arguments: [.init("ID", "the events' names in the list", isOptional: true, isRepeated: true)],
            options: choices + [.init("all", "all that are there")],
            formats: [.table, .json],
            takesClock: false,
            examples: ["tipledger quarantine purge --older-than 30d"]
        ),
        run: { command, context in
            let format = try command.format()
            try needsChoice(command)
            return try await context.withWorkspace(command) { workspace in
                let service = QuarantineService(workspace)
                let count =
                    command.arguments.isEmpty
                    ? try await service.purge(filter(command)) : try await service.purge(command.arguments)
                if format == .json {
                    try Output.write(["purged": .integer(Int64(count))], command)
                } else {
                    try Output.write("purged \(count)\n", command)
                }
                return .done
            }
        }
    )

    /// Nothing is done to all refused events unless that is said.
    private static func needsChoice(_ command: ParsedCommand) throws(UsageError) {
        let isChosen =
            !command.arguments.isEmpty || command.has("all") || choices.contains { command.has($0.name) }
        guard !isChosen else { return }
        throw UsageError(
            "\(command.spec.name) needs the events it is for",
            hint: "Give their ids, --code, --dialect, --older-than, or --all."
        )
    }

    private static func filter(_ command: ParsedCommand) throws -> Quarantine.Filter {
        var filter = Quarantine.Filter()
        filter.code = command.value(of: "code")
        filter.dialect = command.value(of: "dialect")
        filter.before = try command.value(of: "older-than").map {
            try TimeArgument.parse($0, option: "older-than")
        }
        return filter
    }
}

/// The file that `--settings` names.
enum SettingsFile {
    /// What it sets; the contract's settings where none is named.
    static func read(_ command: ParsedCommand) throws -> ServiceSettings {
        guard let path = command.value(of: "settings") else { return ServiceSettings() }
        let bytes = try InputFile.read(path)
        do throws(BadSettings) {
            return try ServiceSettings(bytes: bytes)
        } catch {
            throw BadInput("\(path): \(error)", hint: error.hint)
        }
    }
}
