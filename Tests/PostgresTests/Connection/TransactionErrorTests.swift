import Postgres
import Testing

@Suite("A transaction's error says which step failed")
struct TransactionErrorTests {
    private static let cause = PostgresError(
        .server,
        sqlState: .serializationFailure,
        message: "could not serialize"
    )

    static let cases: [(error: TransactionError, says: String)] = [
        (.begin(cause), "The transaction could not begin: could not serialize [40001]"),
        (
            .rollback(cause, after: CancellationError()),
            "The transaction failed, and so did its rollback: could not serialize [40001]"
        ),
        (.commit(cause), "The transaction was not committed: could not serialize [40001]"),
        (
            .commitUnknown(cause),
            "Whether the transaction was committed is not known: could not serialize [40001]"
        ),
    ]

    @Test("in one line", arguments: 0..<cases.count)
    func line(index: Int) {
        let (error, says) = Self.cases[index]
        #expect(error.description == says)
        #expect(error.underlying == Self.cause)
    }

    @Test("kinds of failure say whether the connection can be used on")
    func usability() {
        let usable = [PostgresError.Kind.server, .misuse]
        for kind in [
            PostgresError.Kind.server, .connectionLost, .cannotConnect, .closed, .poolExhausted, .misuse,
        ] {
            #expect(PostgresError(kind, message: "").leavesConnectionUsable == usable.contains(kind))
        }
    }
}
