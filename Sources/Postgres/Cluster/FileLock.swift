import Glibc

/// A file that programs lock to tell each other what they are doing.
///
/// The kernel lets go of the lock when the program ends, however it ends. Children do not inherit it.
final class FileLock {
    /// How a file can be locked.
    enum Mode {
        /// Together with others that share it.
        case shared
        /// Alone.
        case exclusive
    }

    private let descriptor: Int32

    /// Opens the file, making it if needed; nothing is locked yet.
    init(_ path: String) throws(ClusterError) {
        descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else {
            throw ClusterError(
                .folderUnusable,
                "\(path) cannot be opened: \(SystemError.last)",
                hint: "Check who owns the folder and what its permissions are."
            )
        }
    }

    deinit {
        close(descriptor)
    }

    /// Locks the file if that is possible at once.
    func tryLock(_ mode: Mode) -> Bool {
        flock(descriptor, (mode == .shared ? LOCK_SH : LOCK_EX) | LOCK_NB) == 0
    }

    /// Lets go of the lock.
    func unlock() {
        _ = flock(descriptor, LOCK_UN)
    }

    /// Locks the file, waiting at most so long; blocks the thread.
    ///
    /// - Returns: Whether it was locked in time.
    func lock(_ mode: Mode, within limit: Duration) -> Bool {
        let deadline = ContinuousClock.now + limit
        while !tryLock(mode) {
            if ContinuousClock.now >= deadline { return false }
            pause(.milliseconds(5))
        }
        return true
    }
}

/// Blocks the thread for a while; for threads of their own only.
func pause(_ duration: Duration) {
    usleep(UInt32(clamping: duration.components.attoseconds / 1_000_000_000_000))
}

/// What the system says went wrong last.
enum SystemError {
    /// The text of the thread's last error.
    static var last: String {
        unsafe String(cString: strerror(errno))
    }
}
