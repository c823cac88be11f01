import Foundation
import Postgres
import Testing
import TipCore
import TipTestSupport

@Suite("Support reads why a tip shows or not, and what happened to a person, in a terminal and as data")
struct PersonCommandTests {
    private static let catalog = """
        { displayFrequency: "daily",
          parameters: { isLoggedIn: { type: "boolean", default: false } },
          tips: [
            { id: "T", title: "Hi", rules: ['param("isLoggedIn") == true',
                'event("e").donations.donatedWithin(days: 5).count >= 3'] },
            { id: "U", title: "Ho", options: { maxDisplayCount: 1 } } ] }
        """

    private static let events = """
        {"type":"donation","person":"p","event":"e","id":"a","at":"2026-03-01T10:00:00Z"}
        {"type":"donation","person":"p","event":"e","id":"b","at":"2026-03-02T10:00:00Z"}
        {"type":"impression","person":"p","tip":"U","display":"x","id":"c","at":"2026-03-02T11:00:00Z"}
        {"type":"impression_end","person":"p","tip":"U","display":"x","id":"d","at":"2026-03-02T11:00:30Z"}
        {"type":"parameter","person":"p","name":"isLoggedIn","value":true,"id":"f","at":"2026-03-02T12:00:00Z"}
        {"type":"donation","person":"p","event":"e","id":"g","at":"2026-03-04T10:00:00Z"}
        """

    /// A ledger with the catalog and the events, and a way to run a command on it.
    private func withPerson(
        _ body: (Folder, @escaping ([String]) async throws -> Program.Ending) async throws -> Void
    ) async throws {
        try await withDatabase(.ledger) { settings in
            let host = try #require(settings.host)
            let name = try #require(settings.database)
            try await withFolder { folder in
                let environment = ["PGHOST": host, "PGDATABASE": name, "PGUSER": "tipledger"]
                let run: ([String]) async throws -> Program.Ending = { arguments in
                    try await Program.run(arguments, in: folder, environment: environment)
                }
                let catalog = try folder.write("tips.json5", Self.catalog)
                let events = try folder.write("events.ndjson", Self.events)
                #expect(try await run(["apply", catalog, "--at", "2026-01-01"]).code == 0)
                #expect(try await run(["ingest", events]).code == 0)
                try await body(folder, run)
            }
        }
    }

