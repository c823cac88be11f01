import Glibc

/// The service manager that started the program, such as systemd: told when the server is ready, that it still lives,
/// and when it is stopping.
///
/// The protocol is a datagram of `NAME=value` lines to the socket that `NOTIFY_SOCKET` names; see sd_notify(3).
struct ServiceManager: Sendable {
    /// How often it wants to hear that the program lives; nil where it does not watch.
    let watchdog: Duration?

    private let socketPath: String

    /// Reads what the service manager left in the environment.
    ///
    /// Nil where there is no service manager, or its socket cannot be one.
    ///
    /// - Parameters:
    ///   - environment: The variables of the process.
    ///   - process: The number of this process: a watch may be meant for another one.
    init?(environment: [String: String], process: Int32 = getpid()) {
        guard let path = environment["NOTIFY_SOCKET"], path.hasPrefix("/") || path.hasPrefix("@"),
            (2...Self.longestPath).contains(path.utf8.count)
        else { return nil }
        socketPath = path
        let isMeant = environment["WATCHDOG_PID"].map { $0 == String(process) } ?? true
        watchdog =
            isMeant
            ? environment["WATCHDOG_USEC"].flatMap { Int64($0) }.flatMap { $0 > 0 ? .microseconds($0) : nil }
            : nil
    }

    /// What the address of a socket has room for, with the zero at its end.
    private static let longestPath = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1

    /// Sends a message; a manager that does not listen any more loses it.
    ///
    /// - Returns: Whether it was sent.
    @discardableResult
    func tell(_ lines: String...) -> Bool {
        let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        var name = Array(socketPath.utf8)
        // A name that begins with @ stands in no file system; the kernel knows it by a zero in that place.
        if name[0] == UInt8(ascii: "@") { name[0] = 0 }
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: name) }
        let length = socklen_t(MemoryLayout<sockaddr_un>.offset(of: \.sun_path) ?? 2) + socklen_t(name.count)
        let message = Array(lines.joined(separator: "\n").utf8)
        let sent = unsafe withUnsafePointer(to: &address) { address in
            unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                unsafe sendto(
                    descriptor,
                    message,
                    message.count,
                    Int32(MSG_NOSIGNAL),
                    address,
                    length
                )
            }
        }
        return sent == message.count
    }

    /// Says again and again that the program lives, twice as often as asked for, until the task is cancelled.
    ///
    /// - Parameter isAlive: Looks whether it does; while it does not, nothing is said, and the manager starts the
    ///   program anew.
    func keepAlive(_ isAlive: @Sendable () async -> Bool) async {
        guard let watchdog else { return }
        while !Task.isCancelled {
            if await isAlive(), !Task.isCancelled { tell("WATCHDOG=1") }
            try? await Task.sleep(for: watchdog / 2)
        }
    }
}
