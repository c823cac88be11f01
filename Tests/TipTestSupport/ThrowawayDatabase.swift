package import Postgres

/// A database made once a run, of which each test gets a copy of its own.
package struct DatabaseTemplate: Sendable {
    /// What tells it apart from others: a few lowercase letters.
    let name: String

    /// Fills it.
    let prepare: @Sendable (Connection) async throws -> Void

    /// Describes a template.
    ///
    /// - Parameters:
    ///   - name: What tells it apart from others: a few lowercase letters.
    ///   - prepare: Fills it, once a run; all copies have what it makes.
    package init(_ name: String, prepare: @escaping @Sendable (Connection) async throws -> Void) {
        self.name = name
        self.prepare = prepare
    }

    /// A database with nothing in it.
    package static let empty = DatabaseTemplate("empty") { _ in }
}

/// Gives a body a database of its own, and removes it afterwards.
///
/// ```swift
/// try await withDatabase { settings in
///     let connection = try await Connection.open(settings)
///     …
/// }
/// ```
///
/// At most six bodies run at a time, so a body must not wait for another that needs a database.
///
/// - Parameters:
///   - template: What the database holds at first.
///   - body: Uses it; connections that it leaves open are cut.
/// - Returns: What the body returns.
/// - Throws: What the body throws, and what making the database throws.
package func withDatabase<Result>(
    _ template: DatabaseTemplate = .empty,
    _ body: (ConnectionSettings) async throws -> Result
) async throws -> Result {
    try await DatabaseTurns.shared.take {
        let database = try await ThrowawayDatabase.make(from: template)
        do {
            let result = try await body(database.settings)
            try await database.drop()
            return result
        } catch {
            try? await database.drop()
            throw error
        }
    }
}

/// Turns at using a database: tests run all at once, and the server has only so many connections.
private actor DatabaseTurns {
    static let shared = DatabaseTurns(6)

    /// Whether this task has a turn; a test that uses a second database has it already.
    @TaskLocal private static var isTaken = false

    private var free: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(_ count: Int) {
        free = count
    }

    nonisolated func take<Result>(_ body: () async throws -> Result) async throws -> Result {
        guard !Self.isTaken else { return try await body() }
        await begin()
        do {
            let result = try await Self.$isTaken.withValue(true, operation: body)
            await end()
            return result
        } catch {
            await end()
            throw error
        }
    }

    private func begin() async {
        guard free == 0 else {
            free -= 1
            return
        }
        await withCheckedContinuation { waiting.append($0) }
    }

    private func end() {
        guard waiting.isEmpty else { return waiting.removeFirst().resume() }
        free += 1
    }
}

/// A database that is gone after one test.
struct ThrowawayDatabase {
    let settings: ConnectionSettings
    private let name: String

    private static let prefix = "tipledger_test_"
    private static let templates = Templates()
    private static let counter = Guarded(0)

    static func make(from template: DatabaseTemplate) async throws -> ThrowawayDatabase {
        let cluster = try await TestCluster.shared
        let source = try await templates.database(for: template, on: cluster)
        let number = counter.withLock { count in
            count += 1
            return count
        }
        let name = "\(prefix)\(number)"
        try await administer(cluster) { connection in
            try connection.execute("create database \(unescaped: name) template \(unescaped: source)")
        }
        return ThrowawayDatabase(settings: cluster.settings.database(name), name: name)
    }

    /// Removes the database, after a second look at what is going to be removed.
    ///
    /// A test must never remove a database that somebody needs, whatever the settings around it say: only
    /// a name that this file gave, on the server that this run started, is dropped.
    func drop() async throws {
        let cluster = try await TestCluster.shared
        guard Self.mayDrop(name, at: settings, on: cluster) else { throw NotThrowaway(name: name) }
        // A cancelled test still cleans up: a task of its own is not cancelled with it.
        let name = self.name
        try await Task {
            try await Self.administer(cluster) { connection in
                try connection.execute("drop database \(unescaped: name) with (force)")
            }
        }.value
    }

    /// Says whether a database is one of those that this file made.
    static func mayDrop(_ name: String, at settings: ConnectionSettings, on cluster: PrivateCluster) -> Bool {
        name.hasPrefix(prefix) && Int(name.dropFirst(prefix.count)) != nil
            && settings == cluster.settings.database(name)
    }

    /// A database that is not one of ours, and so is left alone.
    struct NotThrowaway: Error {
        let name: String
    }

    fileprivate static func administer(
        _ cluster: PrivateCluster,
        _ body: @Sendable (isolated Connection) throws -> Void
    ) async throws {
        let connection = try await Connection.open(cluster.settings)
        do {
            try await connection.run(body)
            await connection.close()
        } catch {
            await connection.close()
            throw error
        }
    }
}

/// The templates made so far, each by the first test that needs it.
private actor Templates {
    private var made: [String: Task<String, any Error>] = [:]

    func database(for template: DatabaseTemplate, on cluster: PrivateCluster) async throws -> String {
        if let task = made[template.name] { return try await task.value }
        let task = Task {
            let name = "tipledger_template_\(template.name)"
            try await ThrowawayDatabase.administer(cluster) { connection in
                try connection.execute("create database \(unescaped: name) template template0")
            }
            let connection = try await Connection.open(cluster.settings.database(name))
            do {
                try await template.prepare(connection)
                await connection.close()
            } catch {
                await connection.close()
                throw error
            }
            return name
        }
        made[template.name] = task
        return try await task.value
    }
}
