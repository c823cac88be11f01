import Reports
import TipCore
import TipService
import TipStore

/// `tipledger plan`: how many people and days an experiment needs.
enum PlanCommand {
    static let command = Command(
        spec: CommandSpec(
            path: ["plan"],
            summary: "How many people and days it takes to find a lift",
            options: [
                .init("experiment", value: "ID", "plan from what the log knows of its tip"),
                .init("baseline", value: "RATE", "the rate of the copy in use, over 0 and under 1"),
                .init("lift", value: "X", "the relative lift to find: 0.1 is 10 % more"),
                .init("variants", value: "N", "variants, the baseline included (default 2)"),
                .init("looks", value: "N", "how often the result may be looked at (default 1)"),
                .init("per-day", value: "N", "people who see the tip for the first time a day"),
            ],
            formats: [.table, .json],
            examples: [
                "tipledger plan --baseline 0.12 --lift 0.1 --looks 5 --per-day 700",
                "tipledger plan --experiment favorites-copy --lift 0.1",
            ]
        ),
        run: { command, context in
            let format = try command.format()
            guard let id = command.value(of: "experiment") else {
                return try write(try asked(command), format, command, context)
            }
            return try await context.withWorkspace(command) { workspace in
                try await workspace.store.project.refresh()
                let lift = try command.number(
                    of: "lift",
                    expected: "a lift such as 0.1",
                    where: { _ in true }
                )
                let known = try await ExperimentService(workspace).planning(id, lift: lift)
                let outlook = try outlook(known, command)
                return try write(outlook, format, command, context)
            }
        }
    )

    /// A plan, with what so many people a day find instead.
    fileprivate struct Outlook {
        let plan: Plan
        let lift: Double
        /// The lifts that one to eight weeks of people find; none where it is not known how many come a day.
        let lifts: [(weeks: Int, lift: Figure<Double>)]
        /// What the log knows of the tip; nil where the plan is not made from the log.
        let history: History?

        init(_ plan: Plan, baseline: Double, lift: Double, perDay: Int64?, history: History? = nil) {
            self.plan = plan
            self.lift = lift
            self.history = history
            lifts = [1, 2, 4, 8].compactMap { weeks in
                perDay.map { (weeks, plan.detectableLift(baseline: baseline, people: $0 * 7 * Int64(weeks))) }
            }
        }
    }

    private static func outlook(
        _ known: (history: History, definition: ExperimentDefinition, lift: Double?),
        _ command: ParsedCommand
    ) throws -> Outlook {
        let history = known.history
        let given = try command.number(of: "baseline", expected: "a rate such as 0.12", where: { _ in true })
        guard let rate = given ?? history.rate else {
            throw UsageError(
                "the log knows too little of the tip: \(history.conversions) of \(history.people) people",
                hint: "Give --baseline, or wait until \(History.leastPeople) people have seen it."
            )
        }
        guard let lift = known.lift else {
            throw UsageError("the plan of the experiment names no minimumLift", hint: "Give --lift 0.1.")
        }
        let perDay =
            command.has("per-day")
            ? Int64(try command.integer(of: "per-day", in: 1...1_000_000_000, default: 1)) : history.perDay
        let definition = try changed(known.definition, command)
        do throws(PlanProblem) {
            let plan = try PlanReview(definition).plan(rate: rate, lift: lift, perDay: perDay)
            return Outlook(plan, baseline: rate, lift: lift, perDay: perDay, history: history)
        } catch {
            throw UsageError("\(error)", hint: "See: tipledger plan --help")
        }
    }

    /// The experiment with as many variants and looks as the command line says.
    private static func changed(_ definition: ExperimentDefinition, _ command: ParsedCommand)
        throws(UsageError)
        -> ExperimentDefinition
    {
        var definition = definition
        if command.has("looks") {
            var plan = definition.plan ?? ExperimentDefinition.Plan()
            plan.looks = try command.integer(of: "looks", in: 1...Plan.mostLooks, default: 1)
            definition.plan = plan
        }
        if command.has("variants") {
            let count = try command.integer(of: "variants", in: 2...Plan.mostVariants, default: 2)
            definition.variants = (0..<count).map { .init(id: String($0)) }
        }
        return definition
    }

