extension PostgresError {
    /// Describes a connection that could not be made, with a hint by what libpq said.
    ///
    /// libpq's message names host, port, user and database, and never a password.
    static func cannotConnect(_ message: String) -> PostgresError {
        // A line for each host tried; those that begin with a tab are libpq's own advice.
        let lines = message.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("\t") }
        let hint = hints.first { message.contains($0.sign) }?.hint
        return PostgresError(.cannotConnect, message: lines.joined(separator: "; "), hint: hint)
    }

    /// What libpq's and the server's messages have in common by cause; the first sign found counts.
    ///
    /// A refused login carries no code that libpq would pass on, so the words are all there is; a
    /// server that speaks another language gets no hint, and the message still says it all.
    private static let hints: [(sign: String, hint: String)] = [
        ("No such file or directory", "Is the server running, and is this the folder of its socket?"),
        ("Connection refused", "Is the server running, and does it listen on this host and port?"),
        ("could not translate host name", "Check the host in the address."),
        ("timeout expired", "Check the host and port, and that no firewall is between."),
        ("password authentication failed", "Check user and password in the address."),
        ("no password supplied", "Write it into a file and name that in TIPLEDGER_DB_PASSWORD_FILE."),
        ("Peer authentication failed", "Connect over TCP with a password, or run as that user."),
        ("no pg_hba.conf entry", "The server does not let this user in from this host: see its pg_hba.conf."),
        ("does not exist", "Create it first, or check its name in the address."),
        ("too many clients", "Raise max_connections on the server, or use fewer connections."),
        ("remaining connection slots", "Raise max_connections on the server, or use fewer connections."),
        ("starting up", "Try again in a moment."),
        ("shutting down", "Try again when the server is back."),
    ]
}
