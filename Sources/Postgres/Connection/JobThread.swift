import Dispatch
import Foundation

/// A thread that runs the jobs of one actor and nothing else, so that a job may block.
///
/// The shared pool has one thread a core: one blocking call there stops a share of the whole
/// program. An actor that calls libpq, or waits for a process, therefore brings a thread of its own
/// and names it as its executor.
final class JobThread: SerialExecutor {
    private struct State {
        var jobs: [UnownedJob] = []
        var isStopping = false
    }

    private let state = Guarded(State())
    private let wake = DispatchSemaphore(value: 0)

    /// Starts the thread.
    ///
    /// - Parameter name: What it is for.
    init(name: String) {
        let thread = Thread { [self] in work() }
        thread.name = name
        // A fold over the rows of a COPY runs here, so more than the least, less than the usual 8 MiB.
        thread.stackSize = 1 << 20
        thread.start()
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        state.withLock { $0.jobs.append(job) }
        wake.signal()
    }

    /// Ends the thread once it has run what is queued; called when the actor goes.
    func stop() {
        state.withLock { $0.isStopping = true }
        wake.signal()
    }

    private func work() {
        while true {
            wake.wait()
            let (jobs, isStopping) = state.withLock { state in
                defer { state.jobs.removeAll(keepingCapacity: true) }
                return (state.jobs, state.isStopping)
            }
            for job in jobs {
                unsafe job.runSynchronously(on: asUnownedSerialExecutor())
            }
            if isStopping { return }
        }
    }
}
