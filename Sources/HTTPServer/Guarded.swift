import Glibc

/// A value that one thread at a time may use, behind a lock of POSIX.
///
/// `Synchronization.Mutex` would do, but the thread sanitizer does not see its locking on Linux and reports
/// every use of it from libmicrohttpd's threads as a race; with this lock its silence means something.
///
/// Unchecked: the value is reached only through `withLock`.
@safe
struct Guarded<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
    /// Locks must not move.
    private let lock: UnsafeMutablePointer<pthread_mutex_t>
    private let value: UnsafeMutablePointer<Value>

    /// Takes a value in.
    init(_ value: consuming sending Value) {
        unsafe self.lock = .allocate(capacity: 1)
        unsafe self.value = .allocate(capacity: 1)
        unsafe self.lock.initialize(to: pthread_mutex_t())
        unsafe self.value.initialize(to: value)
        unsafe pthread_mutex_init(lock, nil)
    }

    deinit {
        unsafe pthread_mutex_destroy(lock)
        unsafe lock.deallocate()
        unsafe value.deinitialize(count: 1)
        unsafe value.deallocate()
    }

    /// Uses the value while no one else does; must not be called from within itself.
    borrowing func withLock<Result: ~Copyable, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        unsafe pthread_mutex_lock(lock)
        defer { unsafe pthread_mutex_unlock(lock) }
        return try unsafe body(&value.pointee)
    }
}
