import Testing

@testable import tipledger

@Suite("A command line is read against its command, and the first word that does not fit is named")
struct ArgumentParserTests {
    private static let specs: [CommandSpec] = [
        CommandSpec(
            path: ["report"],
            summary: "",
            arguments: [.init("ID", "", isOptional: true)],
            options: [.init("all", ""), .init("since", value: "TIME", "")],
            formats: [.table, .json]
        ),
        CommandSpec(path: ["keys", "create"], summary: "", usesDatabase: false),
        CommandSpec(path: ["keys", "list"], summary: "", usesDatabase: false),
        CommandSpec(
            path: ["ingest"],
            summary: "",
            arguments: [.init("KIND", ""), .init("FILE", "", isOptional: true, isRepeated: true)]
        ),
    ]

    static let good: [(why: String, words: [String], arguments: [String], option: String, value: String?)] = [
        ("an option before the argument", ["report", "--since", "30d", "x"], ["x"], "since", "30d"),
        ("an option with an equals sign", ["report", "x", "--since=30d"], ["x"], "since", "30d"),
        ("an equals sign in the value", ["report", "--since=a=b"], [], "since", "a=b"),
        ("an empty value", ["report", "--since="], [], "since", ""),
        ("a switch has an empty value", ["report", "--all"], [], "all", ""),
        ("the last of two values holds", ["report", "--since", "1d", "--since", "2d"], [], "since", "2d"),
        ("a value may begin with one dash", ["report", "--since", "-5"], [], "since", "-5"),
        ("a dash alone is an argument", ["ingest", "native", "-"], ["native", "-"], "at", nil),
        ("a negative number is an argument", ["ingest", "-5"], ["-5"], "at", nil),
        ("behind two dashes all are arguments", ["ingest", "--", "--at", "-x"], ["--at", "-x"], "at", nil),
        ("two words name a command", ["keys", "list"], [], "help", nil),
        ("help needs no arguments", ["ingest", "--help"], [], "help", ""),
        ("short help", ["ingest", "-h"], [], "help", ""),
        ("many files", ["ingest", "k", "a", "b", "c"], ["k", "a", "b", "c"], "db", nil),
    ]

    @Test("what is understood", arguments: good)
    func understood(why: String, words: [String], arguments: [String], option: String, value: String?) throws
    {
        let parsed = try ParsedCommand(words, among: Self.specs)
        #expect(parsed.arguments == arguments, "\(why)")
        #expect(parsed.value(of: option) == value, "\(why)")
        #expect(parsed.has(option) == (value != nil))
    }

    static let bad: [(words: [String], message: String, hint: String)] = [
        (["reprot"], "there is no command 'reprot'", "tipledger report"),
        (["keys"], "keys needs one of its commands", ""),
        (["keys", "lst"], "keys has no command 'lst'", "tipledger keys list"),
        (["report", "--sinse", "1d"], "report has no option '--sinse'", "--since"),
        (["report", "--sinse=1d"], "report has no option '--sinse'", "--since"),
        (["report", "-since", "1d"], "report has no option '-since'", "--since"),
        (["report", "--since"], "--since needs a value", "--since TIME"),
        (["report", "--since", "--all"], "--since needs a value", "--since TIME"),
        (["report", "--all=yes"], "--all takes no value", "--all"),
        (["report", "x", "y"], "'y' is one argument too many", "tipledger report --help"),
        (["ingest"], "ingest needs KIND", "KIND"),
        (["keys", "list", "--db", "x"], "keys list has no option '--db'", ""),
    ]

    @Test("what is not, and the nearest thing that would be", arguments: bad)
    func refused(words: [String], message: String, hint: String) {
        do {
            _ = try ParsedCommand(words, among: Self.specs)
            Issue.record("\(words) was understood")
        } catch {
            #expect(error.message == message)
            #expect(error.hint.contains(hint), "\(error.hint)")
        }
    }

    static let spans: [(text: String, seconds: Double?)] = [
        ("30d", 2_592_000), ("12h", 43_200), ("45m", 2700), ("90s", 90), ("2w", 1_209_600), ("0.5d", 43_200),
        ("0s", 0), ("d", nil), ("", nil), ("-1d", nil), ("1", nil), ("1y", nil), ("infd", nil), ("nand", nil),
    ]

    @Test("spans of time", arguments: spans)
    func span(text: String, seconds: Double?) {
        #expect(DurationArgument.seconds(text) == seconds, "\(text)")
    }

    @Test("every command explains itself, and its examples are understood by it")
    func help() throws {
        let specs = Tipledger.commands.map(\.spec)
        for spec in specs {
            let text = Help.text(for: spec)
            #expect(text.contains(spec.summary))
            for option in spec.allOptions { #expect(text.contains("--\(option.name)")) }
            for example in spec.examples {
                let words = example.split(separator: " ").dropFirst().map(String.init)
                #expect(try ParsedCommand(words, among: specs).spec.path == spec.path, "\(example)")
            }
        }
        #expect(Set(specs.map(\.name)).count == specs.count)
    }
}
