import Foundation
package import Postgres
package import TipCore
package import TipStore

/// A database with its store, opened for one program: the only place where the parts are put together.
package final class Workspace: Sendable {
    /// The log and what is folded from it.
    package let store: Store
    /// The clock of the program: the time of day, or what `--at` says.
    package let now: @Sendable () -> Timestamp
    /// The catalogs of the log that have been read.
    let catalogs: CatalogShelf
    private let cluster: PrivateCluster?

    private init(
        store: Store,
        catalogs: CatalogShelf,
        now: @escaping @Sendable () -> Timestamp,
        cluster: PrivateCluster?
    ) {
        self.store = store
        self.catalogs = catalogs
        self.now = now
        self.cluster = cluster
    }

    /// Where the private cluster lies unless `TIPLEDGER_HOME` says otherwise.
    package static let defaultFolder = ".tipledger"

    /// Opens the database that a program was told to use.
    ///
    /// Without an address, `DATABASE_URL` or `PG*`, a private cluster is started in `./.tipledger` and brought
    /// to the newest form; any other database must have been migrated.
    ///
    /// - Parameters:
    ///   - url: The address given with `--db`.
    ///   - environment: The environment of the program.
    ///   - at: What the clock stands at; nil lets it run.
    ///   - limits: How much of the log is held in memory.
    /// - Returns: The workspace, with the project as it is now.
    /// - Throws: `ClusterError`, `PostgresError`, `StoreError`.
    package static func open(
        url: String?,
        environment: [String: String],
        at: Timestamp? = nil,
        limits: AppendLimits = AppendLimits()
    ) async throws -> Workspace {
        let (settings, cluster) = try await database(url: url, environment: environment)
        do {
            if cluster != nil { _ = try await Migrator(settings).up() }
            return try await open(settings, at: at, limits: limits, cluster: cluster)
        } catch {
            await cluster?.close()
            throw error
        }
    }

    /// Opens the store of a database that is known already, such as a throwaway one.
    package static func open(_ settings: ConnectionSettings, at: Timestamp? = nil) async throws -> Workspace {
        try await open(settings, at: at, limits: AppendLimits(), cluster: nil)
    }

    private static func open(
        _ settings: ConnectionSettings,
        at: Timestamp?,
        limits: AppendLimits,
        cluster: PrivateCluster?
    ) async throws -> Workspace {
        let shelf = CatalogShelf()
        let store = try await Store.open(settings, limits: limits, catalogs: { try shelf.catalog($0) })
        try await store.project.refresh()
        return Workspace(store: store, catalogs: shelf, now: clock(at), cluster: cluster)
    }

    /// A migrator of the database that a program was told to use, and what must be closed after it.
    package static func migrator(
        url: String?,
        environment: [String: String]
    ) async throws -> (migrator: Migrator, close: @Sendable () async -> Void) {
        let (settings, cluster) = try await database(url: url, environment: environment)
        return (Migrator(settings), { await cluster?.close() })
    }

    /// Looks over the database that a program was told to use, migrated or not.
    ///
    /// - Throws: `ClusterError`, `PostgresError`, `StoreError`.
    package static func doctor(
        url: String?,
        environment: [String: String]
    ) async throws -> [DoctorFinding] {
        let (settings, cluster) = try await database(url: url, environment: environment)
        do {
            let doctor = Doctor(settings, now: clock(nil)) { folder in
                guard let found = try? FileManager.default.attributesOfFileSystem(forPath: folder),
                    let free = found[.systemFreeSize] as? NSNumber, let size = found[.systemSize] as? NSNumber
                else { return nil }
                return (free.int64Value, size.int64Value)
            }
            let findings = try await doctor.findings()
            await cluster?.close()
            return findings
        } catch {
            await cluster?.close()
            throw error
        }
    }

    /// Whether the database is the private one.
    package var isPrivate: Bool { cluster != nil }

    /// Commits what waits and closes everything.
    package func close() async {
        await store.close()
        await cluster?.close()
    }

    /// Brings the private server back where it was killed.
    ///
    /// - Returns: Whether there is a private server.
    package func ensureDatabase() async throws -> Bool {
        guard let cluster else { return false }
        try await cluster.ensureRunning()
        return true
    }

    private static func clock(_ at: Timestamp?) -> @Sendable () -> Timestamp {
        if let at { return { at } }
        return { Timestamp(microseconds: Int64((Date().timeIntervalSince1970 * 1_000_000).rounded(.down))) }
    }

    /// Whether an address of a database has a password in it.
    package static func holdsPassword(_ url: String) -> Bool {
        (try? ConnectionSettings(url: url))?.hasPassword ?? false
    }

    private static func database(
        url: String?,
        environment: [String: String]
    ) async throws -> (ConnectionSettings, PrivateCluster?) {
        switch try DatabaseChoice.make(url: url, environment: environment) {
        case .server(let settings): return (settings, nil)
        case .privateCluster:
            let folder = environment["TIPLEDGER_HOME"].flatMap { $0.isEmpty ? nil : $0 } ?? defaultFolder
            let cluster = try await PrivateCluster.start(folder: folder)
            return (cluster.settings, cluster)
        }
    }
}

extension Workspace {
    /// Whether a failure means that the account may not do what was asked, or that a folder is somebody else's.
    package static func isForbidden(_ error: any Error) -> Bool {
        switch error {
        case let error as ClusterError: error.code == .folderOfAnother
        case let error as PostgresError: error.sqlState == .insufficientPrivilege
        case let error as TransactionError: isForbidden(error.underlying)
        case let error as StoreError:
            if case .unavailable(let cause) = error.problem { isForbidden(cause) } else { false }
        default: false
        }
    }

    /// Whether a failure means that the database cannot be reached.
    package static func isUnreachable(_ error: any Error) -> Bool {
        switch error {
        case is ClusterError: true
        case let error as PostgresError:
            [.cannotConnect, .connectionLost, .poolExhausted].contains(error.kind)
        case let error as TransactionError: isUnreachable(error.underlying)
        case let error as StoreError:
            if case .unavailable = error.problem { true } else { false }
        default: false
        }
    }
}
