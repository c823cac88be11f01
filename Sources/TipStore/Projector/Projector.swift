package import Postgres
import TipCore

/// Keeps exposures and tallies, and the states and statuses of persons, equal to a fold of the log.
///
/// It reads each stream after its mark in batches; rows and mark change in one transaction, which another
/// projector cannot have begun from the same mark, so several processes may share the work. What it writes
/// for a person follows from the whole history of that person and from nothing else: whatever the order of
/// arrival, and however often it is dropped and rebuilt, the rows are the same.
package final class Projector: Sendable {
    package let settings: ConnectionSettings
    let log: EventLog
    let project: ProjectLog
    let compiler: ProjectCompiler

    /// The name under which the marks stand, of both folds, as they read the log together.
    static let projection = "experiments"
    /// The name of the mark that orders the writers of joined persons; it counts their steps.
    static let joins = "joins"

    /// The schema of the tables it writes; nil is that of the live ones.
    let schema: String?
    private let connections: FoldConnections
    /// Which program this is among those that share the streams.
    private let holder = UUIDText.format(.random(in: 1 ... .max))
    /// When the events that could not be read were last looked at.
    private let lastRetry = Guarded<ContinuousClock.Instant?>(nil)
    private let isCompatible = Guarded(false)
    /// Rounds of the fold that readers wait for together.
    let rounds = SharedReading<Void>()

    init(
        settings: ConnectionSettings,
        log: EventLog,
        project: ProjectLog,
        compiler: ProjectCompiler,
        schema: String? = nil
    ) {
        self.settings = settings
        self.log = log
        self.project = project
        self.compiler = compiler
        self.schema = schema
        connections = FoldConnections(settings, schema: schema)
    }

    /// Closes the connections it keeps.
    func close() async {
        await connections.close()
    }

    /// Folds everything that is in the log when it is called.
    ///
    /// - Parameter progress: Told, after each batch, how many events it had.
    /// - Throws: `PostgresError`: the first failure, once the streams that can be folded have been.
    package func catchUp(progress: (@Sendable (Int64) -> Void)? = nil) async throws {
        try await catchUp(sharing: false, progress)
    }

    private func catchUp(sharing: Bool, _ progress: (@Sendable (Int64) -> Void)?) async throws {
        // Tables that another version of the fold has made are left alone until they are made anew.
        if schema == nil { try await makeCompatible(progress) }
        try await catchUp(toPlaces: heads(), projectSeq: nil, sharing: sharing, progress: progress)
    }

    /// Folds each stream up to a place; a stream that fails does not hold up the others.
    ///
    /// - Parameters:
    ///   - places: The place of each stream.
    ///   - projectSeq: The place of stream 0 as of which to fold; nil is the newest.
    ///   - sharing: Whether streams that another program folds are left to it.
    ///   - progress: Told, after each batch, how many events it had.
    /// - Throws: `PostgresError`.
    func catchUp(
        toPlaces places: [Int32: Int64],
        projectSeq: Int64?,
        sharing: Bool = false,
        progress: (@Sendable (Int64) -> Void)? = nil
    ) async throws {
        let newest = try await project.refresh()
        let state = try projectSeq.map { try newest.asOf(seq: $0) } ?? newest
        let marks = try await checkpoints()
        let noted = projectSeq == nil && schema == nil ? try await streamsToRetry() : []
        let targets = places.filter { stream, place in
            let mark = marks[stream] ?? Checkpoint(seq: 0, projectSeq: 0, through: .epoch)
            return mark.seq < place || mark.projectSeq < state.seq || noted.contains(stream)
        }
        guard !targets.isEmpty else { return }
        let basis = Basis(
            state: state,
            index: PhaseIndex(state.lifecycle),
            compiled: try await compiler.project(state),
            noted: noted,
            isSharing: sharing
        )
        // One stream a core: the work is half the database's and half ours.
        try await withThrowingTaskGroup(of: Void.self) { group in
            // Programs that share the streams begin at different ones.
            var rest = targets.sorted { $0.key < $1.key }.map { (stream: $0.key, head: $0.value) }[...]
            if sharing, !rest.isEmpty {
                let number = holder.utf8.reduce(0) { ($0 &* 31 &+ Int($1)) & 0xFFFF_FFFF }
                let first = number % rest.count
                rest = (Array(rest[first...]) + Array(rest[..<first]))[...]
            }
            for _ in 0..<min(2, targets.count) {
                if let next = rest.popFirst() {
                    group.addTask { try await self.fold(next, basis, progress) }
                }
            }
            var failure: (any Error)?
            while let result = await group.nextResult() {
                if case .failure(let error) = result { failure = failure ?? error }
                if let next = rest.popFirst() {
                    group.addTask { try await self.fold(next, basis, progress) }
                }
            }
            if let failure { throw failure }
        }
    }

    /// Looks again at the events that could not be read, and folds those that can be, whenever it last did.
    ///
    /// - Throws: `PostgresError`.
    package func retrySetAside() async throws {
        lastRetry.withLock { $0 = nil }
        try await catchUp()
    }

    /// Folds what comes, until the task is cancelled, and shares the streams with other programs that do.
    ///
    /// - Parameters:
    ///   - interval: How long it rests when there was nothing to do.
    ///   - failed: Told of each failure; the next round begins after a rest.
    package func run(
        every interval: Duration = .milliseconds(500),
        failed: @Sendable (any Error) -> Void
    ) async {
        while !Task.isCancelled {
            do {
                try await catchUp(sharing: true, nil)
                try await Task.sleep(for: interval)
            } catch is CancellationError {
                return
            } catch {
                failed(error)
                do { try await Task.sleep(for: .seconds(1)) } catch { return }
            }
        }
    }

    /// Looks once who made the tables.
    private func makeCompatible(_ progress: (@Sendable (Int64) -> Void)?) async throws {
        guard isCompatible.withLock({ !$0 }) else { return }
        try await rebuildIfIncompatible(Listener(progress: progress ?? { _ in }))
        isCompatible.withLock { $0 = true }
    }

    /// One state of the project, as both folds need it.
    private struct Basis: Sendable {
        let state: ProjectLog.State
        let index: PhaseIndex
        let compiled: CompiledProject
        let noted: Set<Int32>
        let isSharing: Bool
    }

    private func fold(
        _ target: (stream: Int32, head: Int64),
        _ basis: Basis,
        _ progress: (@Sendable (Int64) -> Void)?
    ) async throws {
        try await connections.with { connection in
            let fold = StreamFold(
                stream: target.stream,
                log: log,
                index: basis.index,
                project: basis.state,
                compiled: basis.compiled,
                compiler: compiler,
                connection: connection
            )
            let lease = StreamLease(stream: target.stream, holder: holder, connection: connection)
            var pace = BatchPace()
            while true {
                if basis.isSharing, try await !lease.hold() { return }
                let start = ContinuousClock.now
                guard let folded = try await fold.step(until: target.head, count: pace.count) else { break }
                pace.took(ContinuousClock.now - start, for: folded)
                progress?(folded)
            }
            if basis.noted.contains(target.stream) { _ = try await fold.retry() }
            if basis.isSharing { try await lease.letGo() }
        }
    }

    /// The last place of each stream of persons.
    private func heads() async throws -> [Int32: Int64] {
        let rows = try await log.pool.withConnection { try await $0.query(SQL.streamHeads()) }
        var places: [Int32: Int64] = [:]
        for row in rows where try row.int32(0) != StreamSet.projectStream {
            places[try row.int32(0)] = try row.int64(1)
        }
        return places
    }

    /// The streams with events that could not be read, at the first call and once a minute: another program,
    /// older than this one, may have noted them since.
    private func streamsToRetry() async throws -> Set<Int32> {
        let now = ContinuousClock.now
        let isDue = lastRetry.withLock { last in
            if let last, now - last < .seconds(60) { return false }
            last = now
            return true
        }
        guard isDue else { return [] }
        let rows = try await log.pool.withConnection { try await $0.query(SQL.streamsSetAside()) }
        return Set(try rows.map { try $0.int32(0) })
    }

    func checkpoints() async throws -> [Int32: Checkpoint] {
        guard schema != nil else {
            return try await log.pool.withConnection { try await $0.checkpoints(of: Self.projection) }
        }
        return try await connections.with { try await $0.checkpoints(of: Self.projection) }
    }
}

extension Connection {
    /// The marks of a projection, by stream.
    func checkpoints(of projection: String) throws -> [Int32: Checkpoint] {
        var marks: [Int32: Checkpoint] = [:]
        for row in try query(SQL.checkpoints(projection: projection)) {
            marks[try row.int32(0)] = Checkpoint(
                seq: try row.int64(1),
                projectSeq: try row.int64(2),
                through: Timestamp(microseconds: try row.timestamp(3))
            )
        }
        return marks
    }
}
