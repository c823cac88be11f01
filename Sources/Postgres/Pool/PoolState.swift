/// What a pool knows and decides, without connections, clock or threads.
///
/// Each method says what happened and answers with what to do; `Pool` does it. Slots stand for
/// connections, waiters for tasks that want one; both are numbers given by the caller and by the state.
struct PoolState {
    typealias Slot = Int
    typealias Waiter = Int

    /// What to do for a task that wants a connection.
    enum Borrow: Equatable {
        /// Give it this one.
        case lend(Slot)
        /// Open a connection for this slot; the task waits, for it or for one that comes back sooner.
        case open(Slot)
        /// The task waits.
        case wait
        /// The pool is closed.
        case refuse
    }

    /// What to do with a connection that is free.
    enum Free: Equatable {
        /// Give it to this task, which has waited longest.
        case give(to: Waiter)
        /// Nothing: it stays for the next.
        case keep
        /// Close it.
        case discard
        /// Close it, and open another for this slot, since tasks wait.
        case replace(Slot)
    }

    /// What to do when a connection could not be opened.
    struct Failed: Equatable {
        /// The task that learns of the failure: one failure, one task.
        var tell: Waiter?
        /// Open a connection for this slot, since other tasks wait.
        var open: Slot?
    }

    /// What to do when the pool is closed.
    struct Close: Equatable {
        /// Close these.
        var discard: [Slot]
        /// Tell these tasks.
        var refuse: [Waiter]
    }

    private let size: Int
    private var idle: [Slot] = []
    private var lent: Set<Slot> = []
    private var opening: Set<Slot> = []
    private var closing: Set<Slot> = []
    private var waiting: [Waiter] = []
    private var nextSlot = 0
    private var isClosed = false

    /// A pool of at most so many connections.
    init(size: Int) {
        precondition(size > 0, "a pool has room for a connection")
        self.size = size
    }

    /// Says whether the pool is closed and no connection of it is left.
    var isDrained: Bool { isClosed && count == 0 && closing.isEmpty }

    /// How many connections are lent.
    var lentCount: Int { lent.count }

    /// How many connections there are, or will be in a moment; those on their way out do not count.
    var count: Int { idle.count + lent.count + opening.count }

    /// A task wants a connection.
    mutating func borrow(_ waiter: Waiter) -> Borrow {
        if isClosed { return .refuse }
        // The one used last is the one most likely still in the server's caches.
        if let slot = idle.popLast() {
            lent.insert(slot)
            return .lend(slot)
        }
        waiting.append(waiter)
        return openNeeded().map(Borrow.open) ?? .wait
    }

    /// A connection was opened.
    mutating func opened(_ slot: Slot) -> Free {
        opening.remove(slot)
        return free(slot)
    }

    /// A connection could not be opened.
    mutating func failedToOpen(_ slot: Slot) -> Failed {
        opening.remove(slot)
        let told = waiting.isEmpty ? nil : waiting.removeFirst()
        return Failed(tell: told, open: isClosed ? nil : openNeeded())
    }

    /// A task is done with its connection.
    mutating func gaveBack(_ slot: Slot, isUsable: Bool) -> Free {
        lent.remove(slot)
        if isUsable { return free(slot) }
        closing.insert(slot)
        return isClosed ? .discard : openNeeded().map(Free.replace) ?? .discard
    }

    /// A connection that was to be closed is.
    mutating func closed(_ slot: Slot) {
        closing.remove(slot)
    }

    /// A task waits no longer; false when it no longer did.
    mutating func gaveUp(_ waiter: Waiter) -> Bool {
        guard let index = waiting.firstIndex(of: waiter) else { return false }
        waiting.remove(at: index)
        return true
    }

    /// The pool takes no more tasks; connections that are lent are closed when they come back.
    mutating func close() -> Close {
        isClosed = true
        closing.formUnion(idle)
        defer {
            idle = []
            waiting = []
        }
        return Close(discard: idle, refuse: waiting)
    }

    private mutating func free(_ slot: Slot) -> Free {
        if isClosed {
            closing.insert(slot)
            return .discard
        }
        guard !waiting.isEmpty else {
            idle.append(slot)
            return .keep
        }
        lent.insert(slot)
        return .give(to: waiting.removeFirst())
    }

    /// Takes a new slot to open, if more tasks wait than connections are on their way and there is room.
    private mutating func openNeeded() -> Slot? {
        guard waiting.count > opening.count, count < size else { return nil }
        defer { nextSlot += 1 }
        opening.insert(nextSlot)
        return nextSlot
    }
}
