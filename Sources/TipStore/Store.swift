package import Postgres
package import TipCore

/// The event log of one project and everything folded from it.
package final class Store: Sendable {
    /// The log.
    package let log: EventLog
    /// Catalogs, experiments and switches.
    package let project: ProjectLog
    /// The project made ready for decisions.
    package let compiler: ProjectCompiler
    /// The fold of exposures and tallies, and of eligibility.
    package let projector: Projector
    /// The keys of the HTTP interface.
    package let keys: KeyStore
    /// The browsers that are signed in on the web page.
    package let sessions: SessionStore
    /// What is kept of persons, read for many questions at once.
    let readings: PersonReadings
    /// The events that were refused.
    package let quarantine: Quarantine
    let pool: Pool

    private init(
        _ settings: ConnectionSettings,
        pool: Pool,
        streams: StreamSet,
        limits: AppendLimits,
        catalogs: @escaping CatalogReading
    ) {
        self.pool = pool
        log = EventLog(settings: settings, pool: pool, streams: streams, limits: limits)
        project = ProjectLog(pool: pool, words: log.words)
        compiler = ProjectCompiler(words: log.words, read: catalogs)
        projector = Projector(settings: settings, log: log, project: project, compiler: compiler)
        keys = KeyStore(pool: pool)
        sessions = SessionStore(pool: pool)
        readings = PersonReadings(pool: pool)
        quarantine = Quarantine(pool: pool)
    }

    /// Opens the store of a migrated database.
    ///
    /// - Parameters:
    ///   - settings: Where the database is.
    ///   - limits: How much of the log is held in memory.
    ///   - connections: How many connections are used for reading.
    ///   - catalogs: How a catalog of the log is read; without it a log with catalogs cannot be folded.
    /// - Returns: The store.
    /// - Throws: `StoreError` where the database is not migrated or is newer than the program.
    package static func open(
        _ settings: ConnectionSettings,
        limits: AppendLimits = AppendLimits(),
        connections: Int = 8,
        catalogs: @escaping CatalogReading = { throw StoreError(.noCatalogReader(revision: $0.revision)) }
    ) async throws -> Store {
        let missing = try await Migrator(settings).status().count { !$0.isApplied }
        guard missing == 0 else { throw StoreError(.notMigrated(missing: missing)) }
        let pool = Pool(settings, size: connections)
        let heads = try await pool.withConnection { try await $0.query(SQL.streamHeads()) }
        guard let streams = StreamSet(ids: try heads.map { try $0.int32(0) }) else {
            throw StoreError(.streamMissing)
        }
        return Store(settings, pool: pool, streams: streams, limits: limits, catalogs: catalogs)
    }

    /// Commits what waits and closes all connections.
    package func close() async {
        await log.close()
        await projector.close()
        await pool.close()
    }

    /// Makes the monthly partitions of the log for the coming months, waiting at most a few seconds for it.
    ///
    /// - Returns: How many were made.
    package func makeMonthsAhead() async throws -> Int {
        try await pool.withConnection { connection in
            try await connection.transaction { connection in
                // Splitting the last partition locks the log: behind a long transaction it is better tried later.
                try connection.execute(script: "set local lock_timeout = '2s'")
                return Int(try connection.query(SQL.makeMonthsAhead(ahead: 3)).first?.int32(0) ?? 0)
            }
        }
    }

    /// The catalog of a project with the names of the tips that a state speaks of, by the numbers it has them under.
    ///
    /// - Throws: `PostgresError`.
    package func catalog(of project: CompiledProject, knowing state: PersonState) async throws
        -> CompiledCatalog
    {
        try await compiler.catalog(of: project, knowing: state.tipsWithState)
    }

    /// How many connections readers have open, and how many of these are at work.
    package var readerConnections: (open: Int, busy: Int) { (pool.connectionCount, pool.lentCount) }

    /// How many readers wait for a connection.
    package var waitingReaders: Int { pool.waitingCount }

    /// Whether the database answers.
    package func ping() async throws {
        try await pool.withConnection { try await $0.ping() }
    }
}
