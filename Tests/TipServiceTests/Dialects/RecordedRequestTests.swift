import HTTPServer
import Postgres
import Testing
import TipCore
import TipService

@Suite("What real SDKs sent is taken as they sent it, and a second time adds nothing")
struct RecordedRequestTests {
    /// A client, how many events of ours its requests become, and how every answer reads.
    static let clients: [(client: String, events: Int64, answer: JSON?)] = [
        // Seven calls: group says two things, alias stands in both histories; the same run was recorded plain and
        // compressed, and of the ids in it only one is fixed. PostHog's two wires give two events one id and say different
        // things about them, so each is sent to a log of its own.
        ("segment", 9 + 8, ["success": true]),
        ("rudder", 3, ["success": true]),
        ("posthog v0_ok_plain", 5, ["status": 1]), ("posthog v1_ok", 5, nil), ("cloudevents", 4, nil),
    ]

    @Test(
        "replayed twice",
        .enabled(if: WireRecording.areThere, "the recordings stand beside the repository"),
        arguments: clients.indices
    )
    func replay(row: Int) async throws {
        let (client, events, expected) = Self.clients[row]
        let words = client.split(separator: " ").map(String.init)
        let recording = try #require(WireRecording(words[0]))
        let scenarios = recording.scenarios.filter { words.count == 1 || $0.name == words[1] }
        try await withService { bench in
            try await bench.allowRecordedKey()
            for round in 1...2 {
                for (name, requests) in scenarios {
                    // Flags are another wire of the same client.
                    for request in requests where !request.path.hasPrefix("/flags") {
                        let answer = ServiceBench.Answer(await bench.server.answer(request))
                        #expect(
                            answer.status == 200 && answer.json == expected ?? answer.json,
                            "\(name), round \(round)"
                        )
                    }
                }
                #expect(
                    try await bench.count("select count(*) from event") == events,
                    "\(client), round \(round)"
                )
                #expect(try await bench.count("select count(*) from quarantine") == 0)
            }
        }
    }
}
