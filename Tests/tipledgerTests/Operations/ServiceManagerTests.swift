import Foundation
import Glibc
import Testing

@testable import tipledger

@Suite("A service manager hears when the server is ready, that it lives, and when it stops")
struct ServiceManagerTests {
    static let environments: [(why: String, set: [String: String], isThere: Bool, watchdog: Duration?)] = [
        ("started by hand", [:], false, nil),
        ("a socket", ["NOTIFY_SOCKET": "/run/s"], true, nil),
        ("a socket of no file system", ["NOTIFY_SOCKET": "@s"], true, nil),
        ("a name that is none", ["NOTIFY_SOCKET": "run/s"], false, nil),
        ("a name with nothing in it", ["NOTIFY_SOCKET": "/"], false, nil),
        ("longer than an address", ["NOTIFY_SOCKET": "/" + String(repeating: "s", count: 200)], false, nil),
        ("watched", ["NOTIFY_SOCKET": "/s", "WATCHDOG_USEC": "30000000"], true, .seconds(30)),
        (
            "watched by number", ["NOTIFY_SOCKET": "/s", "WATCHDOG_USEC": "500000", "WATCHDOG_PID": "7"],
            true, .milliseconds(500)
        ),
        (
            "another is watched", ["NOTIFY_SOCKET": "/s", "WATCHDOG_USEC": "500000", "WATCHDOG_PID": "8"],
            true, nil
        ),
        ("never", ["NOTIFY_SOCKET": "/s", "WATCHDOG_USEC": "0"], true, nil),
        ("no number", ["NOTIFY_SOCKET": "/s", "WATCHDOG_USEC": "soon"], true, nil),
    ]

    @Test("what it left in the environment is read", arguments: environments)
    func reads(why: String, set: [String: String], isThere: Bool, watchdog: Duration?) {
        let manager = ServiceManager(environment: set, process: 7)
        #expect((manager != nil) == isThere, "\(why)")
        #expect(manager?.watchdog == watchdog, "\(why)")
    }

    @Test("a message is one datagram of lines, on a socket of either kind", arguments: [true, false])
    func message(isAbstract: Bool) async throws {
        try await withFolder { folder in
            let name = isAbstract ? "@tipledger-test-\(getpid())" : folder.path("notify")
            let socket = try NotifySocket(name)
            let manager = try #require(ServiceManager(environment: ["NOTIFY_SOCKET": name]))
            #expect(manager.tell("READY=1", "STATUS=here"))
            #expect(socket.messages == ["READY=1\nSTATUS=here"])
        }
    }

    @Test("a manager that is gone is no failure")
    func gone() throws {
        let manager = try #require(ServiceManager(environment: ["NOTIFY_SOCKET": "/no/such/socket"]))
        #expect(!manager.tell("READY=1"))
    }

    @Test("a server that does not answer is not said to live")
    func hanging() async throws {
        try await withFolder { folder in
            let socket = try NotifySocket(folder.path("notify"))
            let manager = try #require(
                ServiceManager(environment: ["NOTIFY_SOCKET": socket.name, "WATCHDOG_USEC": "20000"])
            )
            let dead = Task { await manager.keepAlive { false } }
            try await Task.sleep(for: .milliseconds(200))
            dead.cancel()
            await dead.value
            #expect(socket.messages == [])
            let alive = Task { await manager.keepAlive { true } }
            try await waitUntil("it has said so twice") { socket.messages.count >= 2 }
            alive.cancel()
            await alive.value
            #expect(Set(socket.messages) == ["WATCHDOG=1"])
        }
    }

    @Test("serve tells it all three", .timeLimit(.minutes(10)))
    func served() async throws {
        try await withFolder { folder in
            let socket = try NotifySocket(folder.path("notify"))
            let ledger = try await ServedLedger.start(
                in: folder,
                environment: ["NOTIFY_SOCKET": socket.name, "WATCHDOG_USEC": "400000"]
            )
            try await waitUntil("it has said that it lives") { socket.messages.contains("WATCHDOG=1") }
            #expect(socket.messages.first == "READY=1\nSTATUS=listening on http://\(ledger.address)")
            #expect(!socket.messages.contains { $0.hasPrefix("STOPPING") })
            // Stopped, it answers nothing, and says nothing either.
            ledger.program.signal(SIGSTOP)
            let before = socket.messages.count
            try await Task.sleep(for: .seconds(1))
            #expect(socket.messages.count == before)
            ledger.program.signal(SIGCONT)
            #expect(try await ledger.stop() == 0)
            #expect(socket.messages.contains { $0.hasPrefix("STOPPING=1\n") })
            #expect(socket.messages.last?.hasPrefix("WATCHDOG") == false)
        }
    }
}
