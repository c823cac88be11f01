import Postgres
import TipCore

/// A writer that owns some streams: it commits, together, what arrived while the group before was committed.
///
/// There is no timer: a single event is committed at once, and under load groups grow by themselves. The
/// look-up of duplicates of one group runs while the group before it commits.
actor Lane {
    private struct Submission {
        let rows: Range<Int>
        let answer: LaneAnswer
    }

    private let settings: ConnectionSettings
    private let words: WordBook
    private let limits: AppendLimits
    private var waiting: [EventRow] = []
    private var submissions: [Submission] = []
    private var runner: Task<Void, Never>?
    /// What has been asked and not answered, the oldest first.
    private var unanswered: [LaneAnswer] = []
    private var watcher: Task<Void, Never>?
    /// Whether an answer was given up and nothing has been committed since.
    private var isStuck = false
    private var writer: Connection?
    private var reader: Connection?
    private var knownPeople: Set<PersonKey> = []
    private var erasedPeople: Set<PersonKey> = []

    /// Beyond so many persons the memory of who is in the log is emptied; asking the database is only slower.
    private static let maximumKnownPeople = 200_000

    init(settings: ConnectionSettings, words: WordBook, limits: AppendLimits) {
        self.settings = settings
        self.words = words
        self.limits = limits
    }

    /// How many events were stored that are older than what is kept, since the lane began.
    private(set) var tooOldCount = 0

    /// How many rows wait for the next group.
    var waitingCount: Int { waiting.count }

    /// Appends rows of this lane's streams and returns once they are durable.
    ///
    /// - Throws: `StoreError` where too much waits or the database does not answer; nothing of the rows may
    ///   then be taken as stored, and sending them again is safe.
    func append(_ rows: [EventRow]) async throws -> [AppendOutcome] {
        guard !rows.isEmpty else { return [] }
        guard waiting.isEmpty || waiting.count + rows.count <= limits.waitingRows else {
            throw StoreError(.overloaded(retryAfterSeconds: 1))
        }
        guard !isStuck else { throw StoreError(.unavailable(limits.outOfPatience)) }
        return try await withCheckedThrowingContinuation { continuation in
            let start = waiting.count
            waiting += rows
            let answer = LaneAnswer(continuation, due: .now + limits.patience)
            unanswered.append(answer)
            submissions.append(Submission(rows: start..<waiting.count, answer: answer))
            if runner == nil { runner = Task { await self.run() } }
            if watcher == nil { watcher = Task { await self.watch() } }
        }
    }

    /// Closes the lane's connections; what waits is committed first.
    func close() async {
        await runner?.value
        watcher?.cancel()
        await watcher?.value
        await dropConnections()
    }

    /// Notes that the database did something, whatever it was.
    private func answered() {
        isStuck = false
        unanswered.removeAll(where: \.isGiven)
    }

    /// Gives up answers that are overdue, as long as there are any to wait for.
    ///
    /// The rows are not taken back: the database may commit them yet, and sending them again is safe.
    private func watch() async {
        while let first = unanswered.first(where: { !$0.isGiven }) {
            try? await Task.sleep(until: first.due, clock: .continuous)
            let now = ContinuousClock.now
            for answer in unanswered where answer.due <= now {
                let isLate = answer.give(.failure(StoreError(.unavailable(limits.outOfPatience))))
                isStuck = isStuck || isLate
            }
            unanswered.removeAll(where: \.isGiven)
        }
        unanswered = []
        watcher = nil
    }

    private func run() async {
        var committing: Task<ExistingRows, Never>?
        while true {
            if waiting.isEmpty {
                guard let last = committing else { break }
                _ = await last.value
                committing = nil
                continue
            }
            let (rows, answers) = takeWaiting()
            do {
                var group = AppendGroup(rows: rows)
                group.refuse(erasedPeople)
                let ids = try await words.ids(of: Self.words(of: rows))
                group.decide(against: try await existing(group.openKeys))
                let before = await committing?.value ?? ExistingRows()
                committing = nil
                group.decide(against: before)
                let prepared = group
                committing = Task { await self.commit(prepared, ids: ids, answers: answers) }
            } catch {
                fail(answers, error)
            }
        }
        runner = nil
    }

    private static func words(of rows: [EventRow]) -> Set<Word> {
        var words: Set<Word> = []
        for row in rows {
            words.insert(row.context)
            for case let word? in [row.subject, row.experiment, row.detail] { words.insert(word) }
        }
        return words
    }

    /// Takes whole submissions up to the size of a group, at least one.
    private func takeWaiting() -> ([EventRow], [Submission]) {
        var count = 0
        while count < submissions.count,
            count == 0 || submissions[count].rows.upperBound <= limits.groupRows
        {
            count += 1
        }
        let taken = Array(submissions[..<count])
        let end = taken[count - 1].rows.upperBound
        let rows = Array(waiting[..<end])
        waiting.removeFirst(end)
        submissions = submissions[count...].map {
            Submission(rows: ($0.rows.lowerBound - end)..<($0.rows.upperBound - end), answer: $0.answer)
        }
        return (rows, taken)
    }

    private func commit(
        _ group: AppendGroup,
        ids: [Word: Int32],
        answers: [Submission]
    ) async -> ExistingRows {
        do {
            let done = try await write(group, ids: ids)
            for answer in answers {
                answer.answer.give(.success(done.outcomes[answer.rows].map { $0 ?? .accepted }))
            }
            answered()
            return done.written
        } catch let error as PostgresError where answers.count > 1 && error.isAboutContent {
            // One request carries what the database refuses: each is written alone, so that it fails alone.
            var written = ExistingRows()
            for answer in answers {
                let alone = group.part(answer.rows)
                let single = Submission(rows: 0..<answer.rows.count, answer: answer.answer)
                written.add(await commit(alone, ids: ids, answers: [single]))
            }
            return written
        } catch {
            fail(answers, error)
            return ExistingRows()
        }
    }

    /// Writes a group, more than once where that helps.
    ///
    /// Where another process stored one of its keys meanwhile, or the connection broke, the next attempt locks
    /// the heads before it looks the keys up, after which nobody can store one of them.
    private func write(_ prepared: AppendGroup, ids: [Word: Int32]) async throws -> AppendGroup {
        var group = prepared
        var assigned = Connection.Placement()
        var attempt = 0
        while !group.fresh.isEmpty {
            do {
                (group, assigned) = try await writeOnce(
                    group,
                    ids: ids,
                    isFirst: attempt == 0,
                    assigned: assigned
                )
                break
            } catch let failure as WriteFailure {
                if let found = failure.error as? ErasedPeople {
                    group.refuse(found.people)
                    rememberErased(found.people)
                    continue
                }
                assigned = failure.assigned
                if !failure.leavesConnectionUsable { await dropConnections() }
                guard attempt < 4, failure.isWorthAnotherTry else { throw failure.error }
                attempt += 1
            }
        }
        group.committed()
        tooOldCount += assigned.tooOld
        remember(group)
        return group
    }

    private func writeOnce(
        _ group: AppendGroup,
        ids: [Word: Int32],
        isFirst: Bool,
        assigned before: Connection.Placement
    ) async throws -> (AppendGroup, Connection.Placement) {
        let people = knownPeople
        let words = Dictionary(ids.map { ($1, $0) }) { first, _ in first }
        let assigned = Guarded(before)
        do {
            let connection = try await openWriter()
            return try await connection.transaction {
                connection throws -> (AppendGroup, Connection.Placement) in
                var group = group
                if !isFirst {
                    try connection.lockHeads(of: group)
                    let stored = try connection.existing(group.openKeys)
                    group.recognise(stored, assigned: before.seqs)
                    group.decide(against: stored.rows(words: words))
                }
                // What is found to be ours went where the attempt before put it.
                guard !group.fresh.isEmpty else { return (group, group.written.isEmpty ? .init() : before) }
                let placement = try connection.write(group, ids: ids) { people.contains($0) }
                assigned.withLock { $0 = placement }
                return (group, placement)
            }
        } catch {
            throw WriteFailure(error, assigned: assigned.withLock { $0 })
        }
    }

    private func existing(_ keys: [AppendGroup.Key]) async throws -> ExistingRows {
        guard !keys.isEmpty else { return ExistingRows() }
        let stored: [StoredRow]
        do {
            stored = try await openReader().run { try $0.existing(keys) }
        } catch let error as PostgresError where !error.leavesConnectionUsable {
            // A connection that died while idle is not the request's fault: a new one is tried once.
            await reader?.close()
            reader = nil
            stored = try await openReader().run { try $0.existing(keys) }
        }
        guard !stored.isEmpty else { return ExistingRows() }
        return stored.rows(words: try await words.words(Set(stored.flatMap(\.wordIDs))))
    }

    private func remember(_ group: AppendGroup) {
        if knownPeople.count > Self.maximumKnownPeople { knownPeople.removeAll(keepingCapacity: true) }
        for row in group.rows { knownPeople.insert(row.person) }
    }

    /// Who was erased stays erased, so what is in memory is right for ever.
    private func rememberErased(_ people: Set<PersonKey>) {
        if erasedPeople.count > Self.maximumKnownPeople { erasedPeople.removeAll(keepingCapacity: true) }
        erasedPeople.formUnion(people)
    }

    private func openWriter() async throws -> Connection {
        if let writer { return writer }
        let fresh = try await openConnection()
        writer = fresh
        return fresh
    }

    private func openReader() async throws -> Connection {
        if let reader { return reader }
        let fresh = try await openConnection()
        reader = fresh
        return fresh
    }

    private func openConnection() async throws -> Connection {
        let fresh = try await Connection.open(settings)
        try await fresh.run { try $0.preferIndexes() }
        return fresh
    }

    private func dropConnections() async {
        await writer?.close()
        await reader?.close()
        writer = nil
        reader = nil
    }

    private func fail(_ answers: [Submission], _ error: any Error) {
        for answer in answers { answer.answer.give(.failure(StoreError.unavailable(error))) }
        answered()
    }
}

/// Why an attempt to write failed, and which places it had taken.
private struct WriteFailure: Error {
    let error: any Error
    let assigned: Connection.Placement

    init(_ error: any Error, assigned: Connection.Placement) {
        self.error = (error as? TransactionError)?.underlying ?? error
        self.assigned = assigned
    }

    var leavesConnectionUsable: Bool { (error as? PostgresError)?.leavesConnectionUsable ?? false }

    var isWorthAnotherTry: Bool {
        guard let error = error as? PostgresError else { return false }
        let passing: [SQLState] = [.uniqueViolation, .serializationFailure, .deadlockDetected]
        return error.kind == .connectionLost || error.sqlState.map { passing.contains($0) } ?? false
    }
}

extension PostgresError {
    /// Whether the database refused what a row holds.
    fileprivate var isAboutContent: Bool {
        kind == .server && (sqlState?.family == "22" || sqlState?.family == "23")
    }
}

extension [StoredRow] {
    fileprivate func rows(words: [Int32: Word]) -> ExistingRows {
        ExistingRows(
            map { $0.row(words: words) },
            enumerated().map {
                (AppendGroup.Key(stream: $0.element.stream, event: $0.element.key), $0.offset)
            }
        )
    }
}
