import CPostgres
import Foundation

/// A program started by this one, in a session of its own: a terminal's interrupt does not reach it,
/// and it lives on when this program ends.
///
/// It gets none of this program's files, so that a pipe that this program writes to ends with it.
struct ChildProcess {
    /// Its number.
    let id: pid_t

    private let outcome = Outcome()

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - arguments: The path of the program and its arguments.
    ///   - output: The file that what it prints is appended to.
    ///   - folder: Where it starts.
    /// - Throws: `ClusterError` when it cannot be started.
    init(_ arguments: [String], output: String = "/dev/null", folder: String = "/") throws(ClusterError) {
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        unsafe posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_APPEND, 0o600)
        unsafe posix_spawn_file_actions_adddup2(&actions, 1, 2)
        unsafe posix_spawn_file_actions_addclosefrom_np(&actions, 3)
        unsafe posix_spawn_file_actions_addchdir_np(&actions, folder)

        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        // Signals that this program ignores or holds back must reach the child all the same.
        var none = sigset_t()
        unsafe sigemptyset(&none)
        var all = sigset_t()
        unsafe sigfillset(&all)
        unsafe posix_spawnattr_setsigmask(&attributes, &none)
        unsafe posix_spawnattr_setsigdefault(&attributes, &all)
        let flags = cpostgres_spawn_setsid | Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF)
        unsafe posix_spawnattr_setflags(&attributes, flags)

        var id: pid_t = 0
        // The environment is the least: PG* variables of this program must not steer the server.
        let environment = ["PATH=/usr/local/bin:/usr/bin:/bin", "LANG=C.UTF-8"]
        let status = unsafe CStrings(arguments).withPointers { arguments in
            unsafe CStrings(environment).withPointers { environment in
                unsafe Self.spawn(&id, arguments, &actions, &attributes, environment)
            }
        }
        guard status == 0 else {
            throw ClusterError(
                .startFailed,
                "\(arguments[0]) cannot be started: \(unsafe String(cString: strerror(status)))",
                hint: "Check that it is installed and may be run."
            )
        }
        self.id = id
        outcome.await(id)
    }

    /// What `posix_spawn` takes, but for the pointers that Swift has as constant and C as not.
    private static func spawn(
        _ id: inout pid_t,
        _ arguments: UnsafePointer<UnsafePointer<CChar>?>?,
        _ actions: inout posix_spawn_file_actions_t,
        _ attributes: inout posix_spawnattr_t,
        _ environment: UnsafePointer<UnsafePointer<CChar>?>?
    ) -> Int32 {
        typealias List = UnsafeMutablePointer<CChar>?
        guard let arguments = unsafe arguments, let environment = unsafe environment,
            let path = unsafe arguments.pointee
        else { return EINVAL }
        // Safe: the pointers differ in type only, and posix_spawn writes through none of them.
        return unsafe posix_spawn(
            &id,
            path,
            &actions,
            &attributes,
            UnsafeRawPointer(arguments).assumingMemoryBound(to: List.self),
            UnsafeRawPointer(environment).assumingMemoryBound(to: List.self)
        )
    }

    /// Says how the program ended, once it has; nil as long as it runs.
    ///
    /// - Returns: The status that `waitpid` gives, or 0 when somebody else has taken it.
    func ended() -> Int32? { outcome.status }

    /// Waits for the program to end; blocks the thread.
    ///
    /// - Returns: The status that `waitpid` gives; 0 means that all went well.
    func wait() -> Int32 {
        while true {
            if let status = ended() { return status }
            pause(.milliseconds(2))
        }
    }

    /// Sends a signal to the program and to what it has started, if it has not ended.
    func signalGroup(_ number: Int32) {
        if ended() == nil { kill(-id, number) }
    }

    /// How a child ended, found out by a thread that waits for it.
    ///
    /// A child that ended stays in the system's table until its parent asks. Nobody else here asks at
    /// the right time, and such leftovers can confuse those who wait for children of their own.
    private final class Outcome: Sendable {
        private let found = Guarded<Int32?>(nil)

        var status: Int32? { found.withLock { $0 } }

        func await(_ id: pid_t) {
            let thread = Thread { [self] in
                var status: Int32 = 0
                var waited: pid_t
                repeat {
                    waited = unsafe waitpid(id, &status, 0)
                } while waited < 0 && errno == EINTR
                let result = waited == id ? status : 0
                found.withLock { $0 = result }
            }
            thread.stackSize = 64 * 1024
            thread.start()
        }
    }
}
