import Foundation
import Testing
import TipTestSupport

@testable import Postgres

@Suite("A connection that cannot be made says why and what to do")
struct ConnectFailureTests {
    private func failure(_ settings: ConnectionSettings) async -> PostgresError? {
        await #expect(throws: PostgresError.self) { _ = try await Connection.open(settings) }
    }

    @Test("nobody listens")
    func refused() async throws {
        let error = await failure(try ConnectionSettings(url: "postgresql://someone:geheim@127.0.0.1:1/db"))

        #expect(error?.kind == .cannotConnect)
        #expect(error?.message.contains("Connection refused") == true)
        #expect(error?.hint == "Is the server running, and does it listen on this host and port?")
        #expect(error?.debugDescription.contains("geheim") == false)
    }

    @Test("no such database, no such folder")
    func missing() async throws {
        let settings = try await TestCluster.shared.settings
        let noDatabase = await failure(settings.database("nowhere"))
        #expect(noDatabase?.hint == "Create it first, or check its name in the address.")
        #expect(noDatabase?.description.hasPrefix("cannot connect to the database: ") == true)
        #expect(noDatabase?.description.contains("\n") == false)

        let noFolder = await failure(
            ConnectionSettings(socketFolder: "/nowhere/at/all", user: "a", database: "b")
        )
        #expect(noFolder?.hint == "Is the server running, and is this the folder of its socket?")
    }

    @Test("too many connections")
    func tooMany() {
        let message = "connection to server failed: FATAL:  sorry, too many clients already\n"
        let error = PostgresError.cannotConnect(message)
        #expect(error.hint == "Raise max_connections on the server, or use fewer connections.")
    }

    @Test("a server before version 14 is refused, by name")
    func oldServer() throws {
        try ServerVersion.check(140_000)
        let error = #expect(throws: PostgresError.self) { try ServerVersion.check(130_011) }
        #expect(error?.message == "the server is PostgreSQL 13.11, and 14 or later is needed")
    }

    @Test("an address that cannot be read is not repeated")
    func unreadable() {
        let urls = [
            "postgresql://u:geheim@[::1", "geheim", "a=b\0geheim", "postgresql://u:ge/heim@h/x",
            "postgresql://u:1/heim@h/x", "postgresql://u:geheim@h:heim/x", "host=h port=heim",
        ]
        for url in urls {
            let error = #expect(throws: PostgresError.self) { _ = try ConnectionSettings(url: url) }
            #expect(error?.kind == .cannotConnect)
            #expect(error?.debugDescription.contains("heim") == false)
        }
    }
}
