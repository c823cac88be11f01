import Foundation
import Postgres
import Testing
import TipCore
import TipTestSupport

@Suite("A plan says how many people, how many whole weeks, and what the people of a day find")
struct PlanCommandTests {
    /// Two arms from 10 % to 11 % at a power of 0.8 need 14 749 people each without looks on the way.
    static let days: [(perDay: String, days: Int64, weeks: Int64)] = [
        ("29498", 1, 1), ("4214", 7, 1), ("4213", 8, 2), ("2107", 14, 2), ("1000000000", 1, 1),
        ("1", 29498, 4214),
    ]

    @Test("days are rounded up to whole weeks, as weekends differ", arguments: days)
    func weeks(perDay: String, days: Int64, weeks: Int64) async throws {
        let plan = try await json("--baseline", "0.1", "--lift", "0.1", "--per-day", perDay)
        #expect(plan["people"] == 29498 && plan["peoplePerVariant"] == 14749)
        #expect(plan["days"] == .integer(days) && plan["weeks"] == .integer(weeks))
    }

    @Test("more people find less, and as many as are planned find the planned lift")
    func lifts() async throws {
        let plan = try await json("--baseline", "0.1", "--lift", "0.1", "--per-day", "4214")
        let lifts = try #require(plan["lifts"]?.arrayValue).compactMap { $0["lift"]?.doubleValue }
        #expect(lifts.count == 4 && lifts == lifts.sorted(by: >))
        #expect(abs((lifts.first ?? 0) - 0.1) < 1e-4)
        let unknown = try await json("--baseline", "0.1", "--lift", "0.1")
        #expect(unknown["days"] == .null && unknown["weeks"] == .null && unknown["lifts"] == [])
    }

    @Test("looks and variants cost people")
    func costs() async throws {
        var people: [Int64] = []
        for more in [[], ["--looks", "5"], ["--looks", "5", "--variants", "4"]] {
            let plan = try await json(["--baseline", "0.1", "--lift", "0.1"] + more)
            people.append(plan["peoplePerVariant"]?.integerValue ?? 0)
        }
        #expect(people == people.sorted() && Set(people).count == 3)
    }

    @Test("the text names whole weeks and lifts by weeks")
    func text() async throws {
        try await withFolder { folder in
            let run = try await Program.run(
                ["plan", "--baseline", "0.1", "--lift", "0.1", "--per-day", "4213"],
                in: folder
            )
            for line in ["whole weeks             2\n", "lift in 1 week       10 %", "lift in 8 weeks"] {
                #expect(run.output.contains(line), "\(run.output)")
            }
            #expect(run.messages.contains("plan: { peoplePerVariant: 14749"), "\(run.messages)")
        }
    }

    private static let catalog = """
        {
          tips: [{ id: "backyard", title: "Save it", actions: [{ id: "learn", title: "Learn" }] }],
          experiments: [{
            id: "copy", tip: "backyard", variants: [{ id: "control" }, { id: "benefit", title: "Keep it" }],
            primary: { metric: "tap", within: "1d" },
          }],
        }
        """

    /// 40 people on each of ten days, every fifth of whom taps, and 40 more whose window is open yet.
    private static func history() -> String {
        let now = Timestamp(microseconds: Int64(Date().timeIntervalSince1970) * 1_000_000)
        return (0..<440).flatMap { number in
            let person = #""person":"p\#(number)","tip":"backyard""#
            // The last of them came an hour ago, the others from two days ago on, 40 a day.
            let hours = number < 40 ? 1 : 48 + Int64(number - 40) * 24 / 40
            let seen = now.adding(seconds: -hours * 3600)
            let impression =
                #"{"id":"i\#(number)","type":"impression","display":"d\#(number)",\#(person),"at":"\#(seen.rfc3339)"}"#
            guard number % 5 == 0 else { return [impression] }
            let tapped = seen.adding(seconds: 60).rfc3339
            return [
                impression,
                #"{"id":"t\#(number)","type":"action_tap","action":"learn",\#(person),"at":"\#(tapped)"}"#,
            ]
        }.joined(separator: "\n")
    }

    @Test("a plan from the log counts who saw the tip, whose window is over, and how many came a day")
    func fromLog() async throws {
        try await withDatabase(.ledger) { settings in
            let environment = [
                "PGHOST": try #require(settings.host), "PGDATABASE": try #require(settings.database),
                "PGUSER": "tipledger",
            ]
            try await withFolder { folder in
                func run(_ arguments: String...) async throws -> Program.Ending {
                    try await Program.run(arguments, in: folder, environment: environment)
                }
                #expect(try await run("apply", folder.write("tips.json5", Self.catalog)).code == 0)
                let few = try await run("plan", "--experiment", "copy", "--lift", "0.2")
                #expect(few.code == 2 && few.messages.contains("100 people"), "\(few.messages)")
                let loaded = try await run("ingest", folder.write("events.ndjson", Self.history()))
                #expect(loaded.code == 0, "\(loaded.messages)")
                let answer = try await run(
                    "plan",
                    "--experiment",
                    "copy",
                    "--lift",
                    "0.2",
                    "--looks",
                    "4",
                    "--format",
                    "json"
                )
                let plan = try #require(JSON(parsing: answer.output), "\(answer.messages)")
                #expect(plan["history"]?["people"] == 400 && plan["history"]?["conversions"] == 80)
                let perDay = try #require(plan["history"]?["perDay"]?.integerValue)
                #expect((36...40).contains(perDay), "\(perDay)")
                let same = try await json(
                    "--baseline",
                    "0.2",
                    "--lift",
                    "0.2",
                    "--looks",
                    "4",
                    "--per-day",
                    String(perDay)
                )
                for key in [
                    "peoplePerVariant", "people", "days", "weeks", "power", "alpha", "looks", "lifts",
                ] {
                    #expect(plan[key] == same[key], "\(key)")
                }
            }
        }
    }

    private func json(_ arguments: String...) async throws -> JSON { try await json(arguments) }

    private func json(_ arguments: [String]) async throws -> JSON {
        var found: JSON?
        try await withFolder { folder in
            let run = try await Program.run(["plan", "--format", "json"] + arguments, in: folder)
            #expect(run.code == 0, "\(run.messages)")
            found = JSON(parsing: run.output)
        }
        return try #require(found)
    }
}
