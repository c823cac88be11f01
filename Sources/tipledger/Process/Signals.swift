import Dispatch
import Glibc

/// Turns SIGTERM and SIGINT into an ordinary value of an asynchronous sequence.
enum Signals {
    /// The signals that ask the program to end, as they come; the second one ends it at once.
    static func endings() -> AsyncStream<Int32> {
        AsyncStream { continuation in
            let queue = DispatchQueue(label: "signals")
            for number in [SIGTERM, SIGINT] {
                signal(number, SIG_IGN)
                let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
                // The handler keeps its source: the program watches for these until it ends.
                source.setEventHandler { [source] in
                    _ = source
                    continuation.yield(number)
                }
                source.resume()
            }
        }
    }

    /// A closed pipe is an error of the write, not the end of the program.
    static func ignoreClosedPipes() {
        signal(SIGPIPE, SIG_IGN)
    }
}
