import Synchronization
import Testing

@testable import TipService

@Suite("A message is told once, however often it comes")
struct RepeatFilterTests {
    private final class Desk: Sendable {
        private let state = Mutex((now: ContinuousClock.now, told: [String]()))

        var now: ContinuousClock.Instant { state.withLock { $0.now } }
        var told: [String] { state.withLock { $0.told } }

        func wait(_ seconds: Int) { state.withLock { $0.now += .seconds(seconds) } }
        func take(_ text: String) { state.withLock { $0.told.append(text) } }
    }

    @Test("a repetition is counted, and the count is told with the next one that passes")
    func counted() {
        let desk = Desk()
        let filter = RepeatFilter(pause: .seconds(30), now: { desk.now }, pass: { desk.take($0) })
        for _ in 0..<5 { filter.tell("gone") }
        filter.tell("other")
        desk.wait(29)
        filter.tell("gone")
        #expect(desk.told == ["gone", "other"])
        desk.wait(1)
        filter.tell("gone")
        desk.wait(30)
        filter.tell("gone")
        #expect(desk.told.dropFirst(2) == ["gone (and 5 times more since this was last said)", "gone"])
    }

    @Test("what differs passes, however much of it there is")
    func bounded() {
        let desk = Desk()
        let filter = RepeatFilter(now: { desk.now }, pass: { desk.take($0) })
        for number in 0..<1000 { filter.tell("\(number)") }
        #expect(desk.told.count == 1000)
    }
}
