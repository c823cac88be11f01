import Synchronization

/// A bar on the standard error that shows how far something is; a line now and then where that is no terminal.
final class ProgressBar: Sendable {
    private let isDrawn: Bool
    private let title: String
    private let unit: String
    private let columns: Int
    private let state = Mutex((drawn: -1, done: Int64(0)))

    init(_ terminal: Terminal, _ title: String, unit: String) {
        isDrawn = terminal.showsMessages
        self.title = title
        self.unit = unit
        columns = terminal.columns
    }

    /// Adds to what is done and redraws when a per mille has changed.
    func advance(_ count: Int64, of total: Int64) {
        let done = state.withLock { state in
            state.done += count
            return state.done
        }
        show(done, of: total)
    }

    /// Shows how far it is.
    func show(_ done: Int64, of total: Int64) {
        guard total > 0 else { return }
        let perMille = Int(min(1000, done * 1000 / total))
        // A log gets a line for each tenth, and none for what is done in one step.
        let step = isDrawn ? perMille : perMille / 100
        let isNews = state.withLock { state in
            defer { state.drawn = step }
            return state.drawn != step && (isDrawn || (step > 0 && state.drawn >= 0))
        }
        guard isNews else { return }
        guard isDrawn else {
            return Streams.note("\(title): \(perMille / 10) %, \(done) of \(total) \(unit)")
        }
        let width = max(10, min(40, columns - title.count - unit.count - 40))
        let filled = width * perMille / 1000
        let bar = String(repeating: "=", count: filled) + String(repeating: " ", count: width - filled)
        Streams.draw("\r\u{1B}[K\(title) [\(bar)] \(perMille / 10) %  \(done) of \(total) \(unit)")
    }

    /// Clears the line.
    func finish() {
        if isDrawn { Streams.draw("\r\u{1B}[K") }
    }
}
