import Foundation

/// Where PostgreSQL's server programs are.
struct ServerPrograms {
    /// The folder with `postgres` and `initdb`.
    let folder: String

    var postgres: String { folder + "/postgres" }
    var initdb: String { folder + "/initdb" }

    /// The variable that names the folder where the search would not find it.
    static let variable = "TIPLEDGER_POSTGRES_BIN"

    private static let hint =
        "Install it (apt-get install postgresql), set \(variable) to the folder of "
        + "its server programs, or use a server of yours with --db."

    /// Finds the programs.
    ///
    /// - Parameters:
    ///   - version: The major version that existing data needs; nil takes the newest.
    ///   - environment: The variables of the process.
    /// - Returns: The programs.
    /// - Throws: `ClusterError` when there are none, or not in the version needed.
    static func find(
        version: Int?,
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws(ClusterError) -> ServerPrograms {
        let found = candidates(environment).filter { candidate in
            ["postgres", "initdb"].allSatisfy {
                FileManager.default.isExecutableFile(atPath: candidate.folder + "/" + $0)
            }
        }
        guard !found.isEmpty else {
            throw ClusterError(
                .serverMissing,
                "The server programs of PostgreSQL were not found",
                hint: hint
            )
        }
        guard let version else { return ServerPrograms(folder: found[0].folder) }
        // A folder that does not say its version may have the right one: the server checks that itself.
        guard let fit = found.first(where: { $0.version == nil || $0.version == version }) else {
            throw ClusterError(
                .serverMissing,
                "The data were made by PostgreSQL \(version), which is not installed",
                hint: "Install it (apt-get install postgresql-\(version)), "
                    + "or move the data with pg_dump and pg_restore."
            )
        }
        return ServerPrograms(folder: fit.folder)
    }

    private static func candidates(_ environment: [String: String]) -> [(folder: String, version: Int?)] {
        if let folder = environment[variable], !folder.isEmpty { return [(folder, nil)] }
        let debian = versions(in: "/usr/lib/postgresql").map {
            ("/usr/lib/postgresql/\($0)/bin", Optional($0))
        }
        let path = (environment["PATH"] ?? "").split(separator: ":").map { (String($0), Int?.none) }
        return debian + path + [("/usr/local/pgsql/bin", nil)]
    }

    /// The major versions that the distribution keeps side by side, newest first.
    private static func versions(in folder: String) -> [Int] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        let oldest = Int(ServerVersion.oldest / 10_000)
        return names.compactMap { Int($0) }.filter { $0 >= oldest }.sorted(by: >)
    }
}
