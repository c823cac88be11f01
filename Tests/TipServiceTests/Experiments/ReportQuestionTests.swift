import Foundation
import Postgres
import Testing
import TipCore
import TipService
import TipStore
import TipTestSupport

@Suite("A report answers for phases, times, fields and zones, and says where it comes from")
struct ReportQuestionTests {
    private static let catalog = """
        {"parameters":{"platform":{"type":"string"}},"events":{"saved":{"info":{"price":"number"}}},
         "tips":[{"id":"T","title":"Hi"}],
         "experiments":[{"id":"x","tip":"T","variants":[{"id":"control"},{"id":"benefit","title":"Ho"}],
           "primary":{"metric":"tap","within":"1d"},
           "secondary":[{"metric":"donation:saved","measure":"sum","field":"price","within":"1d"}]}]}
        """

    private static func day(_ day: Int) -> String { "2026-01-\(day < 10 ? "0" : "")\(day)" }

    /// Sixty persons over six days: every third taps, every second saves for 2, and they have one of two systems.
    private static func events(_ prefix: String = "p", from first: Int = 2, count: Int = 60) -> String {
        let lines = (0..<count).flatMap { number -> [String] in
            let at = "\(day(first + number % 6))T\(10 + number % 10):30:00Z"
            let common = #""person":"\#(prefix)\#(number)","at":"\#(at)""#
            let os = number % 2 == 0 ? "iOS" : "macOS"
            var lines = [
                #"{"type":"impression","id":"i",\#(common),"tip":"T","display":"d","context":{"os":"\#(os)"}}"#
            ]
            if number % 3 == 0 {
                lines.append(#"{"type":"action_tap","id":"t",\#(common),"tip":"T","action":"go"}"#)
            }
            if number % 2 == 0 {
                lines.append(#"{"type":"donation","id":"s",\#(common),"event":"saved","info":{"price":2}}"#)
            }
            return lines
        }
        return "[\(lines.joined(separator: ","))]"
    }

    private func withExperiment(_ body: (ServiceBench) async throws -> Void) async throws {
        try await withService { bench in
            _ = try await bench.ask("PUT", "/v1/catalog?at=2026-01-01T00:00:00Z", as: .admin, Self.catalog)
            let start = try await bench.ask(
                "POST",
                "/v1/experiments/x/start",
                as: .admin,
                #"{"at":"2026-01-01T00:00:00Z"}"#
            )
            #expect(start.status == 200, "\(start.json.text())")
            #expect(try await bench.post(Self.events()).status == 200)
            try await body(bench)
        }
    }

    private func report(_ bench: ServiceBench, _ query: String = "") async throws -> JSON {
        let answer = try await bench.ask("GET", "/v1/experiments/x/report\(query)", as: .read)
        #expect(answer.status == 200, "\(query): \(answer.json.text())")
        return answer.json
    }

    private func people(_ report: JSON) -> [Int64] {
        (report["variants"]?.arrayValue ?? []).compactMap { $0["people"]?.integerValue }
    }

    @Test("the views for analysts have the report's figures, and the status that a decision has")
    func views() async throws {
        try await withExperiment { bench in
            let report = try await report(bench)
            let figures = (report["variants"]?.arrayValue ?? []).compactMap { variant -> String? in
                guard let name = variant["variant"]?.stringValue,
                    let people = variant["people"]?.integerValue,
                    let conversions = variant["conversions"]?.integerValue
                else { return nil }
                return "x 1 \(name) \(people) \(conversions)"
            }
            let sums = ["report.variants", "report.days"].map { view in
                Query(
                    unescaped: """
                        select concat_ws(' ', experiment, phase, variant, sum(people), sum(converted)) from \(view)
                        group by experiment, phase, variant order by 1
                        """
                )
            }
            let rows: [Query] = [
                """
                select concat_ws(' ', experiment, phase, variant, count(*), count(converted_at)) from report.exposures
                where standing = 'compared' group by experiment, phase, variant order by 1
                """,
                """
                select concat_ws(' ', e.experiment, e.phase, e.variant, count(*), count(c.person)) from report.exposures e
                left join report.conversions c on c.experiment = e.experiment and c.person = e.person and c.metric = 0
                where e.standing = 'compared' group by e.experiment, e.phase, e.variant order by 1
                """,
            ]
            #expect(figures.count == 2 && people(report).reduce(0, +) == 60, "\(report.text())")
            for query in sums + rows {
                let found = try await bench.rows(query).map { try $0.string(0) }
                #expect(found == figures.sorted(), "\(query.text)")
            }
            let split = try #require(report["health"]?["srm"]?["chiSquare"]?.doubleValue)
            let distances = try await bench.rows("select distance from report.splits order by 1").map {
                try $0.double(0)
            }
            // Two variants are as far from their halves as each other.
            #expect(
                distances.count == 2 && distances.allSatisfy { abs($0 * $0 - split) < 1e-9 },
                "\(distances)"
            )
            for person in ["p0", "p1", "p2"] {
                let answer = try await bench.ask(
                    "POST",
                    "/v1/decisions",
                    as: .evaluate,
                    #"{"person":"\#(person)"}"#
                )
                let decided = answer.json["tips"]?.arrayValue?.first?["status"]?.stringValue
                let seen = try await bench.rows(
                    "select status from report.tip_status where person = \(person)"
                )
                #expect(try seen.one().string(0) == decided, "\(person)")
            }
        }
    }

    static let wrong: [(query: String, status: Int, code: String)] = [
        ("phase=0", 400, "bad_query"), ("phase=one", 400, "bad_query"), ("phase=2", 404, "unknown_phase"),
        ("partial=maybe", 400, "bad_query"), ("asOf=yesterday", 400, "bad_query"),
        ("since=1", 400, "bad_query"), ("by=context.oz", 400, "bad_query"),
        ("timezone=Mars/Base", 400, "bad_query"), ("baseline=benefits", 404, "unknown_baseline"),
    ]

    @Test("what cannot be read or is not there is a problem, never a guess")
    func problems() async throws {
        try await withExperiment { bench in
            for (query, status, code) in Self.wrong {
                let target = "/v1/experiments/x/report?\(query)"
                let answer = try await bench.ask("GET", target, as: .read)
                let found = answer.code ?? ""
                #expect(answer.status == status && found == code, "\(query): \(answer.json.text())")
            }
        }
    }

    @Test("the whole counted from the events is the whole of the tallies, and slices add up to it")
    func slices() async throws {
        try await withExperiment { bench in
            let whole = try await report(bench)
            #expect(people(whole).reduce(0, +) == 60)
            let recounted = try await report(bench, "?since=2026-01-01T00:00:00Z")
            #expect(recounted["variants"] == whole["variants"])
            let before = people(try await report(bench, "?until=2026-01-04T00:00:00Z"))
            let after = people(try await report(bench, "?since=2026-01-04T00:00:00Z"))
            #expect(zip(before, after).map { $0 + $1 } == people(whole) && before.reduce(0, +) == 20)
        }
    }

    @Test(
        "as of an instant only what had happened by then is seen, and known at one only what was in the log"
    )
    func past() async throws {
        try await withExperiment { bench in
            let past = try await report(bench, "?asOf=2026-01-04T12:00:00Z")
            #expect(people(past).reduce(0, +) < 60)
            #expect(past["immature"]?.integerValue ?? 0 > 0)
            #expect(past["asOf"]?["time"] == "2026-01-04T12:00:00Z")
            let later = try await bench.post(Self.events("late", count: 30))
            #expect(later.status == 200)
            let unknown = try await report(bench, "?knownAt=2026-01-05T00:00:00Z")
            #expect(unknown["enrolled"]?.integerValue == 0, "all of it was received later")
        }
    }

    @Test("a breakdown and the days of any zone have the totals of the report")
    func details() async throws {
        try await withExperiment { bench in
            let tokyo = try await report(bench, "?by=context.os&timezone=Asia/Tokyo")
            let parts = try #require(tokyo["breakdown"]?["parts"]?.arrayValue)
            #expect(parts.count == 2)
            let sums = parts.reduce([0, 0]) { zip($0, people($1)).map { $0 + $1 } }
            #expect(sums == people(tokyo))
            for zone in ["UTC", "America/New_York", "Asia/Kathmandu"] {
                let days = try await report(bench, "?timezone=\(zone)")["series"]?["days"]?.arrayValue
                let last = days?.last?["people"]?.arrayValue?.compactMap(\.integerValue)
                #expect(last == people(tokyo), "\(zone)")
            }
            let means = try #require(tokyo["means"]?.arrayValue?.first?["variants"]?.arrayValue)
            #expect(means.compactMap { $0["total"]?.doubleValue }.reduce(0, +) == 60)
        }
    }

    @Test("other weights begin a phase of its own, and each phase has its report")
    func phases() async throws {
        try await withExperiment { bench in
            let first = try await report(bench)
            let other = Self.catalog.replacing(#"{"id":"control"}"#, with: #"{"id":"control","weight":3}"#)
            let put = try await bench.ask(
                "PUT",
                "/v1/catalog?at=2026-01-10T00:00:00Z",
                as: .admin,
                other
            )
            #expect(put.status == 200, "\(put.json.text())")
            #expect(try await bench.post(Self.events("q", from: 11, count: 40)).status == 200)
            let second = try await report(bench)
            #expect(second["phase"] == 2 && people(second).reduce(0, +) == 40)
            #expect(second["provenance"]?["salt"] == "x/2")
            #expect(second["health"]?["srm"]?["ok"] == true, "by the weights of this phase")
            let again = try await report(bench, "?phase=1")
            #expect(again["variants"] == first["variants"] && again["phase"] == 1)
            #expect(second["provenance"]?["phases"]?.arrayValue?.count == 2)
        }
    }

    @Test("a stranger assigns everyone again from what the report says")
    func provenance() async throws {
        try await withExperiment { bench in
            let report = try await report(bench)
            let provenance = try #require(report["provenance"])
            #expect(provenance["hashVersion"] == 2)
            let seed = try #require(provenance["seeds"]?["variant"]?.stringValue)
            let counts = (0..<60).reduce(into: [Int64(0), 0]) { counts, number in
                let place = GrowthBook.hash(seed: seed, value: "p\(number)", version: 2) ?? 0
                counts[place < 0.5 ? 0 : 1] += 1
            }
            #expect(counts == people(report))
        }
    }

    @Test("another definition is counted over the whole history, beside the registered one")
    func redefinition() async throws {
        try await withExperiment { bench in
            let before = try await report(bench)
            let other = Self.catalog.replacing(#""metric":"tap""#, with: #""metric":"donation:saved""#)
            #expect(try await bench.ask("PUT", "/v1/catalog", as: .admin, other).status == 200)
            let after = try await report(bench)
            #expect(after["variants"] == before["variants"], "what was registered stays")
            let change = try #require(after["redefinitions"]?.arrayValue?.first)
            #expect(
                change["registered"]?["metric"] == "tap" && change["current"]?["metric"] == "donation:saved"
            )
            let arms = try #require(change["variants"]?.arrayValue)
            let current = arms.compactMap { $0["current"]?["conversions"]?.integerValue }
            let registered = arms.compactMap { $0["registered"]?["conversions"]?.integerValue }
            #expect(current.reduce(0, +) == 30 && registered.reduce(0, +) == 20)
        }
    }

    @Test("15: one person split into two names is counted once, from both histories")
    func joined() async throws {
        try await withExperiment { bench in
            let before = try await report(bench)
            let join = (0..<10).map { number in
                #"{"type":"identify","id":"j\#(number)","person":"user\#(number)","previous":"p\#(number)","#
                    + #""at":"2026-01-20T00:00:00Z"}"#
            }
            let taps = (0..<10).map { number in
                #"{"type":"action_tap","id":"late","person":"user\#(number)","tip":"T","action":"go","#
                    + #""at":"2026-01-0\#(2 + number % 6)T23:00:00Z"}"#
            }
            #expect(try await bench.post("[\((join + taps).joined(separator: ","))]").status == 200)
            let after = try await report(bench)
            #expect(people(after) == people(before) && after["enrolled"] == before["enrolled"])
            let conversions = { (report: JSON) in
                (report["variants"]?.arrayValue ?? []).compactMap { $0["conversions"]?.integerValue }
                    .reduce(0, +)
            }
            // Of the ten, four had tapped before they signed in.
            #expect(conversions(after) == conversions(before) + 6)
            let recounted = try await report(bench, "?since=2026-01-01T00:00:00Z")
            #expect(recounted["variants"] == after["variants"])
        }
    }

    @Test("a decision keeps the variant of the first exposure across signing in")
    func sticky() async throws {
        try await withExperiment { bench in
            func variant(_ person: String) async throws -> String? {
                let answer = try await bench.ask(
                    "POST",
                    "/v1/decisions",
                    as: .evaluate,
                    #"{"person":"\#(person)"}"#
                )
                return answer.json["tips"]?.arrayValue?.first?["variant"]?.stringValue
            }
            for number in 0..<8 {
                let anonymous = try await variant("p\(number)")
                let join =
                    #"{"type":"identify","id":"j","person":"account\#(number)","previous":"p\#(number)"}"#
                #expect(try await bench.post(join).status == 200)
                #expect(try await variant("account\(number)") == anonymous)
                #expect(try await variant("p\(number)") == anonymous)
            }
        }
    }

    @Test("equal logs give equal reports, to the byte")
    func repeatable() async throws {
        try await withExperiment { bench in
            let query = "?by=context.os&timezone=UTC&asOf=2026-01-09T00:00:00Z"
            let one = try await report(bench, query)
            try await bench.workspace.store.projector.rebuild()
            #expect(try await report(bench, query) == one)
            // By it a report finds those who have several names, and reads nobody else.
            let index: Query =
                "select count(*) from pg_indexes where indexname = 'exposure_joined' and schemaname = 'public'"
            #expect(try await bench.count(index) == 1, "a rebuild makes it again")
            #expect(try await bench.workspace.store.projector.verify().isEmpty)
        }
    }
}

@Suite("An experiment that cannot find what it is for does not start")
struct UnderpoweredStartTests {
    private static func catalog(_ people: Int) -> String {
        """
        {"tips":[{"id":"T","title":"Hi"}],
         "experiments":[{"id":"x","tip":"T","variants":[{"id":"control"},{"id":"benefit","title":"Ho"}],
           "primary":{"metric":"tap"},"plan":{"peoplePerVariant":\(people),"looks":1,"minimumLift":0.1}}]}
        """
    }

    @Test("the rate of the log says how many people it takes; whoever insists may start all the same")
    func refused() async throws {
        try await withService { bench in
            let events = (0..<200).flatMap { number -> [String] in
                let common = #""person":"p\#(number)","tip":"T","at":"2026-01-02T00:00:00Z""#
                let seen = #"{"type":"impression","id":"i","display":"d",\#(common)}"#
                let tap = #"{"type":"action_tap","id":"t","action":"go",\#(common)}"#
                return number % 10 == 0 ? [seen, tap] : [seen]
            }
            #expect(try await bench.post("[\(events.joined(separator: ","))]").status == 200)
            _ = try await bench.ask("PUT", "/v1/catalog", as: .admin, Self.catalog(5000))
            let refused = try await bench.ask("POST", "/v1/experiments/x/start", as: .admin)
            let code = refused.code ?? ""
            #expect(refused.status == 409 && code == "underpowered_plan", "\(refused.json.text())")
            #expect(refused.json.text().contains("14749"))
            let forced = try await bench.ask(
                "POST",
                "/v1/experiments/x/start",
                as: .admin,
                #"{"underpowered":true}"#
            )
            #expect(forced.json["status"] == "running")
            let future = try await bench.ask(
                "POST",
                "/v1/experiments/x/stop",
                as: .admin,
                #"{"at":"2999-01-01T00:00:00Z"}"#
            )
            let late = future.code ?? ""
            #expect(future.status == 409 && late == "from_the_future")
        }
    }
}
