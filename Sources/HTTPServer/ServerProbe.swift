import Glibc

/// Asks a running server one question over a socket, as a health check does: no program from outside is needed for
/// it, and an image can do without one.
package struct ServerProbe: Sendable {
    /// Where the server listens.
    package let address: HTTPAddress

    /// How long each step may take: to connect, to send, to get the first bytes.
    package let patience: Duration

    /// Prepares to ask; a server that listens on all addresses is asked on the loopback.
    ///
    /// - Parameters:
    ///   - address: Where it listens.
    ///   - patience: How long a step may take, at least a millisecond.
    package init(_ address: HTTPAddress, patience: Duration = .seconds(3)) {
        let everywhere = ["0.0.0.0": "127.0.0.1", "::": "::1"]
        self.address = HTTPAddress(host: everywhere[address.host] ?? address.host, port: address.port)
        self.patience = max(patience, .milliseconds(1))
    }

    /// The status that a GET of a path is answered with.
    ///
    /// It blocks the thread.
    ///
    /// - Throws: `HTTPServerError` where nobody answers in time, or with something that is not HTTP.
    package func status(of path: String) throws -> Int {
        let descriptor = try connected()
        defer { close(descriptor) }
        let request = "GET \(path) HTTP/1.1\r\nHost: \(address)\r\nConnection: close\r\n\r\n"
        var rest = Array(request.utf8)[...]
        while !rest.isEmpty {
            let sent = unsafe rest.withUnsafeBytes {
                unsafe send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard sent > 0 || errno == EINTR else {
                throw HTTPServerError("\(address) takes no request", number: errno)
            }
            rest = rest.dropFirst(max(0, sent))
        }
        return try Self.status(in: answer(descriptor), of: address)
    }

    /// The status of an answer that begins so.
    private static func status(in line: [UInt8], of address: HTTPAddress) throws -> Int {
        let words = String(decoding: line, as: UTF8.self).split(separator: " ")
        guard words.count >= 2, words[0].hasPrefix("HTTP/1."), let status = Int(words[1].prefix(3)),
            (100...599).contains(status)
        else { throw HTTPServerError("\(address) does not answer as an HTTP server does") }
        return status
    }

    /// The first bytes of the answer, as many as its first line needs.
    private func answer(_ descriptor: Int32) throws -> [UInt8] {
        var line: [UInt8] = []
        while !line.contains(UInt8(ascii: "\n")), line.count < 512 {
            var piece = [UInt8](repeating: 0, count: 512)
            let got = unsafe recv(descriptor, &piece, piece.count, 0)
            if got < 0, errno == EINTR { continue }
            guard got >= 0 else { throw HTTPServerError("\(address) does not answer", number: errno) }
            if got == 0 { break }
            line += piece[..<got]
        }
        return line
    }

    /// A socket that is connected to the server, with the patience set for each step.
    private func connected() throws -> Int32 {
        var hints = unsafe addrinfo()
        unsafe hints.ai_flags = AI_NUMERICSERV
        unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var found: UnsafeMutablePointer<addrinfo>?
        guard unsafe getaddrinfo(address.host, String(address.port), &hints, &found) == 0,
            let first = unsafe found
        else { throw HTTPServerError("No address for \(address)") }
        defer { unsafe freeaddrinfo(first) }
        let flags = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        let descriptor = unsafe socket(first.pointee.ai_family, flags, 0)
        guard descriptor >= 0 else { throw HTTPServerError("No socket for \(address)", number: errno) }
        let parts = patience.components
        var time = timeval(
            tv_sec: Int(parts.seconds),
            tv_usec: Int(parts.attoseconds / 1_000_000_000_000)
        )
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
            unsafe setsockopt(descriptor, SOL_SOCKET, option, &time, socklen_t(MemoryLayout<timeval>.size))
        }
        guard unsafe connect(descriptor, first.pointee.ai_addr, first.pointee.ai_addrlen) == 0 else {
            let number = errno
            close(descriptor)
            throw HTTPServerError("Nobody listens on \(address)", number: number)
        }
        return descriptor
    }
}
