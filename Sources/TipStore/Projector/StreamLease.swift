import Postgres

/// The hold that a program has on a stream while it folds it.
///
/// Programs that share a database would else fold the same streams and all but one throw their work away. A
/// program that dies, or sleeps, lets go by itself some seconds later, and another goes on from the mark. A holder
/// that wakes after that does no harm: the mark is not where it read it.
struct StreamLease: Sendable {
    let stream: Int32
    /// Which program: a name drawn at its start.
    let holder: String
    let connection: Connection

    /// How long a hold lasts without a sign of life.
    static let seconds: Int32 = 10

    /// Holds the stream, or holds it on.
    ///
    /// - Returns: Whether this program has it; false where another one does.
    func hold() async throws -> Bool {
        let query = SQL.holdStream(stream: stream, holder: holder, seconds: Self.seconds)
        return try await !connection.query(query).isEmpty
    }

    /// Lets the stream go, so that others need not wait.
    func letGo() async throws {
        try await connection.execute(SQL.letStreamGo(stream: stream, holder: holder))
    }
}
