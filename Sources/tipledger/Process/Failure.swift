import Reports
import TipCore
import TipService

/// How a failure is told and what the program ends with.
enum Failure {
    /// Tells of an error on the standard error.
    ///
    /// - Returns: The exit code for it.
    static func tell(_ error: any Error) -> ExitCode {
        switch error {
        case let error as UsageError:
            Streams.note("tipledger: \(error.message)\n  \(error.hint)")
            return .usage
        case let error as BadInput:
            Streams.note("tipledger: \(error.message)\n  \(error.hint)")
            return .badInput
        case is OutputClosed:
            return .failed
        case is CancellationError:
            Streams.note("tipledger: interrupted")
            return .failed
        default:
            Streams.note("tipledger: \(error)")
            if Workspace.isForbidden(error) { return .notAllowed }
            return Workspace.isUnreachable(error) ? .unreachable : code(of: error)
        }
    }

    private static func code(of error: any Error) -> ExitCode {
        switch error {
        case is UnknownExperiment, is UnknownPhase, is BadAddress, is BadServerAddress: .usage
        case is LifecycleError, is PlanRefusal, is DemoRefused: .notAllowed
        default: .failed
        }
    }
}
