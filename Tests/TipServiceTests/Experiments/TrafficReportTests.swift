import HTTPServer
import Testing
import TipCore
import TipStore
import TipTestSupport

@testable import TipService

@Suite("Bots and the team are kept in the log, left out of reports, and counted there")
struct TrafficReportTests {
    @Test("of three who saw the tip, one counts")
    func counted() async throws {
        try await withDatabase(.served) { database in
            let workspace = try await Workspace.open(database)
            var settings = ServiceSettings()
            settings.internalAddresses = [try #require(AddressRange("10.0.0.0/8"))]
            settings.trustedProxies = [try #require(AddressRange("127.0.0.1"))]
            let server = try Server(workspace, listen: "127.0.0.1:0", settings: settings) { _ in }
            var keys: [KeyStore.Scope: String] = [:]
            for scope in KeyStore.Scope.allCases {
                let made = try await workspace.store.keys.create(scope: scope, name: "", at: workspace.now())
                keys[scope] = made.text
            }
            let bench = ServiceBench(
                settings: database,
                workspace: workspace,
                server: server,
                keys: keys,
                told: ServiceBench.Told()
            )
            try await bench.startExperiment()
            let senders: [(person: String, fields: [(String, String)])] = [
                ("person", [("User-Agent", "Tips/1.0 CFNetwork")]),
                ("crawler", [("User-Agent", "Mozilla/5.0 (compatible; bingbot/2.0)")]),
                ("colleague", [("X-Forwarded-For", "10.1.2.3")]),
            ]
            for (person, fields) in senders {
                let event =
                    #"{"type":"impression","person":"\#(person)","tip":"favorites","display":"d-\#(person)","id":"\#(person)"}"#
                let answer = try await bench.ask("POST", "/v1/events", as: .write, event, headers: fields)
                #expect(answer.json["accepted"] == 1, "\(person)")
            }
            try await workspace.store.projector.catchUp()
            let report = try await bench.ask("GET", "/v1/experiments/copy/report", as: .read)
            let people = report.json["variants"]?.arrayValue?.compactMap { $0["people"]?.integerValue } ?? []
            #expect(people.reduce(0, +) == 1, "\(report.json.text())")
            #expect(report.json["health"]?["excluded"] == ["test": 1, "bot": 1, "optedOut": 0])
            #expect(report.json["enrolled"] == 3)
            for (person, _) in senders {
                let history = try await bench.ask("GET", "/v1/people/\(person)/events", as: .read)
                #expect(history.json["events"]?.arrayValue?.count == 1, "\(person)")
            }
            await workspace.close()
        }
    }
}
