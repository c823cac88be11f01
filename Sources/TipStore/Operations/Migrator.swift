package import Postgres

/// Brings a database to the form this program knows.
package struct Migrator: Sendable {
    private let settings: ConnectionSettings

    /// A migration as the database and the program see it.
    package struct Status: Hashable, Sendable {
        /// Its number; they are applied in this order.
        package let number: Int
        /// What it does, in a word or two.
        package let name: String
        /// Whether the database has it.
        package let isApplied: Bool
    }

    /// How many streams a new log gets unless it is told otherwise.
    package static let defaultStreams = 16

    /// Creates a migrator of one database.
    package init(_ settings: ConnectionSettings) {
        self.settings = settings
    }

    /// The migrations the program knows, and whether the database has them.
    ///
    /// - Throws: `StoreError` where the database is newer than the program or was made by another one.
    package func status() async throws -> [Status] {
        let connection = try await Connection.open(settings)
        let applied = try await connection.run { try $0.appliedMigrations() }
        await connection.close()
        return SQL.migrations.map {
            Status(number: $0.number, name: $0.name, isApplied: applied.contains($0.number))
        }
    }

    /// Applies what is missing, each migration in a transaction of its own; two programs may do it at once.
    ///
    /// Then it makes the views as this program has them, and lets the role `tipledger_reader` read them, where there
    /// is one.
    ///
    /// - Parameter streams: How many streams a new log gets, at least 1; an old log keeps its own.
    /// - Returns: The names of the migrations that were applied.
    /// - Throws: `StoreError` where the database is newer than the program or was made by another one.
    package func up(streams: Int = defaultStreams) async throws -> [String] {
        let connection = try await Connection.open(settings)
        let applied = try await connection.run { connection in
            try connection.makeMigrationTable()
            var names: [String] = []
            for migration in SQL.migrations where try connection.apply(migration) {
                names.append(migration.name)
            }
            try connection.makeViews()
            let count = Int32(clamping: max(1, streams))
            try connection.transaction { connection in
                try connection.execute(script: "lock table stream_head in share row exclusive mode")
                if try connection.query(SQL.streamHeads()).isEmpty {
                    try connection.execute(SQL.makeStreams(streams: Array(0...count)))
                    // Nothing is folded of a new log, so any fold may go on from its tables.
                    for projection in Projection.allCases {
                        try connection.execute(
                            SQL.noteProjection(name: projection.rawValue, version: projection.version)
                        )
                    }
                }
            }
            return names
        }
        await connection.close()
        return applied
    }
}

extension Connection {
    /// The numbers of the migrations the database has, each checked against the program's.
    fileprivate func appliedMigrations() throws -> Set<Int> {
        guard try query(SQL.hasMigrations()).contains(where: { try SQL.HasMigrations.Row($0).known }) else {
            return []
        }
        var numbers: Set<Int> = []
        for row in try query(SQL.appliedMigrations()) {
            let applied = try SQL.AppliedMigrations.Row(row)
            let number = Int(applied.number)
            guard let known = SQL.migrations.first(where: { $0.number == number }) else {
                let newest = SQL.migrations.map(\.number).max() ?? 0
                throw StoreError(.newerDatabase(version: number, known: newest))
            }
            guard applied.sha256 == known.checksum.hex else {
                throw StoreError(.changedMigration(number: number))
            }
            numbers.insert(number)
        }
        return numbers
    }

    fileprivate func makeMigrationTable() throws {
        do {
            try execute(script: SQL.makeMigrationTable)
        } catch let error as PostgresError
            where [.uniqueViolation, .duplicateTable, .duplicateObject].contains(error.sqlState)
        {
            // Another program made it at the same instant: `if not exists` looks before it makes, and the loser of
            // the race meets the other's table, the type of its rows, or an index of the catalog, as it comes.
        }
    }

    /// Makes the views anew where they were made by a program that had others.
    fileprivate func makeViews() throws {
        let digest = SHA256.digest(of: SQL.views.map(\.text).joined(separator: "\n")).hex
        guard try !hasViews(digest) else {
            try query(SQL.grantReader())
            return
        }
        try transaction { connection in
            try connection.execute(script: "lock table migration in exclusive mode")
            guard try !connection.hasViews(digest) else { return }
            for view in Self.inOrder(SQL.views) {
                try connection.execute(script: Query(unescaped: view.text))
            }
            try connection.query(SQL.noteViews(digest: digest))
        }
    }

    /// Views in an order in which each comes behind those that it reads.
    private static func inOrder(_ views: [ViewDefinition]) -> [ViewDefinition] {
        var (ordered, left) = ([ViewDefinition](), views)
        while !left.isEmpty {
            // In a circle there is none; the database will say so.
            let next = left.firstIndex { view in
                !left.contains { $0.name != view.name && view.text.contains("report.\($0.name)") }
            }
            ordered.append(left.remove(at: next ?? 0))
        }
        return ordered
    }

    private func hasViews(_ digest: String) throws -> Bool {
        try query(SQL.viewsMade()).first?.string(ifPresent: 0) == digest
    }

    /// Applies one migration where the database lacks it.
    fileprivate func apply(_ migration: Migration) throws -> Bool {
        try transaction { connection in
            try connection.execute(script: "lock table migration in exclusive mode")
            guard try !connection.appliedMigrations().contains(migration.number) else { return false }
            try connection.execute(script: Query(unescaped: migration.text))
            try connection.execute(
                SQL.addMigration(
                    number: Int32(migration.number),
                    name: migration.name,
                    sha256: migration.checksum.hex
                )
            )
            return true
        }
    }
}
