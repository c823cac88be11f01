import Foundation
import Postgres
import Testing
import TipTestSupport

/// Waits until something holds, looking now and then; a test that waits too long fails.
func waitUntil(
    _ what: String,
    within limit: Duration = .seconds(60),
    every interval: Duration = .milliseconds(5),
    sourceLocation: SourceLocation = #_sourceLocation,
    _ condition: () async throws -> Bool
) async throws {
    let deadline = ContinuousClock.now + limit
    while try await !condition() {
        guard ContinuousClock.now < deadline else {
            Issue.record("gave up waiting until \(what)", sourceLocation: sourceLocation)
            return
        }
        try await Task.sleep(for: interval)
    }
}

/// Gives a body two connections to a database of its own: one to test, one to look on and meddle.
func withConnections(
    _ body: (_ connection: Connection, _ other: Connection) async throws -> Void
) async throws {
    try await withDatabase { settings in
        let connection = try await Connection.open(settings)
        let other = try await Connection.open(settings)
        try await body(connection, other)
        await connection.close()
        await other.close()
    }
}

extension Connection {
    /// Says what another session does, such as `active` or `idle in transaction`; nil when it is gone.
    func state(of process: Int32) throws -> String? {
        try query("select state from pg_stat_activity where pid = \(process)").oneOrNone()?
            .string(ifPresent: 0)
    }

    /// Ends another session as an operator would.
    func terminate(_ process: Int32) throws {
        try query("select pg_terminate_backend(\(process))")
    }
}

/// Gives a body a folder of its own, that every account may enter, and removes it afterwards.
func withTemporaryFolder(_ body: (_ path: String) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory
        .appending(path: "tipledger-pg-\(UInt64.random(in: .min ... .max))")
    try FileManager.default.createDirectory(
        at: folder,
        withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o777]
    )
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(folder.path(percentEncoded: false))
}
