import Reports
import TipCore
import TipService
import TipStore

/// `tipledger erase`: takes a person out.
enum EraseCommand {
    static let command = Command(
        spec: CommandSpec(
            path: ["erase"],
            summary: "Erase a person under all their names, and refuse what comes of them later",
            arguments: [.init("PERSON", "the person's id, as the app sends it")],
            formats: [.table, .json],
            takesClock: false,
            examples: ["tipledger erase person-42"]
        ),
        run: { command, context in
            let format = try command.format()
            return try await context.withWorkspace(command) { workspace in
                let result = try await ErasureService(workspace).erase(command.arguments[0])
                if format == .json {
                    try Output.write(result.json, command)
                } else {
                    Streams.note(sentence(of: result))
                }
                return .done
            }
        }
    )

    /// What was done, in words.
    static func sentence(of result: Erasure.Result) -> String {
        guard !result.wasErased else {
            return "erased before; what comes of this person is refused"
        }
        let parts = [
            Words.count(Int64(result.names), "name", "names"), Words.count(result.events, "event", "events"),
            Words.count(result.quarantined, "refused event", "refused events"),
        ]
        return
            "erased \(parts.map(\.english).joined(separator: ", ")); what comes of this person is refused from now on"
    }
}
