import Postgres
import TipCore

/// What is kept of persons, read for many questions at once.
///
/// Whoever asks while others are being read shares the next way to the database with all who wait. A reading
/// begins after its question, so it is never older.
final class PersonReadings: Sendable {
    /// What is kept of a person at one moment.
    struct Reading: Sendable {
        /// The last place of stream 0.
        let projectSeq: Int64
        /// The row of `person-now`; nil where their stream is not folded yet.
        let row: Row?
        /// Their events behind what is folded, in the order of arrival.
        let newer: [StoredRow]
    }

    private struct Question {
        let stream: Int32
        let person: PersonKey
        let answer: CheckedContinuation<Reading, any Error>
    }

    private struct State {
        var waiting: [Question] = []
        var readers = 0
    }

    private let pool: Pool
    private let state = Guarded(State())

    /// While one reading is at the database, another is taken apart.
    private static let readers = 2
    /// How many persons are read on one way: with the question for stream 0 they fill one pipeline.
    private static let batch = 63

    init(pool: Pool) {
        self.pool = pool
    }

    /// Reads what is kept of a person of a stream.
    ///
    /// - Throws: `PostgresError`, and `RowError` where a row cannot be read.
    func reading(of person: PersonKey, in stream: Int32) async throws -> Reading {
        try await withCheckedThrowingContinuation { continuation in
            let question = Question(stream: stream, person: person, answer: continuation)
            let begins = state.withLock { state in
                state.waiting.append(question)
                guard state.readers < Self.readers else { return false }
                state.readers += 1
                return true
            }
            // A task of its own, as nobody who asks must wait for the others, and a cancelled one must not fail them.
            if begins { Task { await readForThoseWhoWait() } }
        }
    }

    private func readForThoseWhoWait() async {
        while let questions = next() {
            do {
                let readings = try await read(questions.map { ($0.stream, $0.person) })
                for (question, reading) in zip(questions, readings) { question.answer.resume(with: reading) }
            } catch {
                for question in questions { question.answer.resume(throwing: error) }
            }
        }
    }

    /// The questions that wait; nil, and one reader less, where there are none.
    private func next() -> [Question]? {
        state.withLock { state in
            guard !state.waiting.isEmpty else {
                state.readers -= 1
                return nil
            }
            let questions = Array(state.waiting.prefix(Self.batch))
            state.waiting.removeFirst(questions.count)
            return questions
        }
    }

    private func read(_ people: [(stream: Int32, key: PersonKey)]) async throws -> [Result<
        Reading, any Error
    >] {
        let queries =
            [SQL.streamHead(stream: StreamSet.projectStream)]
            + people.map {
                SQL.personNow(stream: $0.stream, person: $0.key.value, projection: Projector.projection)
            }
        return try await pool.withConnection { connection in
            try await connection.run { try $0.readings(of: people, queries) }
        }
    }
}

extension Connection {
    /// Asks for what is kept of persons, then for the events of those who have some behind it.
    fileprivate func readings(
        of people: [(stream: Int32, key: PersonKey)],
        _ queries: [Query]
    ) throws -> [Result<PersonReadings.Reading, any Error>] {
        let answers = try query(all: queries)
        let projectSeq = try answers[0].first?.int64(0) ?? 0
        let rows = answers.dropFirst().map(\.first)
        var behind: [(place: Int, query: Query)] = []
        for (place, row) in rows.enumerated() {
            guard let row, try row.int64(0) > row.int64(1) else { continue }
            let (stream, key) = people[place]
            // What is folded meanwhile is read again here; nothing can be missed between the two.
            behind.append(
                (place, SQL.personEventsAfter(stream: stream, person: key.value, after: try row.int64(1)))
            )
        }
        var newer: [Int: Rows] = [:]
        for (question, answer) in zip(behind, try query(all: behind.map(\.query))) {
            newer[question.place] = answer
        }
        return rows.enumerated().map { place, row in
            Result {
                let newer = try newer[place]?.map { try StoredRow($0) } ?? []
                return PersonReadings.Reading(projectSeq: projectSeq, row: row, newer: newer)
            }
        }
    }
}
