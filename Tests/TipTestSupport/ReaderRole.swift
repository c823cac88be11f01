package import Postgres

/// The role that only reads, as an operator makes it.
package enum ReaderRole {
    /// Makes it, unless another test has: roles belong to the server and not to one database.
    package static func make(_ connection: Connection) async throws {
        try await connection.execute(
            script: """
                do $$ begin
                  create role tipledger_reader;
                exception when duplicate_object or unique_violation then null;
                end $$
                """
        )
    }
}
