import Glibc

/// Why a server could not start.
package struct HTTPServerError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What was tried and what the system said.
    package let description: String

    /// Says what failed, with the system's words for an error number where there is one.
    init(_ what: String, number: Int32? = nil) {
        guard let number, let text = unsafe strerror(number) else {
            description = what
            return
        }
        description = unsafe "\(what): \(String(cString: text))"
    }
}

/// A socket that takes connections; whoever opens it closes it.
struct ListeningSocket {
    /// The socket.
    let descriptor: Int32

    /// Where it listens, with the port that the system chose.
    let address: HTTPAddress

    /// Opens a socket at an address.
    ///
    /// - Throws: `HTTPServerError` where the host is unknown or the address is not free.
    init(at wanted: HTTPAddress) throws {
        var hints = unsafe addrinfo()
        unsafe hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV
        unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var found: UnsafeMutablePointer<addrinfo>?
        let code = unsafe getaddrinfo(wanted.host, String(wanted.port), &hints, &found)
        guard code == 0, let first = unsafe found else {
            throw HTTPServerError("No address for \(wanted)")
        }
        defer { unsafe freeaddrinfo(first) }

        let flags = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let descriptor = unsafe socket(first.pointee.ai_family, flags, 0)
        guard descriptor >= 0 else { throw HTTPServerError("No socket for \(wanted)", number: errno) }
        var yes: Int32 = 1
        // A restart must not wait for the last connections of the process before it.
        unsafe setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        guard unsafe bind(descriptor, first.pointee.ai_addr, first.pointee.ai_addrlen) == 0,
            listen(descriptor, 1_024) == 0
        else {
            let number = errno
            close(descriptor)
            throw HTTPServerError("Cannot listen on \(wanted)", number: number)
        }

        var bound = sockaddr_storage()
        var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let port = unsafe withUnsafeMutablePointer(to: &bound) { bound in
            unsafe bound.withMemoryRebound(to: sockaddr.self, capacity: 1) { bound in
                unsafe getsockname(descriptor, bound, &size) == 0 ? PeerName.port(bound) : 0
            }
        }
        self.descriptor = descriptor
        self.address = HTTPAddress(host: wanted.host, port: port)
    }
}

/// Socket addresses as text.
enum PeerName {
    /// The numeric address; IPv4 mapped into IPv6 as plain IPv4; empty where there is none.
    static func text(_ address: UnsafePointer<sockaddr>?) -> String {
        guard let address = unsafe address else { return "" }
        let size: Int
        switch unsafe Int32(address.pointee.sa_family) {
        case AF_INET: size = MemoryLayout<sockaddr_in>.size
        case AF_INET6: size = MemoryLayout<sockaddr_in6>.size
        default: return ""
        }
        var name = [CChar](repeating: 0, count: Int(NI_MAXHOST))
        let code = unsafe getnameinfo(
            address,
            socklen_t(size),
            &name,
            socklen_t(name.count),
            nil,
            0,
            NI_NUMERICHOST
        )
        guard code == 0 else { return "" }
        let text = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let mapped = "::ffff:"
        return text.hasPrefix(mapped) && text.contains(".") ? String(text.dropFirst(mapped.count)) : text
    }

    /// The port.
    static func port(_ address: UnsafePointer<sockaddr>) -> UInt16 {
        switch unsafe Int32(address.pointee.sa_family) {
        case AF_INET:
            unsafe address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
                unsafe $0.pointee.sin_port.bigEndian
            }
        case AF_INET6:
            unsafe address.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) {
                unsafe $0.pointee.sin6_port.bigEndian
            }
        default: 0
        }
    }
}
