import Reports
import TipCore
import TipService
import TipStore

extension Projector.Standing {
    /// The standing as data.
    fileprivate var json: JSON {
        [
            "projection": .string(projection.rawValue), "lag": .integer(lag),
            "version": foundVersion.map { .string($0) } ?? .null, "compatible": .boolean(isCompatible),
        ]
    }

    /// Which fold made the tables, in words.
    fileprivate var state: String {
        let version = foundVersion.map { "version \($0)" } ?? "none"
        return isCompatible ? version : "\(version), to be rebuilt as version \(projection.version)"
    }
}

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
                let projections = try await workspace.store.projector.status()
                if format == .json {
                    try Output.write(
                        [
                            "events": .integer(events),
                            "lag": .integer(projections.map(\.lag).max() ?? 0),
                            "projections": .array(projections.map(\.json)),
                        ],
                        command
                    )
                } else {
                    var table = TextTable([
                        .init("projection"), .init("events"), .init("not folded yet"), .init("fold"),
                    ])
                    for one in projections {
                        table.add([
                            .init(one.projection.rawValue), .init(String(events)), .init(String(one.lag)),
                            .init(one.state),
                        ])
                    }
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
            let projections = try projections(command)
            return try await context.withWorkspace(command) { workspace in
                let bar = ProgressBar(context.terminal, "folding", unit: "events")
                let total = try await workspace.store.log.count()
                let listener = listener(bar, total)
                try await workspace.store.projector.rebuild(projections, listening: listener)
                bar.finish()
                let names = projections.map(\.rawValue).joined(separator: " and ")
                Streams.note("rebuilt \(names) from \(total) events")
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
                let differences = try await workspace.store.projector.verify(listener(bar, total))
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

    private static func listener(_ bar: ProgressBar, _ total: Int64) -> Projector.Listener {
        Projector.Listener(
            progress: { bar.advance($0, of: total) },
            waiting: { Streams.note("another program folds the log anew; waiting for it") }
        )
    }

    /// The projections that are named; all where none is.
    private static func projections(_ command: ParsedCommand) throws(UsageError) -> [Projection] {
        guard let name = command.arguments.first else { return Projection.allCases }
        if let projection = Projection(rawValue: name) { return [projection] }
        throw UsageError(
            "there is no projection '\(name)'",
            hint: NearestName.hint(for: name, among: Projection.allCases.map(\.rawValue))
        )
    }
}
