import Glibc

/// How a private cluster is set up.
package struct ClusterOptions: Sendable {
    /// Whether a commit that was answered survives a power cut.
    package var isDurable = true

    /// Whether the folder is removed when nobody uses the cluster any more.
    var isThrowaway = false

    /// Settings of the server beside those below, by name.
    package var settings: [String: String] = [:]

    /// The options for data that are kept.
    package static let standard = ClusterOptions()

    /// The options for data that nobody will miss: quicker, and removed after the last use.
    package static var throwaway: ClusterOptions {
        var options = ClusterOptions()
        options.isDurable = false
        options.isThrowaway = true
        options.settings = [
            "shared_buffers": "64MB", "max_wal_size": "512MB", "autovacuum": "off", "wal_level": "minimal",
            "max_wal_senders": "0",
        ]
        return options
    }

    /// What the server is told on its command line.
    var serverSettings: [(name: String, value: String)] {
        var all = [
            "listen_addresses": "",
            // Relative to the data: no length, comma or space of the path can get in the way.
            "unix_socket_directories": "../run",
            "unix_socket_permissions": "0700",
            "port": "5432",
            "cluster_name": "tipledger",
            "timezone": "UTC",
            "log_timezone": "UTC",
            "lc_messages": "C",
            // The log must not keep what a person typed: no statements, no details with values.
            "log_min_error_statement": "panic",
            "log_error_verbosity": "terse",
            "log_checkpoints": "off",
            "shared_buffers": "\(Self.sharedBuffersMebibytes)MB",
            "max_wal_size": "2GB",
            "max_connections": "60",
            "jit": "off",
        ]
        all.merge(durability) { $1 }
        all.merge(settings) { $1 }
        return all.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    private var durability: [String: String] {
        let word = isDurable ? "on" : "off"
        return ["fsync": word, "full_page_writes": word, "synchronous_commit": word]
    }

    /// A quarter of the memory, as PostgreSQL's manual advises, but between 64 MiB and 1 GiB: the
    /// program's own projections and the system's cache need the rest.
    private static var sharedBuffersMebibytes: Int {
        let total = sysconf(Int32(_SC_PHYS_PAGES)) * sysconf(Int32(_SC_PAGESIZE))
        return min(1024, max(64, total / 4 / 1_048_576))
    }
}
