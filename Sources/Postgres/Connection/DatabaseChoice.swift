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
    /// - Parameters:
    ///   - url: The address given on the command line.
    ///   - environment: The variables of the process.
    /// - Returns: The choice.
    /// - Throws: `PostgresError` of kind `cannotConnect` when an address cannot be read.
    package static func make(url: String?, environment: [String: String]) throws(PostgresError)
        -> DatabaseChoice
    {
        if let url { return .server(try ConnectionSettings(url: url)) }
        let set = environment.filter { !$0.value.isEmpty }
        if let url = set["DATABASE_URL"] { return .server(try ConnectionSettings(url: url)) }
        let places = ["PGHOST", "PGHOSTADDR", "PGDATABASE", "PGSERVICE", "PGUSER"]
        return places.contains { set[$0] != nil } ? .server(.fromEnvironment) : .privateCluster
    }
}
