import Reports
import TipCore
import TipService

/// `tipledger decide` and `explain`: one person.
enum PersonCommands {
    static let all = [decide, explain]

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
                        try Output.write(answer, command)
                    } else {
                        try Output.write(text(answer, context.textOptions(command)), command)
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

    /// The explanation in lines: the status, each rule with what it saw, what else holds the tip.
    private static func text(_ answer: JSON, _ options: TextOptions) -> String {
        let reason = answer["reason"]?.stringValue.map { " (\($0))" } ?? ""
        var lines = "\(answer["tip"]?.stringValue ?? ""): \(answer["status"]?.stringValue ?? "")\(reason)\n"
        var table = TextTable([.init(""), .init("rule"), .init("saw"), .init("needed")])
        for rule in answer["rules"]?.arrayValue ?? [] {
            table.add([
                .init(rule["holds"] == .boolean(true) ? "ok" : "FAILS"),
                .init(rule["text"]?.stringValue ?? ""),
                .init(words(rule["saw"])), .init(words(rule["needed"])),
            ])
        }
        if !table.rows.isEmpty { lines += table.text(options, indent: 2) }
        for blocker in answer["blockers"]?.arrayValue ?? [] {
            guard let name = blocker["because"]?.stringValue, !name.hasPrefix("rule:") else { continue }
            let tip = blocker["tip"]?.stringValue.map { " by \($0)" } ?? ""
            let until = blocker["until"]?.stringValue.map { " until \($0)" } ?? ""
            lines += "  held back: \(name)\(tip)\(until)\n"
        }
        if let until = answer["until"]?.stringValue { lines += "  can change by itself at \(until)\n" }
        return lines
    }

    private static func words(_ json: JSON?) -> String {
        json?.stringValue ?? json?.text() ?? ""
    }
}
