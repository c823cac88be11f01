import CMicrohttpd

/// A connection in the hands of libmicrohttpd's thread, which may suspend it until its answer is there.
///
/// Valid only during the call that it came with.
@safe
struct SuspendableConnection {
    private let pointer: OpaquePointer

    /// Wraps the connection of the current call.
    @unsafe
    init(_ pointer: OpaquePointer) {
        unsafe self.pointer = pointer
    }

    /// Stops libmicrohttpd from looking at the connection.
    func suspend() -> SuspendedConnection {
        unsafe MHD_suspend_connection(pointer)
        return unsafe SuspendedConnection(pointer: pointer)
    }
}

/// A connection that libmicrohttpd does not look at, even if the client leaves, so it is valid until resumed.
///
/// Unchecked: the pointer is only passed to `MHD_resume_connection`, which may be called on any thread; its
/// owner calls it once.
@safe
struct SuspendedConnection: @unchecked Sendable {
    fileprivate let pointer: OpaquePointer

    /// Lets libmicrohttpd go on with the connection.
    func resume() {
        unsafe MHD_resume_connection(pointer)
    }
}
