import Foundation
import Glibc

/// Ends connections whose time is over or whose client has left, and drains those that were refused, on a thread of its own.
///
/// The thread wakes ten times a second while the server runs, and ends when the watch is let go.
final class ConnectionWatch: Sendable {
    /// How often deadlines are looked at; one may be noticed late by so many milliseconds.
    private static let period: Int32 = 100

    private let lateRefusal: HTTPRefusal
    private let lateAnswer: [UInt8]
    private let connections = Guarded<[ObjectIdentifier: Connection]>([:])
    private let refused = Guarded<[Drain]>([])

    /// Watches nothing yet.
    ///
    /// - Parameters:
    ///   - lateRefusal: why a client is refused whose request came too slowly.
    ///   - lateAnswer: what it gets.
    init(lateRefusal: HTTPRefusal, lateAnswer: [UInt8]) {
        self.lateRefusal = lateRefusal
        self.lateAnswer = lateAnswer
    }

    /// Starts the thread.
    func start() {
        let thread = Thread { [weak self] in
            var drains = DrainList()
            while let watch = self {
                drains.add(
                    watch.refused.withLock { list in
                        defer { list = [] }
                        return list
                    }
                )
                watch.expire()
                drains.run(for: Self.period)
            }
        }
        thread.name = "http-watch"
        thread.start()
    }

    /// How many connections are open.
    var count: Int { connections.withLock { $0.count } }

    /// Watches a new connection.
    func add(_ connection: Connection) {
        connections.withLock { $0[ObjectIdentifier(connection)] = connection }
    }

    /// Forgets a connection that is being closed, and drains what its client still sends.
    ///
    /// - Parameters:
    ///   - connection: the connection.
    ///   - drain: most bytes to read and drop.
    func remove(_ connection: Connection, drain: Int) {
        connections.withLock { _ = $0.removeValue(forKey: ObjectIdentifier(connection)) }
        guard let descriptor = connection.closed() else { return }
        refused.withLock { $0.append(Drain(descriptor: descriptor, bytesLeft: drain)) }
    }

    /// Ends all connections that wait for a request.
    func endIdle() {
        for connection in all { connection.endIfIdle() }
    }

    /// Ends all connections whose time is over, or whose client has left.
    private func expire() {
        let now = ContinuousClock.now
        let all = all
        for connection in all { connection.expire(at: now, refusal: lateRefusal, answer: lateAnswer) }
        // A descriptor may be another connection's by now; that only costs it a second look.
        var polled = all.map { pollfd(fd: $0.descriptor, events: Self.hasEnded, revents: 0) }
        guard unsafe poll(&polled, nfds_t(polled.count), 0) > 0 else { return }
        for (connection, poll) in zip(all, polled) where poll.revents & Self.hasEnded != 0 {
            connection.endIfLeft()
        }
    }

    /// POLLRDHUP, which the Glibc module lacks: the other side sends no more.
    private static let hasEnded: Int16 = 0x2000

    private var all: [Connection] { connections.withLock { Array($0.values) } }
}

/// A socket whose client was refused and is still sending.
private struct Drain {
    let descriptor: Int32
    var bytesLeft: Int
    var deadline = ContinuousClock.now + .seconds(5)

    /// Reads and drops what there is.
    ///
    /// False where the client has ended, or has used up its bytes or its time.
    mutating func dropReceived(_ scratch: inout [UInt8]) -> Bool {
        while bytesLeft > 0 {
            let count = unsafe recv(descriptor, &scratch, scratch.count, Int32(MSG_DONTWAIT))
            if count < 0, errno == EAGAIN || errno == EINTR { return ContinuousClock.now < deadline }
            guard count > 0 else { return false }
            bytesLeft -= count
        }
        return false
    }
}

/// The sockets that are being drained; closes what it holds.
private struct DrainList: ~Copyable {
    /// Most at a time; the oldest are closed for more.
    private static let most = 256

    private var drains: [Drain] = []
    private var scratch = [UInt8](repeating: 0, count: 64 << 10)

    /// Takes over sockets.
    mutating func add(_ new: [Drain]) {
        drains += new
        let excess = max(drains.count - Self.most, 0)
        for drain in drains.prefix(excess) { close(drain.descriptor) }
        drains.removeFirst(excess)
    }

    /// Waits so many milliseconds, or until a socket has something, and drops it.
    mutating func run(for period: Int32) {
        var polled = drains.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
        guard unsafe poll(&polled, nfds_t(polled.count), period) >= 0 else { return }
        var left: [Drain] = []
        for var drain in drains {
            if drain.dropReceived(&scratch) { left.append(drain) } else { close(drain.descriptor) }
        }
        drains = left
    }

    deinit {
        for drain in drains { close(drain.descriptor) }
    }
}
