import Reports
import TipCore
import TipService
import TipStore

/// `tipledger migrate`: the form of the database.
enum MigrateCommands {
    static let all = [status, up]

    private static let status = Command(
        spec: CommandSpec(
            path: ["migrate", "status"],
            summary: "Which migrations the database has",
            formats: [.table, .json]
        ),
        run: { command, context in
            let format = try command.format()
            return try await withMigrator(command, context) { migrator in
                let status = try await migrator.status()
                if format == .json {
                    let list = status.map { entry -> JSON in
                        [
                            "number": .integer(Int64(entry.number)), "name": .string(entry.name),
                            "applied": .boolean(entry.isApplied),
                        ]
                    }
                    try Output.write(.object([.init("migrations", .array(list))]), command)
                } else {
                    var table = TextTable([.init("number"), .init("name"), .init("state")])
                    for entry in status {
                        table.add([
                            .init(String(entry.number)), .init(entry.name),
                            .init(entry.isApplied ? "applied" : "missing"),
                        ])
                    }
                    try Output.write(table.text(), command)
                }
                return .done
            }
        }
    )

    private static let up = Command(
        spec: CommandSpec(
            path: ["migrate", "up"],
            summary: "Bring the database to the form this program knows",
            options: [
                .init(
                    "streams",
                    value: "N",
                    "streams of a new log, fixed for its life (default \(Migrator.defaultStreams))"
                )
            ],
            examples: ["tipledger migrate up --db postgresql://tipledger@localhost/tipledger"]
        ),
        run: { command, context in
            let streams = try command.integer(of: "streams", in: 1...4096, default: Migrator.defaultStreams)
            return try await withMigrator(command, context) { migrator in
                let applied = try await migrator.up(streams: streams)
                for name in applied { Streams.note("applied \(name)") }
                if applied.isEmpty { Streams.note("nothing to do") }
                return .done
            }
        }
    )

    private static func withMigrator(
        _ command: ParsedCommand,
        _ context: Context,
        _ body: (Migrator) async throws -> ExitCode
    ) async throws -> ExitCode {
        let (migrator, close) = try await Workspace.migrator(
            url: command.value(of: "db"),
            environment: context.environment
        )
        do {
            let code = try await body(migrator)
            await close()
            return code
        } catch {
            await close()
            throw error
        }
    }
}
