import CPostgres

/// Where a database is and how to speak to it.
///
/// Printing or dumping settings never shows a password.
package struct ConnectionSettings: Equatable, Sendable {
    /// libpq's keywords and their values; what is missing, libpq takes from `PG*` and its defaults.
    var parameters: [String: String]

    /// How long a statement may run before the server gives it up; nil: as long as it takes.
    package var statementTimeout: Duration?

    /// How many statements are kept planned on each connection; 0 behind a proxy that hands each
    /// transaction to another server process.
    package var cachedStatements = 256

    /// Keeps a private cluster in use as long as somebody may still connect by these settings.
    private var keeper = Keeper()

    private struct Keeper: Equatable, Sendable {
        var object: (any AnyObject & Sendable)?

        /// Settings are equal by where they lead, whoever keeps the place.
        static func == (_: Keeper, _: Keeper) -> Bool { true }
    }

    private init(parameters: [String: String]) {
        self.parameters = parameters
    }

    /// Reads `postgresql://user@host:port/database?options`, or libpq's `key=value` form.
    ///
    /// - Throws: `PostgresError` of kind `cannotConnect` that does not repeat the text, which may
    ///   hold a password.
    package init(url: String) throws(PostgresError) {
        guard let parameters = Self.parse(url), Self.isPlausible(parameters) else {
            throw PostgresError(
                .cannotConnect,
                message: "the address of the database cannot be read",
                hint: "Write it as postgresql://user@host:5432/database; "
                    + "in a password, write special characters as % and two hex digits."
            )
        }
        self.init(parameters: parameters)
        addDefaults()
    }

    /// Leaves everything to the `PG*` variables and libpq's defaults.
    package static var fromEnvironment: ConnectionSettings {
        var settings = ConnectionSettings(parameters: [:])
        settings.addDefaults()
        return settings
    }

    /// Names a database behind a Unix socket.
    ///
    /// - Parameters:
    ///   - folder: The folder of the socket, an absolute path.
    ///   - user: Who connects.
    ///   - database: Which database.
    package init(socketFolder folder: String, user: String, database: String) {
        self.init(parameters: [
            "host": folder, "port": "5432", "user": user, "dbname": database,
        ])
        // No server there is known at once; one that is overloaded answers late.
        parameters["connect_timeout"] = "60"
        addDefaults()
    }

    /// The same place, kept in use by an object as long as the settings, or a copy, are there.
    func keeping(_ object: any AnyObject & Sendable) -> ConnectionSettings {
        var copy = self
        copy.keeper.object = object
        return copy
    }

    /// The same place, another database.
    package func database(_ name: String) -> ConnectionSettings {
        var copy = self
        copy.parameters["dbname"] = name
        return copy
    }

    /// The name of the database, where the settings say it.
    package var database: String? { parameters["dbname"] }

    /// The host or the socket's folder, where the settings say it.
    package var host: String? { parameters["host"] }

    /// Whether the settings themselves hold a password.
    package var hasPassword: Bool { parameters["password"] != nil }

    /// Uses a password.
    mutating func setPassword(_ password: String) { parameters["password"] = password }

    /// What each session sets before it does anything else.
    var sessionScript: String {
        var script = "set timezone = 'UTC'"
        if let statementTimeout {
            script += "; set statement_timeout = \(max(1, statementTimeout.wholeMilliseconds))"
        }
        return script
    }

    private mutating func addDefaults() {
        // A peer that went away without a word is noticed within a minute, not within hours.
        let defaults = [
            "client_encoding": "UTF8", "fallback_application_name": "tipledger", "connect_timeout": "10",
            "keepalives_idle": "30", "keepalives_interval": "10", "keepalives_count": "3",
        ]
        parameters.merge(defaults) { given, _ in given }
        // Whatever was asked for, texts are read as UTF-8.
        parameters["client_encoding"] = "UTF8"
    }

    /// Tells an address from one whose password has a character that ends it too early: what follows
    /// then looks like a port or a database, and would be shown as one.
    private static func isPlausible(_ parameters: [String: String]) -> Bool {
        let isPort = parameters["port"]?.allSatisfy { $0.isASCII && $0.isNumber || $0 == "," } ?? true
        return isPort && parameters["dbname"]?.contains("@") != true
    }

    private static func parse(_ text: String) -> [String: String]? {
        guard !text.utf8.contains(0) else { return nil }
        var message: UnsafeMutablePointer<CChar>?
        guard let options = unsafe PQconninfoParse(text, &message) else {
            // libpq's message quotes the text, password and all, so it is not passed on.
            unsafe PQfreemem(message)
            return nil
        }
        defer { unsafe PQconninfoFree(options) }
        var parameters: [String: String] = [:]
        var option = unsafe options
        while let keyword = unsafe option.pointee.keyword {
            if let value = unsafe option.pointee.val {
                unsafe parameters[String(cString: keyword)] = unsafe String(cString: value)
            }
            unsafe option += 1
        }
        return parameters
    }
}

extension ConnectionSettings: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The address without the password.
    package var description: String {
        var text = "postgresql://"
        if let user = parameters["user"] { text += "\(user)@" }
        text += parameters["host"] ?? parameters["hostaddr"] ?? parameters["service"] ?? ""
        if let port = parameters["port"] { text += ":\(port)" }
        return text + "/" + (parameters["dbname"] ?? "")
    }

    package var debugDescription: String { description }

    package var customMirror: Mirror {
        Mirror(self, children: ["address": description], displayStyle: .struct)
    }
}

extension Duration {
    /// The duration in milliseconds, cut.
    var wholeMilliseconds: Int64 {
        components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
    }
}
