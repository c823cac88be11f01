import Postgres
import Testing
import TipCore
import TipService
import TipStore

@Suite("A kill switch holds a tip back from everybody, and each turn of it is one event")
struct TipSwitchTests {
    static let catalog = #"{"tips":[{"id":"T","title":"Hi"},{"id":"trail-{item}","title":"Trail"}]}"#

    private func statuses(_ bench: ServiceBench, _ tips: [String], person: String = "p") async throws
        -> [String]
    {
        let list = tips.map { "\"\($0)\"" }.joined(separator: ",")
        let body = #"{"person":"\#(person)","tips":[\#(list)]}"#
        let answer = try await bench.ask("POST", "/v1/decisions", as: .evaluate, body)
        return (answer.json["tips"]?.arrayValue ?? []).map { tip in
            let because = tip["because"]?.arrayValue?.compactMap(\.stringValue) ?? []
            return ([tip["tip"]?.stringValue ?? "", tip["status"]?.stringValue ?? ""] + because)
                .joined(separator: " ")
        }
    }

    @Test("off is pending for all at once, on is as before, and again changes nothing")
    func turns() async throws {
        try await withService { bench in
            _ = try await bench.ask("PUT", "/v1/catalog", as: .admin, Self.catalog)
            #expect(try await statuses(bench, ["T"]) == ["T available"])
            let never = try await bench.ask("POST", "/v1/tips/T/on", as: .admin)
            #expect(never.json["changed"] == false && never.json["at"] == .null, "it was never off")
            let off = try await bench.ask("POST", "/v1/tips/T/off", as: .admin)
            #expect(off.status == 200 && off.json["off"] == true && off.json["changed"] == true)
            let again = try await bench.ask("POST", "/v1/tips/T/off", as: .admin)
            #expect(again.json["changed"] == false && again.json["at"] == off.json["at"])
            for person in ["p", "q"] {
                #expect(try await statuses(bench, ["T"], person: person) == ["T pending off"])
            }
            #expect(try await bench.ask("POST", "/v1/tips/T/on", as: .admin).json["changed"] == true)
            #expect(try await statuses(bench, ["T"]) == ["T available"])
            #expect(try await bench.count("select count(*) from event where stream = 0") == 3)
        }
    }

    @Test("a turn may be dated back, but not before the last one and not into the future")
    func dated() async throws {
        try await withService { bench in
            _ = try await bench.ask("PUT", "/v1/catalog", as: .admin, Self.catalog)
            let now = bench.workspace.now()
            func path(_ verb: String, _ hours: Int64) -> String {
                "/v1/tips/T/\(verb)?at=\(now.adding(seconds: hours * 3600).rfc3339)"
            }
            let off = try await bench.ask("POST", path("off", -24), as: .admin)
            #expect(off.status == 200 && off.json["at"]?.stringValue == now.adding(seconds: -86_400).rfc3339)
            let early = try await bench.ask("POST", path("on", -25), as: .admin)
            #expect(early.status == 409 && early.json["code"] == "before_switch")
            let late = try await bench.ask("POST", path("on", 1), as: .admin)
            #expect(late.status == 409 && late.json["code"] == "from_the_future")
            #expect(try await bench.ask("POST", "/v1/tips/T/on?at=never", as: .admin).status == 400)
            #expect(try await statuses(bench, ["T"]) == ["T pending off"])
            #expect(try await bench.ask("POST", path("on", -12), as: .admin).status == 200)
            #expect(try await statuses(bench, ["T"]) == ["T available"])
        }
    }

    @Test("a reusable tip is off with all its items, one item by itself")
    func items() async throws {
        try await withService { bench in
            _ = try await bench.ask("PUT", "/v1/catalog", as: .admin, Self.catalog)
            _ = try await bench.ask("POST", "/v1/tips/trail-7/off", as: .admin)
            #expect(
                try await statuses(bench, ["trail-7", "trail-8"]) == [
                    "trail-7 pending off", "trail-8 available",
                ]
            )
            let whole = try await bench.ask("POST", "/v1/tips/trail-%7Bitem%7D/off", as: .admin)
            #expect(whole.status == 200 && whole.json["tip"]?.stringValue == "trail-{item}")
            #expect(
                try await statuses(bench, ["trail-7", "trail-8"])
                    == ["trail-7 pending off", "trail-8 pending off"]
            )
            _ = try await bench.ask("POST", "/v1/tips/trail-%7Bitem%7D/on", as: .admin)
            #expect(
                try await statuses(bench, ["trail-7", "trail-8"]) == [
                    "trail-7 pending off", "trail-8 available",
                ]
            )
        }
    }

    @Test("a tip that is gone can still be switched on, and an unknown one is named")
    func unknown() async throws {
        try await withService { bench in
            _ = try await bench.ask("PUT", "/v1/catalog", as: .admin, Self.catalog)
            _ = try await bench.ask("POST", "/v1/tips/T/off", as: .admin)
            _ = try await bench.ask("PUT", "/v1/catalog", as: .admin, #"{"tips":[{"id":"U","title":"Ho"}]}"#)
            #expect(try await bench.ask("POST", "/v1/tips/T/off", as: .admin).status == 404)
            #expect(try await bench.ask("POST", "/v1/tips/T/on", as: .admin).status == 200)
            let none = try await bench.ask("POST", "/v1/tips/u/off", as: .admin)
            #expect(none.status == 404 && none.code == "unknown_tip")
            #expect(none.json["hint"]?.stringValue == "Did you mean U?")
        }
    }
}
