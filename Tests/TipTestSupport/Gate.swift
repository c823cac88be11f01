/// Lets so many in at a time; the others wait in order.
///
/// A run has hundreds of tests with a database each, all started at once: let in together they make the
/// server so busy that it looks as if it were not there.
actor Gate {
    private var free: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// Lets so many in.
    init(_ count: Int) {
        free = count
    }

    /// Waits to be let in.
    func enter() async {
        if free > 0 {
            free -= 1
        } else {
            await withCheckedContinuation { waiting.append($0) }
        }
    }

    /// Makes room for the next.
    func leave() {
        if waiting.isEmpty {
            free += 1
        } else {
            waiting.removeFirst().resume()
        }
    }
}
