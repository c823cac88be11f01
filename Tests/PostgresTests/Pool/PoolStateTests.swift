import Testing
import TipTestSupport

@testable import Postgres

@Suite("A pool lends what it has, in order, and opens no more than it may")
struct PoolStateTests {
    @Test("a connection is opened for the first, and lent again afterwards")
    func reuse() {
        var pool = PoolState(size: 2)

        #expect(pool.borrow(1) == .open(0))
        #expect(pool.opened(0) == .give(to: 1))
        #expect(pool.gaveBack(0, isUsable: true) == .keep)
        #expect(pool.borrow(2) == .lend(0))
        #expect(pool.count == 1)
    }

    @Test("over the size tasks wait, and are served in order")
    func order() {
        var pool = PoolState(size: 1)
        #expect(pool.borrow(1) == .open(0))
        #expect(pool.borrow(2) == .wait)
        #expect(pool.borrow(3) == .wait)

        #expect(pool.opened(0) == .give(to: 1))
        #expect(pool.gaveBack(0, isUsable: true) == .give(to: 2))
        #expect(pool.gaveBack(0, isUsable: true) == .give(to: 3))
        #expect(pool.gaveBack(0, isUsable: true) == .keep)
    }

    @Test("one that comes back serves a task that a new one was opened for")
    func sooner() {
        var pool = PoolState(size: 2)
        _ = pool.borrow(1)
        _ = pool.opened(0)
        #expect(pool.borrow(2) == .open(1))

        #expect(pool.gaveBack(0, isUsable: true) == .give(to: 2))
        #expect(pool.opened(1) == .keep)
        #expect(pool.count == 2)
    }

    @Test("a broken one is replaced when tasks wait, and only then")
    func broken() {
        var pool = PoolState(size: 1)
        _ = pool.borrow(1)
        _ = pool.opened(0)
        _ = pool.borrow(2)

        #expect(pool.gaveBack(0, isUsable: false) == .replace(1))
        #expect(pool.opened(1) == .give(to: 2))
        #expect(pool.gaveBack(1, isUsable: false) == .discard)
        #expect(pool.count == 0)
    }

    @Test("a failure to open is told to one task, and the others get their try")
    func failure() {
        var pool = PoolState(size: 1)
        _ = pool.borrow(1)
        _ = pool.borrow(2)

        #expect(pool.failedToOpen(0) == .init(tell: 1, open: 1))
        #expect(pool.failedToOpen(1) == .init(tell: 2, open: nil))
        #expect(pool.borrow(3) == .open(2))
    }

    @Test("a task that gave up is not served, and its connection is kept")
    func givingUp() {
        var pool = PoolState(size: 1)
        _ = pool.borrow(1)

        let first = pool.gaveUp(1)
        let second = pool.gaveUp(1)
        #expect(first && !second)
        #expect(pool.opened(0) == .keep)
    }

    @Test("after closing nothing is lent, and what comes back is closed")
    func closing() {
        var pool = PoolState(size: 3)
        for waiter in 1...3 { _ = pool.borrow(waiter) }
        _ = pool.opened(0)
        _ = pool.opened(1)
        #expect(pool.gaveBack(1, isUsable: true) == .give(to: 3))
        #expect(pool.gaveBack(1, isUsable: true) == .keep)

        #expect(pool.close() == .init(discard: [1], refuse: []))
        #expect(pool.borrow(9) == .refuse)
        #expect(!pool.isDrained)
        pool.closed(1)
        #expect(pool.opened(2) == .discard)
        pool.closed(2)
        #expect(!pool.isDrained)
        #expect(pool.gaveBack(0, isUsable: true) == .discard)
        #expect(!pool.isDrained, "one is still being closed")
        pool.closed(0)
        #expect(pool.isDrained)
    }

    @Test("closing refuses those who wait, and a failure to open is nobody's then")
    func closingWithWaiters() {
        var pool = PoolState(size: 1)
        _ = pool.borrow(1)
        _ = pool.borrow(2)

        #expect(pool.close() == .init(discard: [], refuse: [1, 2]))
        #expect(pool.failedToOpen(0) == .init(tell: nil, open: nil))
        #expect(pool.isDrained)
    }

    /// What a driver that follows the state's answers holds: a model as plain as can be.
    private struct Driver {
        var pool = PoolState(size: 3)
        var waiting: [Int] = []
        var opening: [Int] = []
        var lent: [Int] = []
        var next = 0

        mutating func perform(_ action: PoolState.Free, _ slot: Int) {
            switch action {
            case .give(let waiter):
                #expect(waiting.first == waiter, "served in order")
                waiting.removeFirst()
                lent.append(slot)
            case .keep: #expect(waiting.isEmpty, "kept only when nobody waits")
            case .discard: pool.closed(slot)
            case .replace(let other):
                pool.closed(slot)
                opening.append(other)
            }
        }

        mutating func step(_ random: inout SeededGenerator) {
            switch Int.random(in: 0..<5, using: &random) {
            case 0, 1:
                next += 1
                switch pool.borrow(next) {
                case .lend(let slot): lent.append(slot)
                case .open(let slot):
                    waiting.append(next)
                    opening.append(slot)
                case .wait: waiting.append(next)
                case .refuse: Issue.record("the pool is open")
                }
            case 2 where !opening.isEmpty:
                let slot = opening.remove(at: Int.random(in: opening.indices, using: &random))
                if Bool.random(using: &random) { return perform(pool.opened(slot), slot) }
                let failed = pool.failedToOpen(slot)
                if let told = failed.tell { waiting.removeAll { $0 == told } }
                if let slot = failed.open { opening.append(slot) }
            case 3 where !lent.isEmpty:
                let slot = lent.remove(at: Int.random(in: lent.indices, using: &random))
                perform(pool.gaveBack(slot, isUsable: .random(using: &random)), slot)
            case 4 where !waiting.isEmpty:
                let waiter = waiting.remove(at: Int.random(in: waiting.indices, using: &random))
                let gaveUp = pool.gaveUp(waiter)
                #expect(gaveUp)
            default: break
            }
        }
    }

    @Test("whatever happens, no task waits without a connection on its way", arguments: [UInt64(11), 12, 13])
    func law(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var driver = Driver()
        for step in 0..<3000 {
            driver.step(&random)
            #expect(driver.pool.count <= 3, "seed \(seed), step \(step)")
            #expect(Set(driver.lent).count == driver.lent.count, "no connection is lent twice")
            let isStuck = !driver.waiting.isEmpty && driver.opening.isEmpty && driver.lent.isEmpty
            #expect(!isStuck, "seed \(seed), step \(step)")
        }
    }
}
