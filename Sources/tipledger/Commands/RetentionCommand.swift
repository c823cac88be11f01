import Reports
import TipCore
import TipService
import TipStore

/// `tipledger retention`: drops old events and keeps what they came to.
enum RetentionCommand {
    static let command = Command(
        spec: CommandSpec(
            path: ["retention"],
            summary: "Drop events older than an age, and keep the states they came to",
            options: [
                .init("older-than", value: "AGE", "such as 400d; whole months before that are dropped"),
                .init("dry-run", "count what would be dropped, and drop nothing"),
            ],
            formats: [.table, .json],
            examples: ["tipledger retention --older-than 400d --dry-run"]
        ),
        run: { command, context in
            let format = try command.format()
            guard let age = command.value(of: "older-than") else {
                throw UsageError("retention needs --older-than", hint: "Such as --older-than 400d.")
            }
            let isDry = command.has("dry-run")
            return try await context.withWorkspace(command) { workspace in
                let instant = try TimeArgument.parse(age, option: "older-than", now: workspace.now())
                guard instant < workspace.now() else {
                    throw UsageError("--older-than lies ahead", hint: "Write an age, such as 400d.")
                }
                let result = try await RetentionService(workspace).drop(before: instant, isDry: isDry)
                if format == .json {
                    try Output.write(result.json, command)
                } else {
                    Streams.note(sentence(of: result, isDry: isDry))
                }
                return .done
            }
        }
    )

    /// What was done, in words.
    private static func sentence(of result: Retention.Result, isDry: Bool) -> String {
        let events = Words.count(result.events, "event", "events")
        let people = Words.count(result.people, "person", "people")
        let kept =
            result.keptPeople > 0
            ? "; the events of \(Words.count(result.keptPeople, "person", "people")) in experiments or with several names stay"
            : ""
        let months = isDry ? "" : ", and \(Words.count(Int64(result.months), "month", "months"))"
        return "\(isDry ? "would drop" : "dropped") \(events) of \(people) from before "
            + "\(result.cut.rfc3339)\(months)\(kept)"
    }
}
