import HTTPServer
import Testing
import TipCore
import TipService
import TipStore

@Suite("One person is explained and told over HTTP")
struct PersonRouteTests {
    static let catalog = """
        {"displayFrequency":"daily","tips":[
           {"id":"T","title":"Hi","rules":["event(\\"e\\").donations.donatedWithin(days: 5).count >= 3"]},
           {"id":"U","title":"Ho","options":{"maxDisplayCount":1}}]}
        """

    static let events = """
        [{"type":"donation","person":"p","event":"e","id":"a","at":"2026-03-01T10:00:00Z"},
         {"type":"donation","person":"p","event":"e","id":"b","at":"2026-03-02T10:00:00Z"},
         {"type":"impression","person":"p","tip":"U","display":"x","id":"c","at":"2026-03-02T11:00:00Z"},
         {"type":"impression_end","person":"p","tip":"U","display":"x","id":"d","at":"2026-03-02T11:00:30Z"},
         {"type":"donation","person":"p","event":"e","id":"f","at":"2026-03-02T12:00:00Z"}]
        """

    private func withPerson(_ body: (ServiceBench) async throws -> Void) async throws {
        try await withService { bench in
            #expect(
                try await bench.ask("PUT", "/v1/catalog?at=2026-01-01T00:00:00Z", as: .admin, Self.catalog)
                    .status == 200
            )
            #expect(try await bench.post(Self.events).json["accepted"] == 5)
            try await body(bench)
        }
    }

    @Test("a pending tip: each rule with the events it counted, and what it would take, also in the past")
    func explained() async throws {
        try await withPerson { bench in
            let target = "/v1/people/p/tips/T?at=2026-03-02T11:30:00Z"
            let answer = try await bench.ask("GET", target, as: .read)
            #expect(answer.status == 200)
            guard case .object(let members) = answer.json else { return }
            #expect(members.map(\.key) == ["tip", "status", "because", "blockers", "until", "copy", "rules"])
            #expect(answer.json["because"] == ["rule:0", "frequency"])
            let rule = try #require(answer.json["rules"]?.arrayValue?.first)
            #expect(rule["holds"] == false && rule["saw"]?.stringValue == "2 donations of e within 5 days")
            #expect(rule["needed"]?.stringValue == "at least 3 donations of e within 5 days")
            #expect(
                rule["events"] == [
                    ["id": "a", "at": "2026-03-01T10:00:00Z"], ["id": "b", "at": "2026-03-02T10:00:00Z"],
                ]
            )
            let blockers = try #require(answer.json["blockers"]?.arrayValue)
            #expect(
                blockers[0]["needed"]?.stringValue
                    == "1 more donation of e within 5 days by 2026-03-06T10:00:00Z"
            )
            #expect(blockers[1]["tip"]?.stringValue == "U")
            #expect(blockers[1]["until"]?.stringValue == "2026-03-03T11:00:00Z")
            #expect(answer.json["until"]?.stringValue == "2026-03-03T11:00:00Z")
            let later = try await bench.ask("GET", "/v1/people/p/tips/T?at=2026-03-03T11:00:00Z", as: .read)
            #expect(later.json["status"]?.stringValue == "available")
        }
    }

    @Test("an unknown tip is named with the nearest one; an unknown person is a newcomer")
    func unknown() async throws {
        try await withPerson { bench in
            let none = try await bench.ask("GET", "/v1/people/p/tips/TT", as: .read)
            #expect(none.status == 404 && none.json["hint"]?.stringValue == "Did you mean T?")
            let newcomer = try await bench.ask("GET", "/v1/people/q/tips/T", as: .read)
            #expect(newcomer.status == 200 && newcomer.json["note"]?.stringValue == Explained.unknownNote)
            let empty = try await bench.ask("GET", "/v1/people/q/events", as: .read)
            #expect(empty.status == 200 && empty.json["events"] == [])
            #expect(empty.json["note"]?.stringValue == Explained.unknownNote)
        }
    }

    @Test("each event is told in words with what it changed, and what changed by itself before it")
    func told() async throws {
        try await withPerson { bench in
            let answer = try await bench.ask("GET", "/v1/people/p/events", as: .read)
            let events = try #require(answer.json["events"]?.arrayValue)
            #expect(answer.json["order"]?.stringValue == "oldest" && answer.json["next"] == .null)
            #expect(
                events.map { $0["text"]?.stringValue } == [
                    "donated e", "donated e", "saw U (display x)", "saw no more of U (display x)",
                    "donated e",
                ]
            )
            #expect(
                events[3]["changes"] == [
                    ["tip": "U", "from": "available", "to": "invalidated", "reason": "displayCountExceeded"]
                ]
            )
            #expect(events[4]["changes"] == [] && events[4]["meanwhile"] == nil)
            let since = try #require(answer.json["since"]?.arrayValue)
            #expect(
                since.map { $0["text"]?.stringValue } == ["time went by", "time went by"]
                    && since[0]["at"]?.stringValue == "2026-03-03T11:00:00Z"
                    && since[0]["changes"] == [["tip": "T", "from": "pending", "to": "available"]]
            )
        }
    }

    @Test("pages are cut by a cursor from either end, and events that arrive late do not move it")
    func pages() async throws {
        try await withPerson { bench in
            for (order, ids) in [
                ("oldest", ["a", "b", "c", "d", "f"]), ("newest", ["f", "d", "c", "b", "a"]),
            ] {
                var seen: [String?] = []
                var cursor: String?
                repeat {
                    let more = cursor.map { "&cursor=\($0)" } ?? ""
                    let target = "/v1/people/p/events?order=\(order)&limit=2\(more)"
                    let page = try await bench.ask("GET", target, as: .read)
                    #expect(page.status == 200 && page.json["order"]?.stringValue == order)
                    let events = page.json["events"]?.arrayValue ?? []
                    #expect(events.count <= 2)
                    seen += events.map { $0["id"]?.stringValue }
                    cursor = page.json["next"]?.stringValue
                    if order == "newest", seen.count == 2 {
                        let late =
                            #"{"type":"session","person":"p","id":"late","at":"2026-03-02T13:00:00Z"}"#
                        _ = try await bench.post(late)
                    }
                } while cursor != nil
                #expect(seen == ids, "\(order)")
            }
            let bounded = try await bench.ask(
                "GET",
                "/v1/people/p/events?since=2026-03-02T11:00:00Z&until=2026-03-02T11:00:30Z",
                as: .read
            )
            #expect(bounded.json["events"]?.arrayValue?.map { $0["id"]?.stringValue } == ["c", "d"])
        }
    }

    @Test(
        "a question that cannot be meant is refused",
        arguments: [
            ("limit=0", 400, "bad_field"), ("limit=1001", 400, "bad_field"), ("order=up", 400, "bad_field"),
            ("since=soon", 400, "bad_time"), ("cursor=none", 404, "bad_cursor"),
        ]
    )
    func refused(query: String, status: Int, code: String) async throws {
        try await withPerson { bench in
            let answer = try await bench.ask("GET", "/v1/people/p/events?\(query)", as: .read)
            #expect(answer.status == status && answer.code == code)
        }
    }

    @Test("a joined person has one history under each name")
    func joined() async throws {
        try await withPerson { bench in
            let identify =
                #"{"type":"identify","person":"known","previous":"p","id":"i","at":"2026-03-02T13:00:00Z"}"#
            _ = try await bench.post(identify)
            for (person, other) in [("p", "known"), ("known", nil)] {
                let answer = try await bench.ask("GET", "/v1/people/\(person)/events", as: .read)
                #expect(answer.json["events"]?.arrayValue?.count == 6, "\(person)")
                #expect(answer.json["joinedAs"]?.stringValue == other)
            }
        }
    }
}
