import Testing

@testable import Postgres

@Suite("A monitor knows what may be cancelled")
struct ConnectionMonitorTests {
    private func opened() -> ConnectionMonitor {
        let monitor = ConnectionMonitor()
        monitor.opened(cancelHandle: nil, socket: -1)
        return monitor
    }

    @Test("only what runs, and is not a commit")
    func running() {
        let monitor = opened()
        #expect(monitor.runningOperation == nil)
        monitor.began(cancellable: true)
        #expect(monitor.runningOperation == 1)
        monitor.ended(.ready)
        #expect(monitor.runningOperation == nil)
        monitor.began(cancellable: false)
        #expect(monitor.runningOperation == nil)
        monitor.ended(.ready)
        monitor.began(cancellable: true)
        #expect(monitor.runningOperation == 3, "an operation is never taken for an earlier one")
    }

    @Test("a request that comes late does nothing")
    func late() {
        let monitor = opened()
        monitor.began(cancellable: true)
        monitor.ended(.ready)
        monitor.began(cancellable: true)
        monitor.cancel(operation: 1)
        #expect(monitor.runningOperation == 2)
    }

    @Test("how the connection was left, until it is closed")
    func condition() {
        let monitor = ConnectionMonitor()
        #expect(monitor.condition == .closed)
        monitor.opened(cancelHandle: nil, socket: -1)
        #expect(monitor.condition == .ready)
        for condition in [ConnectionMonitor.Condition.inTransaction, .broken, .ready] {
            monitor.began(cancellable: true)
            monitor.ended(condition)
            #expect(monitor.condition == condition)
        }
        monitor.closed()
        monitor.ended(.ready)
        #expect(monitor.condition == .closed)
    }
}
