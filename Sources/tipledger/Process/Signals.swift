import Dispatch
import Glibc

/// Turns SIGTERM and SIGINT into an ordinary value of an asynchronous sequence.
enum Signals {
    /// The signals that ask the program to end, as they come; the second one ends it at once.
    static func endings() -> AsyncStream<Int32> {
        AsyncStream { continuation in
            let queue = DispatchQueue(label: "signals")
            let sources = [SIGTERM, SIGINT].map { number in
                unsafe signal(number, SIG_IGN)
                let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
                source.setEventHandler { continuation.yield(number) }
                source.resume()
                return source
            }
            continuation.onTermination = { _ in
                for source in sources { source.cancel() }
            }
        }
    }

    /// A closed pipe is an error of the write, not the end of the program.
    static func ignoreClosedPipes() {
        unsafe signal(SIGPIPE, SIG_IGN)
    }
}
