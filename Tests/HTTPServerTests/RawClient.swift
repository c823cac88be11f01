import Foundation
import Glibc
import HTTPServer

/// A client that sends bytes as they are, also those that no HTTP library would send.
///
/// Calls block, so each runs on a thread of its own and not on the pool, where the server's handlers wait.
final class RawClient: Sendable {
    /// The socket.
    let descriptor: Int32

    /// Connects to a numeric address.
    init(_ address: HTTPAddress) async throws {
        descriptor = try await Self.onThread {
            var hints = unsafe addrinfo()
            unsafe hints.ai_flags = AI_NUMERICHOST
            unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
            var found: UnsafeMutablePointer<addrinfo>?
            _ = unsafe getaddrinfo(address.host, String(address.port), &hints, &found)
            guard let target = unsafe found else { throw Refused(number: EINVAL) }
            defer { unsafe freeaddrinfo(target) }
            let descriptor = unsafe socket(target.pointee.ai_family, target.pointee.ai_socktype, 0)
            var timeout = timeval(tv_sec: 120, tv_usec: 0)
            let size = socklen_t(MemoryLayout<timeval>.size)
            _ = unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &timeout, size)
            _ = unsafe setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &timeout, size)
            let code = unsafe connect(descriptor, target.pointee.ai_addr, target.pointee.ai_addrlen)
            guard code == 0 else {
                let number = errno
                close(descriptor)
                throw Refused(number: number)
            }
            return descriptor
        }
    }

    deinit {
        close(descriptor)
    }

    /// The system did not connect.
    struct Refused: Error {
        let number: Int32
    }

    /// Sends all bytes.
    ///
    /// False where the server has closed the connection.
    @discardableResult
    func send(_ bytes: [UInt8]) async -> Bool {
        await Self.onThread { [descriptor] in
            var sent = 0
            while sent < bytes.count {
                let count = unsafe bytes[sent...].withUnsafeBytes { rest in
                    unsafe Glibc.send(descriptor, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL))
                }
                guard count > 0 else { return false }
                sent += count
            }
            return true
        }
    }

    /// Sends text.
    @discardableResult
    func send(_ text: String) async -> Bool { await send(Array(text.utf8)) }

    /// Sends each piece as a packet of its own.
    func sendsAtOnce() {
        var yes: Int32 = 1
        _ = unsafe setsockopt(
            descriptor,
            Int32(IPPROTO_TCP),
            TCP_NODELAY,
            &yes,
            socklen_t(MemoryLayout<Int32>.size)
        )
    }

    /// Ends sending, but not receiving.
    func endSending() {
        shutdown(descriptor, Int32(SHUT_WR))
    }

    /// Leaves without a goodbye: what the server sends now is answered by a reset.
    func reset() {
        var linger = linger(l_onoff: 1, l_linger: 0)
        _ = unsafe setsockopt(
            descriptor,
            SOL_SOCKET,
            SO_LINGER,
            &linger,
            socklen_t(MemoryLayout.size(ofValue: linger))
        )
    }

    /// Receives until so many answers are complete, the server closes, or nothing comes for two minutes.
    func receive(_ count: Int = 1, headOnly: Bool = false) async -> Received {
        await Self.onThread { [descriptor] in
            var received = Received(headOnly: headOnly)
            var scratch = [UInt8](repeating: 0, count: 64 << 10)
            while received.answers.count < count {
                let size = unsafe recv(descriptor, &scratch, scratch.count, 0)
                guard size > 0 else {
                    received.isClosed = size == 0 || errno != EAGAIN
                    received.isReset = size < 0 && errno == ECONNRESET
                    break
                }
                received.take(scratch.prefix(size))
            }
            return received
        }
    }

    /// Receives until the server closes, or nothing comes for two minutes.
    func receiveAll() async -> Received { await receive(.max) }

    /// Runs what blocks on a thread that may block.
    private static func onThread<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws
        -> Value
    {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { continuation.resume(with: Result { try work() }) }
        }
    }

    private static func onThread<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { continuation.resume(returning: work()) }
        }
    }
}
