import Foundation
import Testing
import TipCore
import TipTestSupport

@Suite("Clients that are slow, greedy or gone cost others little", .serialized)
struct HostileClientTests {
    private static let python = ["/usr/bin/python3", "/usr/local/bin/python3"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    /// In the long form a hundred thousand.
    private static let tiny = Soak.isOn ? 100_000 : 5_000

    /// Seconds that an honest request may take beyond twice what it takes in quiet: none is what is asked for;
    /// the rest is for a machine whose processors other tests use too.
    private static let slack = Soak.isOn ? 0.02 : 0.5

    @Test(
        "honest clients are served as before, memory stays bounded, and no descriptor is left behind",
        .enabled(if: python != nil, "python3 is not installed"),
        .timeLimit(.minutes(30))
    )
    func hostile() async throws {
        try await withFolder { folder in
            // Their time is short, so that all of them are seen to be cut.
            let settings = try folder.write("settings.json", #"{"headerSeconds": 2}"#)
            let ledger = try await ServedLedger.start(in: folder, settings: settings)
            let place = ledger.address.split(separator: ":").map(String.init)
            let output = await Programs.output(
                of: try #require(Self.python),
                ["-c", HostileClients.script] + place
                    + [
                        ledger.keys["write"] ?? "", "\(ledger.program.identifier)", "\(Self.tiny)",
                        "\(Self.slack)",
                    ]
            )
            let found = try #require(
                output.flatMap { JSON(parsing: $0.trimmingCharacters(in: .whitespacesAndNewlines)) }
            )
            #expect(found["quiet"]?["wrong"] == 0)
            for phase in ["slow", "bomb", "tiny", "leavers"] {
                #expect(found[phase]?["wrong"] == 0, "\(phase): \(found.text())")
                let before = found[phase]?["before"]?.doubleValue ?? 0
                let p99 = found[phase]?["p99"]?.doubleValue ?? .infinity
                #expect(p99 < 2 * before + Self.slack, "\(phase): \(found.text())")
            }
            #expect(found["slow"]?["cut"] == 200 && found["slow"]?["left"] == 0, "\(found.text())")
            #expect(found["slow"]?["told"]?.integerValue ?? 0 >= 190, "\(found.text())")
            #expect(found["bomb"]?["bombs"] == .array(Array(repeating: 413, count: 8)), "\(found.text())")
            #expect(found["tiny"]?["tiny"]?.integerValue == Int64(Self.tiny), "\(found.text())")
            #expect(found["leavers"]?["left"]?.integerValue ?? 0 > 50, "\(found.text())")
            let grown = (found["after"]?["peak"]?.integerValue ?? 0) - (found["memory"]?.integerValue ?? 0)
            #expect(grown < 200, "\(grown) MiB: \(found.text())")
            let before = found["descriptors"]?.integerValue ?? 0
            #expect(found["after"]?["descriptors"]?.integerValue ?? .max <= before + 10, "\(found.text())")
            #expect(found["after"]?["honest"]?["wrong"] == 0)
            #expect(try await ledger.stop() == 0)
            if Soak.isOn { print("hostile clients: \(found.text())") }
        }
    }
}
