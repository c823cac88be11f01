import Glibc

/// Signals to processes on this machine, by their numbers.
enum Signal {
    /// Ends a process in the friendly way.
    static func terminate(_ process: Int32) { _ = kill(process, SIGTERM) }

    /// Ends a process at once, without giving it a chance.
    static func kill(_ process: Int32) { _ = kill(process, SIGKILL) }

    /// Says whether a process is there.
    static func exists(_ process: Int32) -> Bool { kill(process, 0) == 0 }

    private static func kill(_ process: Int32, _ signal: Int32) -> Int32 { Glibc.kill(process, signal) }
}
