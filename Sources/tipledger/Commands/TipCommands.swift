import Reports
import TipCore
import TipService

/// `tipledger tip off` and `on`: the kill switch, as an event.
enum TipCommands {
    static let all = [
        turn("off", "Hold a tip back from everybody, at once", isOff: true),
        turn("on", "Let a tip's rules decide again", isOff: false),
    ]

    private static func turn(_ verb: String, _ summary: String, isOff: Bool) -> Command {
        Command(
            spec: CommandSpec(
                path: ["tip", verb],
                summary: summary,
                arguments: [.init("TIP", "the tip, a reusable tip with all its items, or one item")],
                formats: [.table, .json],
                examples: ["tipledger tip \(verb) favorite-backyard"]
            ),
            run: { command, context in
                let format = try command.format()
                return try await context.withWorkspace(command) { workspace in
                    do {
                        let tip = command.arguments[0]
                        let standing = try await TipSwitchService(workspace).turn(
                            tip,
                            off: isOff,
                            at: command.has("at") ? workspace.now() : nil
                        )
                        if format == .json { try Output.write(standing.json, command) }
                        let since = standing.at.map { " since \($0.rfc3339)" } ?? ""
                        let already = standing.isChanged ? "" : " already"
                        Streams.note(SafeText.visible("\(tip) is\(already) \(verb) for everybody\(since)"))
                        return .done
                    } catch let error as UnknownTip {
                        throw UsageError("there is no tip '\(error.tip)'", hint: error.hint)
                    } catch let error as LifecycleError {
                        throw UsageError("\(error)", hint: "tipledger tip \(verb) TIP acts from now on.")
                    }
                }
            }
        )
    }
}
