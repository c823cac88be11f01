/// Which database a command uses.
package enum DatabaseChoice: Equatable, Sendable {
    /// One that somebody runs.
    case server(ConnectionSettings)

    /// One of our own, in a private folder.
    case privateCluster

    /// Chooses: the address that was given, else `DATABASE_URL`, else libpq's own variables, else a
    /// private cluster.
    ///
    /// Of libpq's variables, those count that say where: `PGHOST`, `PGHOSTADDR`, `PGDATABASE`,
    /// `PGSERVICE`, `PGUSER`. A variable that is set to nothing counts as not set.
    ///
    /// `DATABASE_URL_FILE` names a file with the address, in the place of `DATABASE_URL`, and
    /// `TIPLEDGER_DB_PASSWORD_FILE` one with the password for an address that has none. What is said twice is
    /// refused: nobody would know which of two passwords was tried.
    ///
    /// - Parameters:
    ///   - url: The address given on the command line.
    ///   - environment: The variables of the process.
    /// - Returns: The choice.
    /// - Throws: `PostgresError` of kind `cannotConnect` when an address or a file cannot be read.
    package static func make(url: String?, environment: [String: String]) throws(PostgresError)
        -> DatabaseChoice
    {
        let set = environment.filter { !$0.value.isEmpty }
        guard var settings = try named(url: url, set) else {
            guard set[passwordFile] == nil else {
                throw PostgresError(
                    .cannotConnect,
                    message: "\(passwordFile) is set, but no database is named",
                    hint: "Name it in DATABASE_URL; the private database needs no password."
                )
            }
            return .privateCluster
        }
        if let path = set[passwordFile] {
            guard !settings.hasPassword else {
                throw PostgresError(
                    .cannotConnect,
                    message: "the address of the database has a password, and \(passwordFile) names another",
                    hint: "Leave it out of the address: others on this machine can read that."
                )
            }
            settings.setPassword(try SecretFile(path, named: passwordFile).text)
        }
        return .server(settings)
    }

    private static let passwordFile = "TIPLEDGER_DB_PASSWORD_FILE"

    /// The settings of the database that somebody named; nil where nobody did.
    private static func named(
        url: String?,
        _ set: [String: String]
    ) throws(PostgresError) -> ConnectionSettings? {
        if let url { return try ConnectionSettings(url: url) }
        if let path = set["DATABASE_URL_FILE"] {
            guard set["DATABASE_URL"] == nil else {
                throw PostgresError(
                    .cannotConnect,
                    message: "DATABASE_URL and DATABASE_URL_FILE are both set",
                    hint: "Leave one of them out."
                )
            }
            return try ConnectionSettings(url: try SecretFile(path, named: "DATABASE_URL_FILE").text)
        }
        if let url = set["DATABASE_URL"] { return try ConnectionSettings(url: url) }
        let places = ["PGHOST", "PGHOSTADDR", "PGDATABASE", "PGSERVICE", "PGUSER"]
        return places.contains { set[$0] != nil } ? .fromEnvironment : nil
    }
}
