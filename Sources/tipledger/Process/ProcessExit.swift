import Glibc

/// Ending the process.
enum ProcessExit {
    /// Ends the process now, whatever is under way.
    static func now(_ code: ExitCode) -> Never {
        exit(code.rawValue)
    }
}
