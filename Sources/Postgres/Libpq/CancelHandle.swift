import CPostgres

/// What it takes to ask the server, over a connection of its own, to give up what another runs.
@safe
final class CancelHandle: Sendable {
    // Safe to share: libpq fills the structure once and documents PQcancel on it as thread safe;
    // only the deinit changes it, when nobody else holds it any more.
    private nonisolated(unsafe) let pointer: OpaquePointer?

    /// Takes over a handle; libpq gives none for a connection that is already broken.
    init(_ pointer: OpaquePointer?) {
        unsafe self.pointer = pointer
    }

    deinit {
        unsafe PQfreeCancel(pointer)
    }

    /// Asks the server to give up; blocks until it has taken note, or could not be reached.
    func cancel() {
        var message = [CChar](repeating: 0, count: 256)
        // A failure means that there is nothing to cancel any more: the statement ends by itself.
        _ = unsafe PQcancel(pointer, &message, Int32(message.count))
    }
}
