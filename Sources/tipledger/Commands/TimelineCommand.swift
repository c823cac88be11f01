import Reports
import TipCore
import TipService

/// `tipledger timeline`: what happened to one person, and what became of the tips.
enum TimelineCommand {
    static let command = Command(
        spec: CommandSpec(
            path: ["timeline"],
            summary: "What happened to a person, and what it changed",
            arguments: [.init("PERSON", "the person's id, as the app sends it")],
            options: [
                .init("since", value: "TIME", "the first instant to tell; default: the first event"),
                .init("until", value: "TIME", "the last instant to tell; default: now"),
                .init("tip", value: "TIP", "only what has to do with this tip"),
            ],
            formats: [.table, .json, .ndjson, .csv],
            examples: [
                "tipledger timeline person-42",
                "tipledger timeline person-42 --tip favorite-backyard --since 7d",
            ]
        ),
        run: { command, context in
            let format = try command.format()
            return try await context.withWorkspace(command) { workspace in
                let now = workspace.now()
                let question = TimelineService.Question(
                    person: command.arguments[0],
                    since: try command.value(of: "since").map {
                        try TimeArgument.parse($0, option: "since", now: now)
                    },
                    until: try command.value(of: "until").map {
                        try TimeArgument.parse($0, option: "until", now: now)
                    } ?? (command.value(of: "at") == nil ? nil : now),
                    tip: command.value(of: "tip")
                )
                do {
                    let telling = try await TimelineService(workspace).tell(question)
                    try write(telling, format, command, context.textOptions(command))
                    return .done
                } catch let error as UnknownTip {
                    throw UsageError("there is no tip '\(error.tip)'", hint: error.hint)
                }
            }
        }
    )

    private static func write(
        _ telling: TimelineService.Telling,
        _ format: OutputFormat,
        _ command: ParsedCommand,
        _ options: TextOptions
    ) throws {
        switch format {
        case .json: try Output.write(telling.json, command)
        case .ndjson:
            try Output.write(telling.entries.map { telling.json($0).text() + "\n" }.joined(), command)
        case .csv: try Output.write(csv(telling), command)
        case .table, .markdown, .html: try Output.write(text(telling, options), command)
        }
    }

    /// One row for each change, and one for each event that changed nothing.
    private static func csv(_ telling: TimelineService.Telling) -> String {
        var table = TextTable(
            ["at", "kind", "id", "text", "tip", "from", "to", "why"].map { TextTable.Column($0) }
        )
        for entry in telling.entries {
            let kind =
                switch entry.cause {
                case .event: "event"
                case .project: "project"
                case .time: "time"
                }
            let cells: [TextTable.Cell] = [
                .init(entry.at.rfc3339), .init(kind), .init(telling.id(of: entry) ?? ""),
                .init(telling.words(entry).english),
            ]
            if entry.changes.isEmpty { table.add(cells) }
            for change in entry.changes {
                let why = change.reason?.rawValue ?? change.because.joined(separator: " ")
                table.add(
                    cells + [
                        .init(change.tip), .init(change.from.rawValue), .init(change.to.rawValue), .init(why),
                    ]
                )
            }
        }
        return table.csv()
    }

    private static func text(_ telling: TimelineService.Telling, _ options: TextOptions) -> String {
        let person = SafeText.visible(telling.question.person)
        guard telling.isKnown else { return "The log has no event of \(person).\n" }
        var page = person
        if telling.representative != telling.question.person {
            page += ", the same person as " + SafeText.visible(telling.representative)
        }
        let told = telling.entries.count { entry in
            if case .event = entry.cause { return true }
            return false
        }
        page += ": \(Words.plain(Words.count(telling.events.count, "event", "events").english))"
        page += told == telling.events.count ? "\n" : ", \(told) of them here\n"
        page += standings("before", telling.standings(telling.timeline.initial))
        if !telling.entries.isEmpty { page += "\n" }
        for entry in telling.entries {
            let id = telling.id(of: entry).map { "  [\($0)]" } ?? ""
            let what: String
            switch entry.cause {
            case .event: what = telling.words(entry).english
            case .project: what = "for everybody: \(telling.words(entry))"
            case .time: what = telling.words(entry).english
            }
            page += "\(entry.at.rfc3339)  " + SafeText.visible(what + id) + "\n"
            for change in entry.changes { page += "    → " + SafeText.visible(change.words.english) + "\n" }
        }
        return page + "\n" + standings("at " + telling.end.rfc3339, telling.standings(telling.timeline.final))
    }

    /// The tips by status, such as `before: available welcome; pending favorite-backyard`.
    private static func standings(_ heading: String, _ standings: [TipStanding]) -> String {
        let parts = TipStatus.allCases.compactMap { status -> String? in
            let tips = standings.filter { $0.status == status }.map(\.tip)
            return tips.isEmpty ? nil : "\(status.rawValue) " + tips.joined(separator: ", ")
        }
        return heading + ": " + SafeText.visible(parts.isEmpty ? "no tips" : parts.joined(separator: "; "))
            + "\n"
    }
}
