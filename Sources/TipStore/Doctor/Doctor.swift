package import Postgres
package import TipCore

/// Looks a database over for what an operator forgets.
package struct Doctor: Sendable {
    private let settings: ConnectionSettings
    private let now: @Sendable () -> Timestamp
    private let disk: @Sendable (_ folder: String) -> (free: Int64, size: Int64)?

    /// Prepares to look.
    ///
    /// - Parameters:
    ///   - settings: Where the database is; it need not be migrated.
    ///   - now: The clock of this machine.
    ///   - disk: The free and all bytes of the disk that a folder is on; nil where that cannot be told.
    package init(
        _ settings: ConnectionSettings,
        now: @escaping @Sendable () -> Timestamp,
        disk: @escaping @Sendable (_ folder: String) -> (free: Int64, size: Int64)?
    ) {
        self.settings = settings
        self.now = now
        self.disk = disk
    }

    /// Looks.
    ///
    /// - Returns: A finding for each check, also where nothing has to be done.
    /// - Throws: `PostgresError` where the database cannot be reached, and `StoreError` where it is newer than the
    ///   program or was made by another one.
    package func findings() async throws -> [DoctorFinding] {
        var condition = try await server()
        // Where the tables may not be read, that is what there is to say.
        guard condition.forbidden.allSatisfy({ $0.missing == "own" }) else {
            return Diagnosis(condition).findings
        }
        condition.missingMigrations = try await Migrator(settings).status().count { !$0.isApplied }
        if condition.missingMigrations == 0 { condition.log = try await log() }
        return Diagnosis(condition).findings
    }

    private static let settingsRead = [
        "server_version_num", "fsync", "full_page_writes", "synchronous_commit", "archive_mode", "autovacuum",
        "data_directory",
    ]

    private func server() async throws -> Condition {
        let connection = try await Connection.open(settings)
        do {
            let now = self.now
            var condition = try await connection.run { connection in
                var condition = Condition()
                for row in try connection.query(SQL.serverSettings(names: Self.settingsRead)) {
                    condition.settings[try row.string(0)] = try row.string(1)
                }
                condition.version = condition.settings["server_version_num"].flatMap { Int($0) } ?? 0
                condition.askedAt = now()
                let row = try connection.query(SQL.serverCondition()).one()
                condition.answeredAt = now()
                condition.serverClock = Timestamp(microseconds: try row.timestamp(0))
                condition.standbys = try row.int64(1)
                condition.archivedAt = try row.timestamp(ifPresent: 2).map { Timestamp(microseconds: $0) }
                condition.archiveFailedAt = try row.timestamp(ifPresent: 3).map {
                    Timestamp(microseconds: $0)
                }
                condition.oldPrepared = try row.int64(4)
                condition.transactionAge = Int(try row.int32(5))
                condition.forbidden = try connection.query(SQL.missingPermissions()).map {
                    Condition.Forbidden(table: try $0.string(0), missing: try $0.string(1))
                }
                return condition
            }
            await connection.close()
            // A server that is reached over a socket of this machine keeps its data here.
            if let folder = condition.settings["data_directory"], settings.host?.hasPrefix("/") ?? false {
                condition.disk = disk(folder).map { Condition.Disk(free: $0.free, size: $0.size) }
            }
            return condition
        } catch {
            await connection.close()
            throw error
        }
    }

    private func log() async throws -> Condition.LogCondition {
        let connection = try await Connection.open(settings)
        do {
            let log = try await connection.run { connection in
                var log = Condition.LogCondition()
                log.lastMonth = try connection.query(SQL.monthsMade()).first?.timestamp(ifPresent: 0).map {
                    Timestamp(microseconds: $0)
                }
                let heads = try connection.query(SQL.streamHeads()).filter {
                    try $0.int32(0) != StreamSet.projectStream
                }
                let marks = try connection.checkpoints(of: Projector.projection)
                log.lag =
                    try heads.reduce(0) { $0 + (try $1.int64(1)) } - marks.values.reduce(0) { $0 + $1.seq }
                let versions = Dictionary(
                    try connection.query(SQL.projections()).map { (try $0.string(0), try $0.string(1)) }
                ) { $1 }
                log.incompatible = Projection.allCases.filter { versions[$0.rawValue] != $0.version }
                    .map(\.rawValue)
                return log
            }
            await connection.close()
            return log
        } catch {
            await connection.close()
            throw error
        }
    }
}
