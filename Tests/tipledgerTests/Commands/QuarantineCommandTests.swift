import Foundation
import Testing
import TipCore
import TipTestSupport

@Suite("Refused events are listed, shown, tried again and thrown away by command")
struct QuarantineCommandTests {
    /// Runs the program in a folder with a private database.
    private func run(_ folder: Folder, _ arguments: String..., input: String = "") async throws
        -> Program.Ending
    {
        try await Program.run(
            arguments,
            in: folder,
            input: Array(input.utf8),
            environment: ServedLedger.environment(folder)
        )
    }

    private func entries(_ folder: Folder, _ options: [String] = []) async throws -> [JSON] {
        let list = try await Program.run(
            ["quarantine", "list", "--format", "json"] + options,
            in: folder,
            environment: ServedLedger.environment(folder)
        )
        #expect(list.code == 0, "\(list.messages)")
        return JSON(parsing: list.output)?["events"]?.arrayValue ?? []
    }

    @Test("list, show, replay with other settings, purge")
    func lives() async throws {
        try await withFolder { folder in
            let events = """
                {"type":"session","id":"1"}
                {"type":"session","person":"\(String(repeating: "p", count: 300))","id":"2"}
                """
            #expect(try await run(folder, "ingest", input: events).code == 12)
            let call = #"{"type":"track","event":"x","messageId":"3"}"#
            #expect(try await run(folder, "ingest", "--as", "segment", input: call).code == 12)

            let all = try await entries(folder)
            #expect(all.map { $0["dialect"]?.stringValue ?? "" }.sorted() == ["native", "native", "segment"])
            let long = try #require(try await entries(folder, ["--code", "bad_field"]).first)
            #expect(try await entries(folder, ["--dialect", "segment"]).count == 1)
            #expect(try await entries(folder, ["--older-than", "30d"]).isEmpty)
            #expect(try await entries(folder, ["--limit", "1"]).count == 1)
            let table = try await run(folder, "quarantine", "list")
            #expect(table.output.contains("missing_field") && table.output.contains("segment"))

            let id = long["id"]?.stringValue ?? ""
            let shown = try await run(folder, "quarantine", "show", id)
            #expect(shown.code == 0 && shown.output.contains(#""id":"2""#), "\(shown.output)")
            #expect(shown.messages.contains("bad_field"), "\(shown.messages)")
            let json = try await run(folder, "quarantine", "show", id, "--format", "json")
            #expect(JSON(parsing: json.output)?["body"]?.stringValue?.contains("session") == true)
            #expect(try await run(folder, "quarantine", "show", "none").code == 2)

            // Nothing is done to all of them unless that is said.
            #expect(try await run(folder, "quarantine", "replay").code == 2)
            #expect(try await run(folder, "quarantine", "purge").code == 2)
            let still = try await run(folder, "quarantine", "replay", "--all", "--format", "json")
            #expect(still.code == 12)
            #expect(JSON(parsing: still.output) == ["accepted": 0, "duplicates": 0, "rejected": 3])
            let settings = try folder.write("settings.json", #"{"personBytes": 512}"#)
            let again = try await run(
                folder,
                "quarantine",
                "replay",
                id,
                "--settings",
                settings,
                "--format",
                "json"
            )
            #expect(again.code == 0, "\(again.messages)")
            #expect(JSON(parsing: again.output) == ["accepted": 1, "duplicates": 0, "rejected": 0])
            #expect(try await entries(folder).count == 2)

            let some = try await run(
                folder,
                "quarantine",
                "purge",
                "--dialect",
                "segment",
                "--format",
                "json"
            )
            #expect(JSON(parsing: some.output) == ["purged": 1])
            #expect(try await run(folder, "quarantine", "purge", "--all").output == "purged 1\n")
            #expect(try await entries(folder).isEmpty)
        }
    }

    /// The same two facts of one person in each dialect, and a third line that says nothing.
    static let files: [(dialect: String, lines: [String], types: [String])] = [
        (
            "native",
            [
                #"{"type":"session","person":"p","id":"1","at":"2026-01-01T00:00:00Z"}"#,
                #"{"type":"donation","event":"order","person":"p","id":"2","at":"2026-01-01T00:00:01Z"}"#,
            ], ["session", "donation"]
        ),
        (
            "segment",
            [
                #"{"type":"track","event":"Tip Displayed","userId":"p","messageId":"1","timestamp":"2026-01-01T00:00:00Z","properties":{"tip_id":"T"}}"#,
                #"{"type":"track","event":"order","userId":"p","messageId":"2","timestamp":"2026-01-01T00:00:01Z"}"#,
            ], ["impression", "donation"]
        ),
        (
            "posthog",
            [
                #"{"event":"tip displayed","distinct_id":"p","uuid":"1","timestamp":"2026-01-01T00:00:00Z","properties":{"tip_id":"T"}}"#,
                #"{"event":"order","distinct_id":"p","uuid":"2","timestamp":"2026-01-01T00:00:01Z"}"#,
            ], ["impression", "donation"]
        ),
        (
            "cloudevents",
            [
                #"{"specversion":"1.0","id":"1","source":"s","type":"session","subject":"p","time":"2026-01-01T00:00:00Z"}"#,
                #"{"specversion":"1.0","id":"2","source":"s","type":"order","subject":"p","time":"2026-01-01T00:00:01Z"}"#,
            ], ["session", "donation"]
        ),
        (
            "growthbook",
            [#"{"event_name":"order","user_id":"p","properties_json":{}}"#], ["donation"]
        ),
    ]

    @Test("a file of each dialect is read by the rules of its endpoint", arguments: files.indices)
    func reads(row: Int) async throws {
        let (dialect, lines, types) = Self.files[row]
        try await withFolder { folder in
            let text = (lines + [#"{"nothing":true}"#]).joined(separator: "\n")
            let file = try folder.write("events.ndjson", text)
            let first = try await run(folder, "ingest", "--as", dialect, file, "--format", "json")
            #expect(first.code == 12, "\(dialect): \(first.messages)")
            let counts = JSON(parsing: first.output)
            #expect(counts?["accepted"]?.integerValue == Int64(lines.count), "\(dialect): \(first.output)")
            #expect(counts?["rejected"] == 1, "\(dialect): \(first.output)")
            #expect(try await entries(folder).map { $0["dialect"]?.stringValue } == [dialect])
            // Events of GrowthBook's plug-in have no names, so each is new.
            if dialect != "growthbook" {
                let again = try await run(folder, "ingest", "--as", dialect, file, "--format", "json")
                #expect(JSON(parsing: again.output)?["duplicates"]?.integerValue == Int64(lines.count))
            }
            let told = try await run(folder, "timeline", "p", "--format", "json")
            let entries = JSON(parsing: told.output)?["entries"]?.arrayValue ?? []
            let seen = entries.compactMap { $0["event"]?["type"]?.stringValue }
            #expect(Set(seen) == Set(types), "\(dialect): \(told.output)")
        }
    }
}
