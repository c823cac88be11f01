import Glibc
import Synchronization

/// The socket of a service manager: takes the datagrams that a program sends to it.
final class NotifySocket: Sendable {
    /// What `NOTIFY_SOCKET` says.
    let name: String
    private let descriptor: Int32
    private let taken = Mutex<[String]>([])

    /// Opens a socket in a folder, or one of no file system where the name begins with `@`.
    init(_ name: String) throws {
        self.name = name
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_NONBLOCK.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        var bytes = Array(name.utf8)
        if bytes.first == UInt8(ascii: "@") { bytes[0] = 0 }
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
        let length = socklen_t(2 + bytes.count)
        let bound = unsafe withUnsafePointer(to: &address) { address in
            unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe bind(descriptor, $0, length)
            }
        }
        guard bound == 0 else { throw NotBound() }
        // A program of another account may send to it.
        if name.hasPrefix("/") { unsafe chmod(name, 0o777) }
    }

    deinit { close(descriptor) }

    /// All datagrams that have come so far.
    var messages: [String] {
        taken.withLock { taken in
            var buffer = [UInt8](repeating: 0, count: 4096)
            while true {
                let got = unsafe recv(descriptor, &buffer, buffer.count, 0)
                guard got > 0 else { return taken }
                taken.append(String(decoding: buffer[..<got], as: UTF8.self))
            }
        }
    }

    /// The socket could not be opened.
    struct NotBound: Error {}
}
