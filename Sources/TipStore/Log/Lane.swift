import Postgres
import TipCore

/// A writer that owns some streams: it commits, together, what arrived while the group before was committed.
///
/// There is no timer: a single event is committed at once, and under load groups grow by themselves. The
/// look-up of duplicates of one group runs while the group before it commits.
actor Lane {
    private struct Submission {
        let rows: Range<Int>
        let answer: CheckedContinuation<[AppendOutcome], any Error>
    }

    private let settings: ConnectionSettings
    private let words: WordBook
    private let limits: AppendLimits
    private var waiting: [EventRow] = []
    private var submissions: [Submission] = []
    private var runner: Task<Void, Never>?
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
        return try await withCheckedThrowingContinuation { continuation in
            let start = waiting.count
            waiting += rows
            submissions.append(Submission(rows: start..<waiting.count, answer: continuation))
            if runner == nil { runner = Task { await self.run() } }
        }
    }

    /// Closes the lane's connections; what waits is committed first.
    func close() async {
        await runner?.value
        await dropConnections()
    }

    private func run() async {
        var committing: Task<[AppendGroup.Key: EventRow], Never>?
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
                let ids = try await words.ids(of: Set(rows.flatMap(\.words)))
                group.decide(against: try await existing(group.openKeys))
                let before = await committing?.value ?? [:]
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
    ) async -> [AppendGroup.Key: EventRow] {
        do {
            let done = try await write(group, ids: ids)
            for answer in answers {
                answer.answer.resume(returning: done.outcomes[answer.rows].map { $0 ?? .accepted })
            }
            return done.written
        } catch let error as PostgresError where answers.count > 1 && error.isAboutContent {
            // One request carries what the database refuses: each is written alone, so that it fails alone.
            var written: [AppendGroup.Key: EventRow] = [:]
            for answer in answers {
                let alone = group.part(answer.rows)
                let single = Submission(rows: 0..<answer.rows.count, answer: answer.answer)
                written.merge(await commit(alone, ids: ids, answers: [single])) { $1 }
            }
            return written
        } catch {
            fail(answers, error)
            return [:]
        }
    }

    /// Writes a group, more than once where that helps.
    ///
    /// Where another process stored one of its keys meanwhile, or the connection broke, the next attempt locks
    /// the heads before it looks the keys up, after which nobody can store one of them.
    private func write(_ prepared: AppendGroup, ids: [Word: Int32]) async throws -> AppendGroup {
        var group = prepared
        var assigned: [Int: Int64] = [:]
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
        remember(group)
        return group
    }

    private func writeOnce(
        _ group: AppendGroup,
        ids: [Word: Int32],
        isFirst: Bool,
        assigned before: [Int: Int64]
    ) async throws -> (AppendGroup, [Int: Int64]) {
        let people = knownPeople
        let words = Dictionary(ids.map { ($1, $0) }) { first, _ in first }
        let assigned = Guarded(before)
        do {
            let connection = try await openWriter()
            return try await connection.transaction { connection throws -> (AppendGroup, [Int: Int64]) in
                var group = group
                if !isFirst {
                    try connection.lockHeads(of: group)
                    let stored = try connection.existing(group.openKeys)
                    group.recognise(stored, assigned: before)
                    group.decide(against: stored.rows(words: words))
                }
                guard !group.fresh.isEmpty else { return (group, [:]) }
                let seqs = try connection.write(group, ids: ids) { people.contains($0) }
                assigned.withLock { $0 = seqs }
                return (group, seqs)
            }
        } catch {
            throw WriteFailure(error, assigned: assigned.withLock { $0 })
        }
    }

    private func existing(_ keys: [AppendGroup.Key]) async throws -> [AppendGroup.Key: EventRow] {
        guard !keys.isEmpty else { return [:] }
        let stored: [StoredRow]
        do {
            stored = try await openReader().run { try $0.existing(keys) }
        } catch let error as PostgresError where !error.leavesConnectionUsable {
            // A connection that died while idle is not the request's fault: a new one is tried once.
            await reader?.close()
            reader = nil
            stored = try await openReader().run { try $0.existing(keys) }
        }
        guard !stored.isEmpty else { return [:] }
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
        for answer in answers { answer.answer.resume(throwing: StoreError.unavailable(error)) }
    }
}

/// How much a log holds in memory and commits at once.
package struct AppendLimits: Hashable, Sendable {
    /// The most rows of one transaction, unless one request has more.
    package var groupRows = 10_000
    /// The most rows that wait in one lane; beyond it requests are refused.
    package var waitingRows = 50_000
    /// How many writers share the streams.
    package var lanes = 2

    /// Creates the default limits.
    package init() {}
}

/// Why an attempt to write failed, and which places it had taken.
private struct WriteFailure: Error {
    let error: any Error
    let assigned: [Int: Int64]

    init(_ error: any Error, assigned: [Int: Int64]) {
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
    fileprivate func rows(words: [Int32: Word]) -> [AppendGroup.Key: EventRow] {
        Dictionary(map { (AppendGroup.Key(stream: $0.stream, event: $0.key), $0.row(words: words)) }) {
            first,
            _ in first
        }
    }
}
