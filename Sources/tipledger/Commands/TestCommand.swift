import Reports
import TipCore
import TipService

/// `tipledger test`: golden cases, without a database.
enum TestCommand {
    static let command = Command(
        spec: CommandSpec(
            path: ["test"],
            summary: "Run golden cases of tips and rules, without a database",
            arguments: [.init("CASES.json", "files in the format tipledger.cases/1", isRepeated: true)],
            usesDatabase: false,
            examples: ["tipledger test cases.json"]
        ),
        run: { command, _ in
            var passed = 0
            var failed = 0
            for path in command.arguments {
                let bytes = try InputFile.read(path)
                let outcome: GoldenCases.Outcome
                do throws(UnreadableCases) {
                    outcome = try GoldenCases.run(bytes, file: path)
                } catch {
                    throw BadInput(
                        error.problems.joined(separator: "\n"),
                        hint: "The format is tipledger.cases/1."
                    )
                }
                for line in outcome.failures { try Streams.write(Array((line + "\n").utf8)) }
                passed += outcome.passed
                failed += outcome.failed
            }
            try Streams.write(Array("\(passed) passed, \(failed) failed\n".utf8))
            return failed == 0 ? .done : .failed
        }
    )
}
