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
            formats: [.table, .json],
            takesClock: false,
            examples: ["tipledger doctor --db postgresql://tipledger@localhost/tipledger"]
        ),
        run: { command, context in
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

    /// How the program ends: 4 where the account may not do what it must, 1 where anything else is wrong.
    static func code(of findings: [DoctorFinding]) -> ExitCode {
        let errors = findings.filter { $0.severity == .error }
        if errors.contains(where: { $0.check == .permissions }) { return .notAllowed }
        return errors.isEmpty ? .done : .failed
    }
}
