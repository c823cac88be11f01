import TipCore
import TipService
import TipStore

/// A command: what it is called and what it does.
struct Command: Sendable {
    /// Name, arguments, options.
    let spec: CommandSpec
    /// Does it.
    let run: @Sendable (ParsedCommand, Context) async throws -> ExitCode
}

/// How the program ends.
enum ExitCode: Int32, Sendable {
    case done = 0
    case failed = 1
    case usage = 2
    case unreachable = 3
    case notAllowed = 4
    case badInput = 5
    case failOn = 10
    case differences = 11
    case partly = 12
}

/// What a command runs in.
struct Context: Sendable {
    /// The environment of the process.
    let environment: [String: String]
    /// What its streams are connected to.
    let terminal: Terminal

    /// Opens the database the command line names and closes it afterwards.
    ///
    /// - Parameters:
    ///   - command: The command line.
    ///   - clock: Where the clock stands unless `--at` says otherwise; nil lets it run.
    ///   - patience: How long what is appended waits for the database.
    ///   - body: What is done with it.
    /// - Returns: What the body returns.
    /// - Throws: What opening the database and the body throw.
    func withWorkspace<Result: Sendable>(
        _ command: ParsedCommand,
        at clock: Timestamp? = nil,
        patience: Duration = AppendLimits().patience,
        _ body: (Workspace) async throws -> Result
    ) async throws -> Result {
        let given = try command.value(of: "at").map { try TimeArgument.parse($0, option: "at") }
        var limits = AppendLimits()
        limits.patience = patience
        let workspace = try await Workspace.open(
            url: command.value(of: "db"),
            environment: environment,
            at: given ?? clock,
            limits: limits
        )
        do {
            let result = try await body(workspace)
            await workspace.close()
            return result
        } catch {
            await workspace.close()
            throw error
        }
    }
}
