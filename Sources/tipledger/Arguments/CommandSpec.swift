/// What a command is called, what it takes and what it does, as one value: parsing, help and shell
/// completion are all read from it.
struct CommandSpec: Sendable {
    /// The words that name it, such as `experiment start`.
    let path: [String]
    /// One line that says what it does.
    let summary: String
    /// The arguments by position.
    var arguments: [ArgumentSpec] = []
    /// The options of its own, besides the common ones.
    var options: [OptionSpec] = []
    /// The output formats it offers, the default first; empty where it prints no data.
    var formats: [OutputFormat] = []
    /// Whether it may take `--db`.
    var usesDatabase = true
    /// Whether it may take `--at`; not what holds from now on and from no other time.
    var takesClock = true
    /// Commands a newcomer can copy.
    var examples: [String] = []

    /// The words that name it, as typed.
    var name: String { path.joined(separator: " ") }

    /// Its own options and those common to all commands that have a use for them.
    var allOptions: [OptionSpec] {
        var all = options
        if !formats.isEmpty {
            let names = formats.map(\.rawValue).joined(separator: ", ")
            all.append(.init("format", value: "FORMAT", "\(names) (default \(formats[0].rawValue))"))
            all.append(.init("output", value: "FILE", "write to FILE instead of the standard output"))
        }
        if usesDatabase {
            all.append(
                .init(
                    "db",
                    value: "URL",
                    "the database; default: DATABASE_URL, PG*, else a private one in ./.tipledger"
                )
            )
        }
        if usesDatabase, takesClock {
            all.append(.init("at", value: "TIME", "the clock of the command: RFC 3339, a date, or 30d back"))
        }
        all.append(.init("help", "print this text"))
        return all
    }
}

/// An argument known by its position.
struct ArgumentSpec: Sendable {
    /// What help calls it.
    let name: String
    /// What it is.
    let summary: String
    /// Whether it may be left out.
    var isOptional = false
    /// Whether it may be given several times; only the last one.
    var isRepeated = false

    init(_ name: String, _ summary: String, isOptional: Bool = false, isRepeated: Bool = false) {
        self.name = name
        self.summary = summary
        self.isOptional = isOptional
        self.isRepeated = isRepeated
    }
}

/// An option known by its name.
struct OptionSpec: Sendable {
    /// The name without the dashes.
    let name: String
    /// What help calls its value; nil for a switch that takes none.
    let value: String?
    /// What it does.
    let summary: String

    init(_ name: String, value: String? = nil, _ summary: String) {
        self.name = name
        self.value = value
        self.summary = summary
    }
}

/// How a command writes its data.
enum OutputFormat: String, CaseIterable, Sendable {
    case table, json, ndjson, csv, markdown, html
}
