import TipService

/// Help texts, made from the specifications of the commands.
enum Help {
    /// The version of the program, by semantic versioning.
    static let version = Version.text

    /// The text that a command line asks for where it runs no command: nothing at all, `--version`, `--help`,
    /// `help COMMAND`, or the first word of a family of commands with `--help`.
    ///
    /// - Parameters:
    ///   - words: The command line without the program's name.
    ///   - commands: What can be named.
    /// - Returns: The text; nil where a command is to be run.
    /// - Throws: `UsageError` where help is asked for what does not exist.
    static func asked(by words: [String], of commands: [CommandSpec]) throws(UsageError) -> String? {
        if words == ["--version"] || words == ["version"] { return "tipledger \(version)\n" }
        let wishes: Set = ["--help", "-h", "help"]
        let named = words.filter { !wishes.contains($0) }
        guard !named.isEmpty else { return overview(commands) }
        guard words.first == "help" || words.last.map(wishes.contains) ?? false, named.count < words.count
        else { return nil }
        let family = commands.filter { $0.path.starts(with: named) }
        if family.count > 1 || family.first.map({ $0.path.count > named.count }) ?? false {
            return list(family) + "\nEach explains itself: tipledger \(family[0].name) --help\n"
        }
        guard words.first == "help" else { return nil }
        return text(for: try ParsedCommand(named + ["--help"], among: commands).spec)
    }

    /// What the program is and what it can do.
    static func overview(_ commands: [CommandSpec]) -> String {
        let lines = [
            "Tipledger keeps the log of an app's tips: who saw which, why a tip did not show, which copy works.",
            "", "First steps", "  tipledger demo                 a simulated app, and a true report",
            "  tipledger serve                the endpoint for apps", "", "Commands",
        ].joined(separator: "\n")
        return lines + "\n" + list(commands) + "\nEach command explains itself: tipledger COMMAND --help\n"
    }

    /// The commands with what they do, one a line.
    private static func list(_ commands: [CommandSpec]) -> String {
        let width = commands.map(\.name.count).max() ?? 0
        return commands.map { "  " + padded($0.name, to: width) + "  " + $0.summary + "\n" }.joined()
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
