import Reports
import TipCore

/// `tipledger plan`: how many people and days an experiment needs.
enum PlanCommand {
    static let command = Command(
        spec: CommandSpec(
            path: ["plan"],
            summary: "How many people and days it takes to find a lift",
            options: [
                .init("baseline", value: "RATE", "the rate of the copy in use, over 0 and under 1"),
                .init("lift", value: "X", "the relative lift to find: 0.1 is 10 % more"),
                .init("variants", value: "N", "variants, the baseline included (default 2)"),
                .init("looks", value: "N", "how often the result may be looked at (default 1)"),
                .init("per-day", value: "N", "people who see the tip for the first time a day"),
            ],
            formats: [.table, .json],
            usesDatabase: false,
            examples: ["tipledger plan --baseline 0.12 --lift 0.1 --looks 5 --per-day 700"]
        ),
        run: { command, context in
            let format = try command.format()
            guard
                let baseline = try command.number(
                    of: "baseline",
                    expected: "a rate such as 0.12",
                    where: { _ in true }
                ),
                let lift = try command.number(
                    of: "lift",
                    expected: "a lift such as 0.1",
                    where: { _ in true }
                )
            else {
                throw UsageError("plan needs --baseline and --lift", hint: "--baseline 0.12 --lift 0.1")
            }
            let perDay =
                command.has("per-day")
                ? try command.integer(of: "per-day", in: 1...1_000_000_000, default: 1) : nil
            let plan: Plan
            do throws(PlanProblem) {
                plan = try Plan(
                    baseline: baseline,
                    lift: lift,
                    variants: Int(try count(command, "variants", default: 2)),
                    looks: Int(try count(command, "looks", default: 1)),
                    perDay: perDay.map { Int64($0) }
                )
            } catch {
                throw UsageError("\(error)", hint: "See: tipledger plan --help")
            }
            if format == .json {
                try Output.write(plan.json, command)
            } else {
                try Output.write(text(plan, context.textOptions(command)), command)
            }
            return .done
        }
    )

    private static func count(_ command: ParsedCommand, _ option: String, default fallback: Int)
        throws(PlanProblem) -> Int
    {
        guard let text = command.value(of: option) else { return fallback }
        // What is no number is out of every range, and the plan says which range it needs.
        return Int(text) ?? -1
    }

    private static func text(_ plan: Plan, _ options: TextOptions) -> String {
        var table = TextTable([.init(""), .init("", .right)])
        table.add(["people per variant", .init(String(plan.peoplePerVariant))])
        table.add(["people in all", .init(String(plan.people))])
        table.add(["days", .init(plan.days.value.map(String.init) ?? "give --per-day")])
        table.add(["power", .init("\(plan.power)")])
        table.add(["alpha", .init("\(plan.alpha)")])
        table.add(["looks", .init(String(plan.looks))])
        return table.text(options)
    }
}
