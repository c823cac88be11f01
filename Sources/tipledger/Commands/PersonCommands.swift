import Reports
import TipCore
import TipService

/// `tipledger decide`, `explain`, `timeline` and `erase`: one person.
enum PersonCommands {
    static let all = [decide, explain, TimelineCommand.command, EraseCommand.command]

    private static let person = ArgumentSpec("PERSON", "the person's id, as the app sends it")

    private static let decide = Command(
        spec: CommandSpec(
            path: ["decide"],
            summary: "Which tips a person may be shown",
            arguments: [person],
            options: [.init("locale", value: "TAG", "the language of copy, such as ja")],
            formats: [.table, .json],
            examples: ["tipledger decide person-42"]
        ),
        run: { command, context in
            let format = try command.format()
            let question = DecisionService.Question(
                person: command.arguments[0],
                locale: command.value(of: "locale"),
                isExplained: false
            )
            return try await context.withWorkspace(command) { workspace in
                let answer = try await DecisionService(workspace).decide(question)
                if format == .json {
                    try Output.write(answer, command)
                } else {
                    try Output.write(table(answer).text(context.textOptions(command)), command)
                }
                return .done
            }
        }
    )

    private static let explain = Command(
        spec: CommandSpec(
            path: ["explain"],
            summary: "Why a tip shows for a person, or why not",
            arguments: [person, .init("TIP", "the tip")],
            options: [.init("locale", value: "TAG", "the language of copy, such as ja")],
            formats: [.table, .json],
            examples: ["tipledger explain person-42 favorite-backyard"]
        ),
        run: { command, context in
            let format = try command.format()
            let question = DecisionService.Question(
                person: command.arguments[0],
                locale: command.value(of: "locale"),
                isExplained: true
            )
            return try await context.withWorkspace(command) { workspace in
                do {
                    let answer = try await DecisionService(workspace).explain(
                        question,
                        tip: command.arguments[1]
                    )
                    if format == .json {
                        try Output.write(answer.json, command)
                    } else {
                        try Output.write(ExplanationText(answer, context.textOptions(command)).text, command)
                    }
                    return .done
                } catch let error as UnknownTip {
                    throw UsageError("there is no tip '\(error.tip)'", hint: error.hint)
                }
            }
        }
    )

    private static func table(_ answer: JSON) -> TextTable {
        var table = TextTable([
            .init("tip"), .init("status"), .init("because"), .init("until"), .init("variant"),
        ])
        for tip in answer["tips"]?.arrayValue ?? [] {
            let because = (tip["because"]?.arrayValue ?? []).compactMap(\.stringValue).joined(separator: ", ")
            table.add([
                .init(tip["tip"]?.stringValue ?? ""), .init(tip["status"]?.stringValue ?? ""),
                .init(tip["reason"]?.stringValue ?? because), .init(tip["until"]?.stringValue ?? ""),
                .init(tip["variant"]?.stringValue ?? ""),
            ])
        }
        return table
    }
}