    /// The plan of a command line that names no experiment.
    private static func asked(_ command: ParsedCommand) throws -> Outlook {
        guard
            let baseline = try command.number(
                of: "baseline",
                expected: "a rate such as 0.12",
                where: { _ in true }
            ),
            let lift = try command.number(of: "lift", expected: "a lift such as 0.1", where: { _ in true })
        else {
            throw UsageError(
                "plan needs --baseline and --lift, or --experiment",
                hint: "--baseline 0.12 --lift 0.1"
            )
        }
        let perDay =
            command.has("per-day")
            ? Int64(try command.integer(of: "per-day", in: 1...1_000_000_000, default: 1)) : nil
        do throws(PlanProblem) {
            let plan = try Plan(
                baseline: baseline,
                lift: lift,
                variants: count(command, "variants", default: 2),
                looks: count(command, "looks", default: 1),
                perDay: perDay
            )
            return Outlook(plan, baseline: baseline, lift: lift, perDay: perDay)
        } catch {
            throw UsageError("\(error)", hint: "See: tipledger plan --help")
        }
    }

    private static func write(
        _ outlook: Outlook,
        _ format: OutputFormat,
        _ command: ParsedCommand,
        _ context: Context
    ) throws -> ExitCode {
        if format == .json {
            try Output.write(outlook.json, command)
        } else {
            try Output.write(text(outlook, context.textOptions(command)), command)
            let inCatalog = outlook.plan.inCatalog(lift: outlook.lift)
            Streams.note("next: write it into the experiment of the catalog, then apply it: \(inCatalog)")
        }
        return .done
    }

    private static func count(_ command: ParsedCommand, _ option: String, default fallback: Int) -> Int {
        guard let text = command.value(of: option) else { return fallback }
        // What is no number is out of every range, and the plan says which range it needs.
        return Int(text) ?? -1
    }

    private static func text(_ outlook: Outlook, _ options: TextOptions) -> String {
        let plan = outlook.plan
        var table = TextTable([.init(""), .init("", .right)])
        if let history = outlook.history {
            table.add(["people in the log", .init(String(history.people))])
            table.add(["converted", .init(String(history.conversions))])
            table.add(["people a day", .init(history.perDay.map(String.init) ?? "unknown")])
            table.add(["lift to find", .init(Words.chosen(outlook.lift))])
        }
        table.add(["people per variant", .init(String(plan.peoplePerVariant))])
        table.add(["people in all", .init(String(plan.people))])
        table.add(["days", .init(plan.days.value.map(String.init) ?? "give --per-day")])
        table.add(["whole weeks", .init(plan.days.value.map { String(($0 + 6) / 7) } ?? "–")])
        table.add(["power", .init("\(plan.power)")])
        table.add(["alpha", .init("\(plan.alpha)")])
        table.add(["looks", .init(String(plan.looks))])
        for (weeks, lift) in outlook.lifts {
            let found = lift.value.map { Words.chosen(($0 * 1000).rounded() / 1000) } ?? "–"
            table.add([.init("lift in \(weeks) week\(weeks == 1 ? "" : "s")"), .init(found)])
        }
        return table.text(options)
    }
}

extension PlanCommand.Outlook {
    /// The plan with what the lift, the days and the log make of it.
    fileprivate var json: JSON {
        var members: [JSON.Member] = [
            .init("lift", .number(lift)),
            .init("weeks", plan.days.value.map { .integer(($0 + 6) / 7) } ?? .null),
            .init(
                "lifts",
                .array(
                    lifts.map { entry in
                        [
                            "weeks": .integer(Int64(entry.weeks)),
                            "lift": entry.lift.value.map { .number($0) } ?? .null,
                        ]
                    }
                )
            ),
        ]
        if let history {
            members.append(
                .init(
                    "history",
                    [
                        "people": .integer(history.people), "conversions": .integer(history.conversions),
                        "days": .integer(Int64(history.days)),
                        "perDay": history.perDay.map { .integer($0) } ?? .null,
                    ]
                )
            )
        }
        guard case .object(let planned) = plan.json else { return .object(members) }
        return .object(planned + members)
    }
}
