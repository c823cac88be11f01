import Reports
import TipCore
import TipService

/// `tipledger validate`, `diff` and `apply`: the catalog file.
enum CatalogCommands {
    static let all = [validate, diff, apply]

    private static let file = ArgumentSpec("FILE", "the catalog, such as tips.json5")

    private static let validate = Command(
        spec: CommandSpec(
            path: ["validate"],
            summary: "Check a catalog file",
            arguments: [file],
            formats: [.table, .json],
            usesDatabase: false,
            examples: ["tipledger validate tips.json5"]
        ),
        run: { command, _ in
            let checked = CatalogFile(try InputFile.read(command.arguments[0]), name: command.arguments[0])
            if try command.format() == .json {
                try Output.write(checked.json, command)
            } else {
                try Output.write(checked.problems, command)
                Streams.note(checked.summary)
            }
            return checked.catalog == nil ? .badInput : .done
        }
    )

    private static let diff = Command(
        spec: CommandSpec(
            path: ["diff"],
            summary: "What applying a catalog file would change, and for how many people",
            arguments: [file],
            options: [
                .init(
                    "sample",
                    value: "N",
                    "fold at most N people (default \(CatalogEffectService.mostPeople)); of more, a sample by hash"
                )
            ],
            formats: [.table, .json],
            examples: ["tipledger diff tips.json5"]
        ),
        run: { command, context in
            let file = try readCatalog(command.arguments[0])
            let catalog = file.catalog
            let format = try command.format()
            let most = try command.integer(
                of: "sample",
                in: 1...10_000_000,
                default: CatalogEffectService.mostPeople
            )
            return try await context.withWorkspace(command) { workspace in
                let change = try CatalogService(workspace).change(to: catalog)
                let warnings = try CatalogService(workspace).warnings(for: file.file)
                if !warnings.isEmpty { Streams.note(warnings.text) }
                let effect = try await CatalogEffectService(workspace).effect(of: catalog, most: most)
                if format == .json {
                    let diff = JSON.Member("diff", change.json)
                    try Output.write(
                        .object([diff, .init("effect", effect.json), .init("warnings", warnings.json)]),
                        command
                    )
                } else if change.isEmpty {
                    Streams.note("no difference")
                } else {
                    let lines = effect.lines.map { $0 + "\n" }.joined()
                    try Output.write(change.text + SafeText.visible(lines, except: ["\n"]), command)
                }
                return change.isEmpty ? .done : .differences
            }
        }
    )

    private static let apply = Command(
        spec: CommandSpec(
            path: ["apply"],
            summary: "Put a catalog file in force",
            arguments: [file],
            options: [
                .init(
                    "new-phase",
                    value: "ID",
                    "start a new phase of this running experiment with it; several with commas"
                )
            ],
            formats: [.table, .json],
            examples: [
                "tipledger apply tips.json5", "tipledger apply tips.json5 --new-phase favorites-copy",
            ]
        ),
        run: { command, context in
            let file = try readCatalog(command.arguments[0])
            let catalog = file.catalog
            let format = try command.format()
            let phases = command.value(of: "new-phase")?.split(separator: ",").map(String.init) ?? []
            return try await context.withWorkspace(command) { workspace in
                let service = CatalogService(workspace)
                let warnings = try service.warnings(for: file.file, beginningPhaseOf: phases)
                let applied = try await service.apply(catalog, beginningPhaseOf: phases)
                if !warnings.isEmpty { Streams.note(warnings.text) }
                if format == .json {
                    let revision = JSON.Member("revision", .integer(Int64(applied.revision)))
                    let diff = JSON.Member("diff", applied.change.json)
                    try Output.write(.object([revision, diff, .init("warnings", warnings.json)]), command)
                } else {
                    try Output.write(applied.change.text, command)
                    Streams.note(
                        applied.change.isEmpty
                            ? "nothing to apply: revision \(applied.revision) says the same"
                            : "applied as revision \(applied.revision)"
                    )
                    for id in phases {
                        let phase = try ExperimentService(workspace).entry(id).record?.currentPhase.number
                        Streams.note("\(id) is in phase \(phase ?? 1) now; people are dealt out anew")
                    }
                }
                return .done
            }
        }
    )

    /// A catalog without errors; warnings are told, errors end the command.
    private static func readCatalog(_ path: String) throws(BadInput) -> (file: CatalogFile, catalog: Catalog)
    {
        let file = CatalogFile(try InputFile.read(path), name: path)
        if !file.problems.isEmpty { Streams.note(file.problems) }
        guard let catalog = file.catalog else {
            throw BadInput("\(path) has \(file.summary)", hint: "Nothing was changed.")
        }
        return (file, catalog)
    }
}
