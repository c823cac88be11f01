import Reports
import TipCore
import TipService
import TipStore

/// `tipledger doctor`: what an operator forgets.
enum DoctorCommand {
    static let command = Command(
        spec: CommandSpec(
            path: ["doctor"],
            summary: "Look the database over for what an operator forgets",
            options: [
                .init("ready", "ask a running server instead whether it can take events"),
                .init(
                    "server",
                    value: "ADDRESS",
                    "which server --ready asks (default 127.0.0.1:8080)"
                ),
            ],
            formats: [.table, .json],
            takesClock: false,
            examples: [
                "tipledger doctor --db postgresql://tipledger@localhost/tipledger",
                "tipledger doctor --ready --server 127.0.0.1:8080",
            ]
        ),
        run: { command, context in
            if command.has("ready") { return try await askServer(command) }
            guard !command.has("server") else {
                throw UsageError(
                    "--server needs --ready",
                    hint: "Without it, doctor looks the database over."
                )
            }
            let format = try command.format()
            let findings = try await Workspace.doctor(
                url: command.value(of: "db"),
                environment: context.environment
            )
            if format == .json {
                try Output.write(findings.json, command)
            } else {
                var table = TextTable([
                    .init("check"), .init("severity"), .init("found", .left, .wrap(lines: 4)),
                ])
                for finding in findings {
                    table.add([
                        .init(finding.check.rawValue), .init(finding.severity.rawValue),
                        .init(finding.sentence),
                    ])
                }
                try Output.write(table.text(context.textOptions(command)), command)
                for finding in findings {
                    if let action = finding.action { Streams.note("\(finding.check.rawValue): \(action)") }
                }
            }
            return code(of: findings)
        }
    )

    /// Asks a running server whether it can take events, as a health check does.
    ///
    /// - Returns: 0 where it can, 1 where it cannot now, 3 where nobody answers.
    private static func askServer(_ command: ParsedCommand) async throws -> ExitCode {
        let readiness = try Readiness(of: command.value(of: "server") ?? "127.0.0.1:8080")
        let isJSON = try command.format() == .json
        let isReady: Bool
        do {
            isReady = try await readiness.isReady()
        } catch {
            Streams.note("tipledger: \(error)")
            return .unreachable
        }
        if isJSON {
            let answer: JSON = ["server": .string(readiness.address), "ready": .boolean(isReady)]
            try Output.write(answer, command)
        } else {
            let state = isReady ? "ready" : "not ready: it is stopping, or its database does not answer"
            try Output.write("\(readiness.address) is \(state)\n", command)
        }
        return isReady ? .done : .failed
    }

    /// How the program ends: 4 where the account may not do what it must, 1 where anything else is wrong.
    static func code(of findings: [DoctorFinding]) -> ExitCode {
        let errors = findings.filter { $0.severity == .error }
        if errors.contains(where: { $0.check == .permissions }) { return .notAllowed }
        return errors.isEmpty ? .done : .failed
    }
}
