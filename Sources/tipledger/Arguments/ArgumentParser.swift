import TipCore

/// A command line, read against the specification of its command.
struct ParsedCommand: Sendable {
    /// The command that was named.
    let spec: CommandSpec
    /// The arguments in order.
    let arguments: [String]
    /// The values of each option in the order they were given; a switch has one empty value.
    private let values: [String: [String]]

    /// Reads a command line.
    ///
    /// Options are `--name value`, `--name=value` or `--switch`, anywhere after the command's words; all that
    /// follows `--` is arguments.
    ///
    /// - Parameters:
    ///   - words: The command line without the program's name.
    ///   - commands: What can be named.
    /// - Throws: `UsageError` naming the first word that does not fit and the nearest one that would.
    init(_ words: [String], among commands: [CommandSpec]) throws(UsageError) {
        let spec = try Self.command(named: words, among: commands)
        var rest = words.dropFirst(spec.path.count)
        var arguments: [String] = []
        var values: [String: [String]] = [:]
        var onlyArguments = false
        while let word = rest.popFirst() {
            if onlyArguments || !word.hasPrefix("-") || word == "-" || Self.isNegativeNumber(word) {
                arguments.append(word)
            } else if word == "--" {
                onlyArguments = true
            } else {
                let (name, value) = try Self.option(word, of: spec, rest: &rest)
                values[name, default: []].append(value)
            }
        }
        self.spec = spec
        self.arguments = arguments
        self.values = values
        if !has("help") { try checkArguments() }
    }

    /// Whether an option was given.
    func has(_ option: String) -> Bool { values[option] != nil }

    /// The last value given for an option.
    func value(of option: String) -> String? { values[option]?.last }

    /// All values given for an option.
    func values(of option: String) -> [String] { values[option] ?? [] }

    private static func isNegativeNumber(_ word: String) -> Bool {
        word.dropFirst().first?.isNumber ?? false
    }

    private static func command(
        named words: [String],
        among commands: [CommandSpec]
    ) throws(UsageError) -> CommandSpec {
        let candidates = commands.filter { words.starts(with: $0.path) }
        if let best = candidates.max(by: { $0.path.count < $1.path.count }) { return best }
        let first = words.first ?? ""
        let family = commands.filter { $0.path.first == first }
        guard family.isEmpty else {
            let verbs = family.compactMap { $0.path.count > 1 ? $0.path[1] : nil }
            let given = words.count > 1 ? words[1] : nil
            throw UsageError(
                given.map { "\(first) has no command '\($0)'" } ?? "\(first) needs one of its commands",
                hint: NearestName.hint(for: given ?? "", among: verbs, prefix: "tipledger \(first) ")
            )
        }
        let names = Set(commands.map { $0.path[0] }).sorted()
        throw UsageError(
            "there is no command '\(first)'",
            hint: NearestName.hint(for: first, among: names, prefix: "tipledger ")
        )
    }

    private static func option(
        _ word: String,
        of spec: CommandSpec,
        rest: inout ArraySlice<String>
    ) throws(UsageError) -> (String, String) {
        let bare = word.drop { $0 == "-" }
        let name = String(bare.prefix { $0 != "=" })
        let inline = bare.count > name.count ? String(bare.dropFirst(name.count + 1)) : nil
        let isShortHelp = word == "-h"
        guard
            let option = spec.allOptions.first(where: {
                $0.name == name || (isShortHelp && $0.name == "help")
            }),
            isShortHelp || word.hasPrefix("--")
        else {
            if name.hasSuffix("password") {
                throw UsageError(
                    "a password is not taken from the command line, which others on this machine can read",
                    hint: "Write it into a file and name that in TIPLEDGER_DB_PASSWORD_FILE."
                )
            }
            throw UsageError(
                "\(spec.name) has no option '\(word.prefix { $0 != "=" })'",
                hint: NearestName.hint(for: name, among: spec.allOptions.map(\.name), prefix: "--")
            )
        }
        guard option.value != nil else {
            guard inline == nil else {
                throw UsageError("--\(name) takes no value", hint: "Write just --\(name).")
            }
            return (option.name, "")
        }
        if let inline { return (option.name, inline) }
        guard let next = rest.first, !next.hasPrefix("--") else {
            throw UsageError("--\(name) needs a value", hint: "Write --\(name) \(option.value ?? "VALUE").")
        }
        rest.removeFirst()
        return (option.name, next)
    }

    private func checkArguments() throws(UsageError) {
        let required = spec.arguments.filter { !$0.isOptional }
        if arguments.count < required.count {
            throw UsageError(
                "\(spec.name) needs \(required[arguments.count].name)",
                hint: "\(required[arguments.count].name): \(required[arguments.count].summary)."
            )
        }
        let isOpen = spec.arguments.last?.isRepeated ?? false
        if arguments.count > spec.arguments.count, !isOpen {
            throw UsageError(
                "'\(arguments[spec.arguments.count])' is one argument too many",
                hint: "See: tipledger \(spec.name) --help"
            )
        }
    }
}

/// A command line that means nothing; the program ends with 2.
struct UsageError: Error, Hashable, Sendable {
    /// What is wrong.
    let message: String
    /// What to write instead.
    let hint: String

    init(_ message: String, hint: String) {
        self.message = message
        self.hint = hint
    }
}
