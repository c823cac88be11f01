import Foundation
package import Postgres

/// The one PostgreSQL server that all tests of a run share.
///
/// It is a private cluster in a folder of its own, quick because it forgets a power cut, and stopped
/// and removed when the run ends, however it ends.
package enum TestCluster {
    private static let start = Task {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "tipledger-test-\(UInt64.random(in: .min ... .max))")
        var options = ClusterOptions.throwaway
        options.settings["max_connections"] = "200"
        options.settings["max_prepared_transactions"] = "8"
        return try await PrivateCluster.start(folder: folder.path(percentEncoded: false), options: options)
    }

    /// The server, started at the first call.
    package static var shared: PrivateCluster {
        get async throws { try await start.value }
    }
}
