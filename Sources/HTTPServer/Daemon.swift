import CMicrohttpd
import Foundation
import Glibc

/// libmicrohttpd's daemon: started, told to stop listening, ended.
///
/// Unchecked: the pointer is only passed to functions of libmicrohttpd that may be called on any thread, and
/// the server that owns this calls them in order.
@safe
final class Daemon: @unchecked Sendable {
    private let daemon: OpaquePointer
    private let listening: Int32

    /// What the callbacks get as context: kept alive until the daemon has ended, even if nobody ends it.
    private let context: Unmanaged<ServerCore>

    /// Starts the threads and takes over the socket.
    ///
    /// - Throws: `HTTPServerError` where libmicrohttpd cannot start; it does not say why.
    init(socket: ListeningSocket, threads: Int, core: ServerCore) throws {
        let limits = core.limits
        let context = unsafe Unmanaged.passRetained(core)
        unsafe cmicrohttpd_hear_refusals(handleRefusal)
        let settings = unsafe cmicrohttpd_settings(
            listening_socket: socket.descriptor,
            threads: UInt32(clamping: threads),
            connections: UInt32(clamping: max(limits.connections, threads)),
            connections_per_address: UInt32(clamping: limits.connectionsPerAddress),
            idle_seconds: UInt32(clamping: max(limits.idleTime.components.seconds, 1)),
            // Half of it is for the header; field structures and the header of the answer take the rest.
            connection_memory: 2 * limits.headerBytes + (8 << 10),
            context: context.toOpaque(),
            handler: handleRequest,
            request_line: handleRequestLine,
            completed: handleCompletion,
            connection: handleConnection
        )
        guard let daemon = unsafe withUnsafePointer(to: settings, { unsafe cmicrohttpd_start($0) }) else {
            let number = errno
            close(socket.descriptor)
            unsafe context.release()
            throw HTTPServerError("Cannot start libmicrohttpd on \(socket.address)", number: number)
        }
        unsafe self.daemon = daemon
        self.listening = socket.descriptor
        unsafe self.context = context
    }

    /// Takes no more connections; clients that try are refused by the system.
    func stopListening() {
        unsafe MHD_quiesce_daemon(daemon)
        // The threads may still be about to accept, so the socket is not closed yet, only deaf.
        shutdown(listening, Int32(SHUT_RDWR))
    }

    /// Closes all connections and waits for the threads, on one more that may wait.
    ///
    /// To be called once, after `stopListening`, when no connection is suspended.
    func end() async {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { [self] in
                unsafe MHD_stop_daemon(daemon)
                close(listening)
                unsafe context.release()
                continuation.resume()
            }
        }
    }
}
