/// The versions of the server that this program works with.
enum ServerVersion {
    /// The oldest: version 14, in the server's own number.
    static let oldest: Int32 = 140_000

    /// Refuses a server that is too old, before anything strange happens.
    static func check(_ version: Int32) throws(PostgresError) {
        guard version < oldest else { return }
        throw PostgresError(
            .cannotConnect,
            message: "the server is PostgreSQL \(text(version)), and \(text(oldest)) or later is needed",
            hint: "Upgrade the server, or leave out the address to use a private one."
        )
    }

    /// Writes 140003 as 14.3.
    static func text(_ version: Int32) -> String {
        version % 10_000 == 0 ? "\(version / 10_000)" : "\(version / 10_000).\(version % 10_000)"
    }
}
