import Synchronization

/// A value behind a lock.
///
/// It is a `Mutex`, and besides a number that is read first and written last under the lock. When
/// threads wait, the kernel hands a mutex over where the thread sanitizer cannot see it, and each use
/// of the value then looks like a race; the number shows it the order.
package struct Guarded<Value>: ~Copyable, Sendable {
    private let mutex: Mutex<Value>
    private let order = Atomic<Int>(0)

    /// Puts a value behind a lock.
    package init(_ value: sending Value) {
        mutex = Mutex(value)
    }

    /// Lends the value to a body, to one at a time.
    package borrowing func withLock<Result, Failure>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        try mutex.withLock { value throws(Failure) in
            _ = order.load(ordering: .acquiring)
            defer { order.add(1, ordering: .releasing) }
            return try body(&value)
        }
    }
}