    @Test(
        "an explanation is a page: status, rules with their events, what holds, what would help, what comes"
    )
    func explain() async throws {
        try await withPerson { _, run in
            let page = try await run(["explain", "p", "T", "--at", "2026-03-02T11:30:00Z"])
            #expect(page.code == 0)
            #expect(
                page.output == """
                    T for p: pending
                      at 2026-03-02T11:30:00Z, under catalog revision 1
                      4 events of the person, the last at 2026-03-02T11:00:30Z
                      shown 0 times, 0 s on screen

                    rules
                      FAILS 0  param("isLoggedIn") == true
                               needs isLoggedIn is true
                               saw   isLoggedIn is false
                      FAILS 1  event("e").donations.donatedWithin(days: 5).count >= 3
                               needs at least 3 donations of e within 5 days
                               saw   2 donations of e within 5 days
                                 2026-03-01T10:00:00Z  a
                                 2026-03-02T10:00:00Z  b

                    held back by
                      rule:0  isLoggedIn is false
                      rule:1  2 donations of e within 5 days
                      frequency  U was first shown too recently; until 2026-03-03T11:00:00Z

                    to show it, all of
                      - Rule 0: parameter isLoggedIn must become true.
                      - Rule 1: 1 more donation of e within 5 days by 2026-03-06T10:00:00Z.
                      - Wait until 2026-03-03T11:00:00Z: the display frequency runs from the first display of U.

                    by itself
                      2026-03-03T11:00:00Z  still pending, held back by rule:0, rule:1

                    """,
                "\(page.output)"
            )
            let over = try await run(["explain", "p", "U", "--at", "2026-03-03"])
            #expect(
                over.output.hasPrefix(
                    "U for p: invalidated (displayCountExceeded) since 2026-03-02T11:00:30Z\n"
                )
            )
            let json = try await run([
                "explain", "p", "T", "--format", "json", "--at", "2026-03-04T10:00:00Z",
            ])
            #expect(JSON(parsing: json.output)?["status"]?.stringValue == "available")
            let wrong = try await run(["explain", "p", "TT"])
            #expect(wrong.code == 2 && wrong.messages.contains("Did you mean T?"))
            let newcomer = try await run(["explain", "q", "U"])
            #expect(newcomer.code == 0 && newcomer.output.contains("the log has no event of q"))
        }
    }

    @Test("a timeline tells each event, and the changes between them")
    func timeline() async throws {
        try await withPerson { _, run in
            let page = try await run(["timeline", "p", "--at", "2026-03-10"])
            #expect(page.code == 0)
            #expect(
                page.output == """
                    p: 6 events
                    before: available U; pending T

                    2026-03-01T10:00:00Z  donated e  [a]
                    2026-03-02T10:00:00Z  donated e  [b]
                    2026-03-02T11:00:00Z  saw U (display x)  [c]
                    2026-03-02T11:00:30Z  saw no more of U (display x)  [d]
                        → U was over: displayCountExceeded
                    2026-03-02T12:00:00Z  had the parameter isLoggedIn set to true  [f]
                    2026-03-04T10:00:00Z  donated e  [g]
                        → T became available
                    2026-03-06T10:00:00.000001Z  time went by
                        → T became pending: rule:1

                    at 2026-03-10T00:00:00Z: pending T; invalidated U

                    """,
                "\(page.output)"
            )
            let part = try await run([
                "timeline", "p", "--since", "2026-03-02T11:00:30Z", "--tip", "U", "--until", "2026-03-03",
            ])
            #expect(
                part.output == """
                    p: 6 events, 1 of them here
                    before: available U

                    2026-03-02T11:00:30Z  saw no more of U (display x)  [d]
                        → U was over: displayCountExceeded

                    at 2026-03-03T00:00:00Z: invalidated U

                    """,
                "\(part.output)"
            )
            let none = try await run(["timeline", "q"])
            #expect(none.code == 0 && none.output == "The log has no event of q.\n")
            #expect(try await run(["timeline", "p", "--tip", "none"]).code == 2)
        }
    }

    @Test("a timeline as data: one object, a line an entry, a row a change")
    func timelineData() async throws {
        try await withPerson { _, run in
            let json = JSON(
                parsing: try await run(["timeline", "p", "--format", "json", "--at", "2026-03-10"]).output
            )
            #expect(json?["schema"]?.stringValue == "tipledger.timeline/1" && json?["events"] == 6)
            let entries = try #require(json?["entries"]?.arrayValue)
            #expect(entries.map { $0["kind"]?.stringValue } == Array(repeating: "event", count: 6) + ["time"])
            #expect(entries[5]["event"]?["id"]?.stringValue == "g")
            #expect(entries[5]["changes"] == [["tip": "T", "from": "pending", "to": "available"]])
            #expect(
                json?["final"] == [
                    ["tip": "T", "status": "pending"], ["tip": "U", "status": "invalidated"],
                ]
            )
            let lines = try await run(["timeline", "p", "--format", "ndjson", "--at", "2026-03-10"]).output
            #expect(
                lines.split(separator: "\n").map { JSON(parsing: String($0)) } == entries.map(Optional.some)
            )
            let rows = try await run(["timeline", "p", "--format", "csv", "--at", "2026-03-10"]).output
                .split(separator: "\r\n")
            #expect(rows.first == "at,kind,id,text,tip,from,to,why" && rows.count == 8)
            #expect(
                rows.last == "2026-03-06T10:00:00.000001Z,time,,time went by,T,available,pending,rule:1"
            )
            let nobody = JSON(parsing: try await run(["timeline", "q", "--format", "json"]).output)
            #expect(nobody?["note"]?.stringValue == "The log has no event of this person.")
        }
    }

    @Test("a tip is switched off and on, told once, and not before it was switched last")
    func switches() async throws {
        try await withPerson { _, run in
            let off = try await run(["tip", "off", "U", "--format", "json"])
            #expect(off.code == 0 && off.messages.contains("U is off for everybody since"))
            #expect(JSON(parsing: off.output)?["changed"] == true)
            #expect(try await run(["tip", "off", "U"]).messages.contains("U is already off"))
            let explained = try await run(["explain", "q", "U"]).output
            #expect(explained.contains("Switch the tip on again"), "\(explained)")
            #expect(try await run(["tip", "on", "U"]).messages.contains("U is on for everybody since"))
            let wrong = try await run(["tip", "off", "u"])
            #expect(wrong.code == 2 && wrong.messages.contains("Did you mean U?"))
            let early = try await run(["tip", "off", "U", "--at", "2026-01-01"])
            #expect(early.code == 2 && early.messages.contains("before the last one of tip U"))
            let dated = try await run(["tip", "off", "T", "--at", "2026-01-01"])
            #expect(dated.code == 0 && dated.messages.contains("T is off for everybody since 2026-01-01"))
        }
    }

    @Test("a difference tells how many people it changes")
    func diff() async throws {
        try await withPerson { folder, run in
            let easier = try folder.write(
                "easier.json5",
                Self.catalog.replacing("count >= 3", with: "count >= 0")
            )
            let diff = try await run(["diff", easier, "--at", "2026-03-03T12:00:00Z"])
            #expect(diff.code == 11)
            #expect(
                diff.output.contains("effect on 1 person:\n  T: 1 person from pending to available\n"),
                "\(diff.output)"
            )
            let json = try await run(["diff", easier, "--format", "json", "--at", "2026-03-03T12:00:00Z"])
            #expect(JSON(parsing: json.output)?["diff"]?.arrayValue?.count == 1)
            #expect(JSON(parsing: json.output)?["effect"]?["counted"] == 1)
        }
    }
}
