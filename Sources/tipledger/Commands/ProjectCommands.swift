import Reports
import TipCore
import TipService
import TipStore

/// `tipledger project`: what is folded from the log.
enum ProjectCommands {
    static let all = [status, rebuild, verify]

    private static let status = Command(
        spec: CommandSpec(
            path: ["project", "status"],
            summary: "How far the log has been folded",
            formats: [.table, .json]
        ),
        run: { command, context in
            let format = try command.format()
            return try await context.withWorkspace(command) { workspace in
                let events = try await workspace.store.log.count()
                let lag = try await workspace.store.projector.lag()
                if format == .json {
                    try Output.write(
                        ["projection": "experiments", "events": .integer(events), "lag": .integer(lag)],
                        command
                    )
                } else {
                    var table = TextTable([.init("projection"), .init("events"), .init("not folded yet")])
                    table.add(["experiments", .init(String(events)), .init(String(lag))])
                    try Output.write(table.text(), command)
                }
                return .done
            }
        }
    )

    private static let rebuild = Command(
        spec: CommandSpec(
            path: ["project", "rebuild"],
            summary: "Fold the log anew; the old figures serve meanwhile",
            arguments: [.init("NAME", "the projection (default: all)", isOptional: true)]
        ),
        run: { command, context in
            try checkName(command)
            return try await context.withWorkspace(command) { workspace in
                let bar = ProgressBar(context.terminal, "folding", unit: "events")
                let total = try await workspace.store.log.count()
                try await workspace.store.projector.rebuild { bar.show($0, of: total) }
                bar.finish()
                Streams.note("rebuilt from \(total) events")
                return .done
            }
        }
    )

    private static let verify = Command(
        spec: CommandSpec(
            path: ["project", "verify"],
            summary: "Fold the log beside the live figures and compare them",
            formats: [.table, .json]
        ),
        run: { command, context in
            let format = try command.format()
            return try await context.withWorkspace(command) { workspace in
                let bar = ProgressBar(context.terminal, "folding", unit: "events")
                let total = try await workspace.store.log.count()
                let differences = try await workspace.store.projector.verify { bar.show($0, of: total) }
                bar.finish()
                if format == .json {
                    let list = differences.map { JSON.Member($0.table, .integer($0.rows)) }
                    try Output.write(
                        ["equal": .boolean(differences.isEmpty), "differences": .object(list)],
                        command
                    )
                } else if differences.isEmpty {
                    Streams.note("the live figures equal a fold of \(total) events")
                } else {
                    var table = TextTable([.init("table"), .init("rows that differ")])
                    for difference in differences {
                        table.add([.init(difference.table), .init(String(difference.rows))])
                    }
                    try Output.write(table.text(), command)
                }
                return differences.isEmpty ? .done : .differences
            }
        }
    )

    private static func checkName(_ command: ParsedCommand) throws(UsageError) {
        guard let name = command.arguments.first, name != "experiments" else { return }
        throw UsageError(
            "there is no projection '\(name)'",
            hint: NearestName.hint(for: name, among: ["experiments"])
        )
    }
}
