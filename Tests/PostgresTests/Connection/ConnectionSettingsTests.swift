import Testing

@testable import Postgres

@Suite("Settings know where, and tell no password")
struct ConnectionSettingsTests {
    @Test("an address is read with its parts, and printed without its password")
    func address() throws {
        let settings = try ConnectionSettings(
            url: "postgresql://anna:p%40ss@db.example:5433/tips?options=-csearch_path%3Dproject"
        )

        #expect(settings.host == "db.example")
        #expect(settings.database == "tips")
        #expect(settings.parameters["password"] == "p@ss")
        #expect(settings.parameters["options"] == "-csearch_path=project")
        #expect("\(settings)" == "postgresql://anna@db.example:5433/tips")
        #expect(String(reflecting: settings) == "postgresql://anna@db.example:5433/tips")
        var dumped = ""
        dump(settings, to: &dumped)
        #expect(!dumped.contains("p@ss"))
    }

    @Test("libpq's own form is read too")
    func keywords() throws {
        let settings = try ConnectionSettings(url: "host=/run/pg dbname=tips user=anna password='a b'")

        #expect("\(settings)" == "postgresql://anna@/run/pg/tips")
        #expect(settings.parameters["password"] == "a b")
    }

    @Test("another database of the same place")
    func otherDatabase() throws {
        let settings = try ConnectionSettings(url: "postgresql://h/a").database("b")

        #expect(settings.database == "b")
        #expect(settings.host == "h")
    }

    @Test("what was given is not overruled by the defaults, but the encoding is")
    func defaults() throws {
        let settings = try ConnectionSettings(
            url: "postgresql://h/a?connect_timeout=3&client_encoding=LATIN1&application_name=mine"
        )

        #expect(settings.parameters["connect_timeout"] == "3")
        #expect(settings.parameters["client_encoding"] == "UTF8")
        #expect(settings.parameters["application_name"] == "mine")
        #expect(settings.parameters["keepalives_idle"] == "30")
    }

    @Test("a time limit of a session is at least a millisecond, as 0 would mean none")
    func timeLimit() throws {
        var settings = try ConnectionSettings(url: "postgresql://h/a")
        #expect(settings.sessionScript == "set timezone = 'UTC'")
        settings.statementTimeout = .milliseconds(2500)
        #expect(settings.sessionScript == "set timezone = 'UTC'; set statement_timeout = 2500")
        settings.statementTimeout = .microseconds(1)
        #expect(settings.sessionScript == "set timezone = 'UTC'; set statement_timeout = 1")
    }
}

@Suite("A command uses the database that was named most plainly")
struct DatabaseChoiceTests {
    static let cases: [(why: String, url: String?, environment: [String: String], chosen: String)] = [
        ("nothing is said", nil, [:], "private"),
        (
            "the command line says it", "postgresql://a/x", ["DATABASE_URL": "postgresql://b/y"],
            "postgresql://a/x"
        ),
        (
            "DATABASE_URL says it", nil, ["DATABASE_URL": "postgresql://b/y", "PGHOST": "c"],
            "postgresql://b/y"
        ),
        ("libpq's variables say where", nil, ["PGHOST": "c"], "postgresql:///"),
        ("a service is named", nil, ["PGSERVICE": "tips"], "postgresql:///"),
        ("a password alone says nothing", nil, ["PGPASSWORD": "x", "PGPORT": "1"], "private"),
        ("variables set to nothing are not set", nil, ["DATABASE_URL": "", "PGHOST": ""], "private"),
    ]

    @Test("by the command line and the environment", arguments: cases)
    func chooses(why: String, url: String?, environment: [String: String], chosen: String) throws {
        let choice = try DatabaseChoice.make(url: url, environment: environment)
        switch choice {
        case .privateCluster: #expect(chosen == "private", "\(why)")
        case .server(let settings): #expect(settings.description == chosen, "\(why)")
        }
    }

    @Test("an address that cannot be read is an error, not a private database")
    func unreadable() {
        #expect(throws: PostgresError.self) {
            _ = try DatabaseChoice.make(url: nil, environment: ["DATABASE_URL": "nonsense"])
        }
    }
}
