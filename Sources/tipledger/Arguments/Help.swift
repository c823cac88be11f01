/// Help texts, made from the specifications of the commands.
enum Help {
    /// What the program is and what it can do.
    static func overview(_ commands: [CommandSpec]) -> String {
        var lines = [
            "Tipledger keeps the log of an app's tips: who saw which, why a tip did not show, which copy works.",
            "", "First steps", "  tipledger demo                 a simulated app, and a true report",
            "  tipledger serve                the endpoint for apps", "", "Commands",
        ]
        let width = commands.map(\.name.count).max() ?? 0
        lines += commands.map { "  " + padded($0.name, to: width) + "  " + $0.summary }
        lines += ["", "Each command explains itself: tipledger COMMAND --help"]
        return lines.joined(separator: "\n") + "\n"
    }

    /// How to use one command.
    static func text(for spec: CommandSpec) -> String {
        var lines = [spec.summary, "", "  " + usage(of: spec)]
        if !spec.examples.isEmpty { lines += ["", "Examples"] + spec.examples.map { "  " + $0 } }
        if !spec.arguments.isEmpty {
            lines += ["", "Arguments"]
            let width = spec.arguments.map(\.name.count).max() ?? 0
            lines += spec.arguments.map { "  " + padded($0.name, to: width) + "  " + $0.summary }
        }
        let titles = spec.allOptions.map { "--" + $0.name + ($0.value.map { " " + $0 } ?? "") }
        let width = titles.map(\.count).max() ?? 0
        lines += ["", "Options"]
        lines += zip(titles, spec.allOptions).map { "  " + padded($0, to: width) + "  " + $1.summary }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The form of a command line.
    static func usage(of spec: CommandSpec) -> String {
        var words = ["tipledger", spec.name]
        for argument in spec.arguments {
            let name = argument.name + (argument.isRepeated ? "…" : "")
            words.append(argument.isOptional ? "[\(name)]" : name)
        }
        return words.joined(separator: " ") + " [options]"
    }

    private static func padded(_ text: String, to width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }
}
