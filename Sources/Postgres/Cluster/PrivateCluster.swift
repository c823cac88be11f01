/// A PostgreSQL server of our own in a folder, reachable over a Unix socket only.
///
/// ```swift
/// let cluster = try await PrivateCluster.start(folder: ".tipledger")
/// let connection = try await Connection.open(cluster.settings)
/// // …
/// await cluster.close()
/// ```
///
/// Several programs may use one folder at the same time: whoever comes first starts the server, and it
/// is stopped when the last has gone, also when one of them is killed. If the server itself is killed,
/// `ensureRunning()` brings it back.
package final class PrivateCluster: Sendable {
    /// Where the server is reached.
    ///
    /// As long as the settings, a copy or a connection made by them is there, the cluster is in use.
    package let settings: ConnectionSettings

    /// The file in which the server writes what goes wrong.
    package let log: String

    private let server: ClusterServer

    private init(server: ClusterServer, settings: ConnectionSettings, log: String) {
        self.server = server
        self.settings = settings.keeping(server)
        self.log = log
    }

    /// Uses the cluster in a folder, setting it up and starting it as far as needed.
    ///
    /// - Parameters:
    ///   - folder: The folder, made if it is not there; a relative path starts at the current one.
    ///   - options: How to set it up; a server that runs already stays as it is.
    /// - Returns: The cluster, ready for connections.
    /// - Throws: `ClusterError` with a hint.
    package static func start(
        folder: String = ".tipledger",
        options: ClusterOptions = .standard
    ) async throws -> PrivateCluster {
        let server = ClusterServer(options)
        let (settings, log) = try await server.open(folder)
        return PrivateCluster(server: server, settings: settings, log: log)
    }

    /// Starts the server again if it was killed, and waits until it takes connections.
    ///
    /// - Throws: `ClusterError`, also after `close()`.
    package func ensureRunning() async throws {
        try await server.ensureRunning()
    }

    /// Connects, starting the server again if it was killed.
    ///
    /// - Returns: The connection.
    /// - Throws: `ClusterError`, or what `Connection.open(_:)` throws.
    package func connect() async throws -> Connection {
        do {
            return try await Connection.open(settings)
        } catch let error as PostgresError where error.kind == .cannotConnect {
            try await ensureRunning()
            return try await Connection.open(settings)
        }
    }

    /// Stops using the cluster, and waits for the server to stop unless another program uses it.
    ///
    /// Closing twice is harmless. A program that ends without closing is as if it had closed, only that
    /// nobody waits for the server.
    package func close() async {
        await server.close()
    }
}
