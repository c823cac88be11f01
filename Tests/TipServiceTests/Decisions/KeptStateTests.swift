import Postgres
import Testing
import TipCore
import TipTestSupport

@testable import TipService
@testable import TipStore

@Suite("An answer from the state that is kept is the answer that the whole history gives")
struct KeptStateTests {
    private static let catalog = #"""
        {
          displayFrequency: "hourly",
          parameters: { isLoggedIn: { type: "boolean", default: false } },
          tips: [
            { id: "plain", title: "P", options: { maxDisplayCount: 2 } },
            { id: "logged-in", title: "L", rules: ['param("isLoggedIn") == true'] },
            { id: "saved", title: "S",
              rules: ['event("saved").donations.filter(place == 1).count >= 2'] },
            { id: "trail-{item}", title: "T" },
            { id: "unhurried", title: "U", rules: ['param("experiment.copy") != "hurry"'] },
          ],
          experiments: [
            { id: "copy", tip: "plain", primary: { metric: "tap" },
              audience: ['event("saved").donations.count < 4'],
              variants: [{ id: "control" }, { id: "hurry", title: "Q" }, { id: "none", shows: false }] },
          ],
        }
        """#

    private static func event(_ number: Int, people: Int, _ random: inout SeededGenerator) -> String {
        let bodies = [
            #""type":"impression","tip":"plain","display":"d\#(number)""#,
            #""type":"impression","tip":"plain","display":"d\#(number)","variant":"hurry""#,
            #""type":"impression","tip":"trail-\#(number % 3)","display":"d\#(number)""#,
            #""type":"invalidation","tip":"logged-in","reason":"tipClosed""#,
            #""type":"donation","event":"saved","info":{"place":\#(number % 2),"other":"x"}"#,
            #""type":"parameter","name":"isLoggedIn","value":\#(number % 3 == 0)"#,
            #""type":"opt_out""#, #""type":"opt_in""#, #""type":"session""#,
        ]
        var body = bodies[Int.random(in: 0..<bodies.count, using: &random)]
        let person = "p\(Int.random(in: 0..<people, using: &random))"
        if Int.random(in: 0..<25, using: &random) == 0 {
            body = #""type":"identify","previous":"p\#(Int.random(in: 0..<people, using: &random))x""#
        }
        // Of four events one is as old as it likes, which puts it before what is folded.
        let minute = Int.random(in: 0..<4, using: &random) == 0 ? Int.random(in: 0..<59, using: &random) : 59
        let at = "2026-01-02T03:\(minute < 10 ? "0" : "")\(minute):\(10 + number % 50)Z"
        return #"{\#(body),"id":"e\#(number)","person":"\#(person)","at":"\#(at)"}"#
    }

    @Test(
        "after every event, folded or not, late or not, joined or not, while an experiment runs or not",
        arguments: [(1, false), (2, false), (3, true), (4, true), (5, true)]
    )
    func agreement(seed: Int, isExperimenting: Bool) async throws {
        try await withService { bench in
            let applied = try await bench.ask("PUT", "/v1/catalog", as: .admin, Self.catalog)
            #expect(applied.status == 200)
            if isExperimenting {
                let start = try #require(Timestamp(rfc3339: "2026-01-02T03:20:00Z"))
                try await ExperimentService(bench.workspace).start("copy", at: start)
            }
            var random = SeededGenerator(seed: UInt64(seed))
            let reader = StateReader(bench.workspace.store)
            var kept = 0
            for number in 0..<60 {
                let posted = try await bench.post("[" + Self.event(number, people: 4, &random) + "]")
                #expect(posted.status == 200)
                if Int.random(in: 0..<3, using: &random) == 0 {
                    try await bench.workspace.store.projector.catchUp()
                }
                for person in ["p\(number % 4)", "p\(number % 4)x"] {
                    let now = try await bench.answer(person)
                    let asked = try await bench.answer(person, at: bench.workspace.now())
                    #expect(now == asked, "after \(number), of \(person)")
                    let (reading, project) = try await reader.read(person)
                    if try await reader.current(reading, under: project) != nil { kept += 1 }
                }
            }
            #expect(
                (20..<120).contains(kept),
                "both ways must be taken, \(kept) of 120 were from what is kept"
            )
        }
    }

    @Test("a variant stays after the weights, the audience and the name would give another")
    func staying() async throws {
        try await withService { bench in
            let two = Self.catalog.replacing(#", { id: "none", shows: false }"#, with: "")
            _ = try await bench.ask("PUT", "/v1/catalog", as: .admin, two)
            let start = try #require(Timestamp(rfc3339: "2026-01-02T03:00:00Z"))
            try await ExperimentService(bench.workspace).start("copy", at: start)
            var shown: [String: String] = [:]
            for number in 0..<12 {
                let other = number % 2 == 0 ? "control" : "hurry"
                shown["p\(number)"] = other
                _ = try await bench.post(
                    #"[{"type":"impression","tip":"plain","display":"d","variant":"\#(other)","id":"i","person":"p\#(number)","at":"2026-01-02T03:04:00Z"}]"#
                )
            }
            func variants() async throws -> [String: String] {
                var found: [String: String] = [:]
                for person in shown.keys {
                    let tips = try await bench.answer(person)["tips"]?.arrayValue ?? []
                    found[person] = tips.first { $0["tip"] == "plain" }?["variant"]?.stringValue
                    let rule = tips.first { $0["tip"] == "unhurried" }?["status"]?.stringValue
                    #expect((rule == "available") == (shown[person] == "control"), "\(person)")
                }
                return found
            }
            #expect(try await variants() == shown, "before the fold")
            try await bench.workspace.store.projector.catchUp()
            #expect(try await variants() == shown, "after it")
            let viewed = try await bench.statuses(of: "unhurried")
            #expect(viewed == shown.mapValues { $0 == "control" ? "available" : "pending" })
            for (person, minute) in shown.keys.flatMap({ person in (10..<15).map { (person, $0) } }) {
                _ = try await bench.post(
                    #"[{"type":"donation","event":"saved","id":"s\#(minute)","person":"\#(person)","at":"2026-01-02T03:\#(minute):00Z"}]"#
                )
            }
            #expect(try await variants() == shown, "out of the audience")
            try await bench.workspace.store.projector.catchUp()
            #expect(try await bench.statuses(of: "unhurried") == viewed)
            #expect(try await bench.workspace.store.projector.verify() == [])
        }
    }

    @Test("an impression without a variant, seen outside the audience, keeps none")
    func outside() async throws {
        try await withService { bench in
            _ = try await bench.ask("PUT", "/v1/catalog", as: .admin, Self.catalog)
            let start = try #require(Timestamp(rfc3339: "2026-01-02T03:00:00Z"))
            try await ExperimentService(bench.workspace).start("copy", at: start)
            let saves = (10..<15).map {
                #"{"type":"donation","event":"saved","id":"s\#($0)","person":"p","at":"2026-01-02T03:\#($0):00Z"}"#
            }
            let seen =
                #"{"type":"impression","tip":"plain","display":"d","id":"i","person":"p","at":"2026-01-02T03:20:00Z"}"#
            _ = try await bench.post("[" + (saves + [seen]).joined(separator: ",") + "]")
            for _ in 0..<2 {
                let tips = try await bench.answer("p")["tips"]?.arrayValue ?? []
                #expect(tips.first { $0["tip"] == "plain" }?["variant"] == nil)
                try await bench.workspace.store.projector.catchUp()
            }
        }
    }

    /// What lets a person in, or out, at the time of an impression that is in the log already.
    static let late: [(why: String, audience: String, event: String, isIn: Bool)] = [
        (
            "a donation", #"event("saved").donations.donatedWithin(hours: 1).count >= 1"#,
            #""type":"donation","event":"saved""#, true
        ),
        (
            "a donation too many", #"event("saved").donations.count < 1"#,
            #""type":"donation","event":"saved""#, false
        ),
        (
            "a parameter", #"param("isLoggedIn") == true"#,
            #""type":"parameter","name":"isLoggedIn","value":true"#, true
        ),
    ]

    @Test("what comes late and lets somebody into an audience, or out, is folded", arguments: late)
    func lateAudience(why: String, audience: String, event: String, isIn: Bool) async throws {
        try await withService { bench in
            let catalog = Self.catalog.replacing(
                #"event("saved").donations.count < 4"#,
                with: audience
            )
            #expect(try await bench.ask("PUT", "/v1/catalog", as: .admin, catalog).status == 200)
            let start = try #require(Timestamp(rfc3339: "2026-01-02T03:00:00Z"))
            try await ExperimentService(bench.workspace).start("copy", at: start)
            let projector = bench.workspace.store.projector
            let people = (0..<6).map { "p\($0)" }
            func post(_ body: String, _ id: String, minute: Int) async throws {
                for person in people {
                    _ = try await bench.post(
                        #"[{\#(body),"id":"\#(id)","person":"\#(person)","at":"2026-01-02T03:\#(minute):00Z"}]"#
                    )
                }
            }
            try await post(#""type":"impression","tip":"plain","display":"d""#, "i", minute: 40)
            try await projector.catchUp()
            try await post(event, "e", minute: 20)
            for person in people {
                let before = try await bench.answer(person)
                try await projector.catchUp()
                #expect(try await bench.answer(person) == before, "\(why), \(person)")
                let plain = before["tips"]?.arrayValue?.first { $0["tip"] == "plain" }
                #expect((plain?["variant"] != nil) == isIn, "\(why), \(person)")
            }
            #expect(try await projector.verify() == [], "\(why)")
        }
    }

    @Test("a test override that comes late makes the exposure that of a tester")
    func lateOverride() async throws {
        try await withService { bench in
            _ = try await bench.ask("PUT", "/v1/catalog", as: .admin, Self.catalog)
            let start = try #require(Timestamp(rfc3339: "2026-01-02T03:00:00Z"))
            try await ExperimentService(bench.workspace).start("copy", at: start)
            for (body, minute) in [
                (#""type":"impression","tip":"plain","display":"d","variant":"hurry""#, 40),
                (#""type":"override_set","kind":"showTips","tips":["plain"]"#, 20),
            ] {
                _ = try await bench.post(
                    #"[{\#(body),"id":"e\#(minute)","person":"p","at":"2026-01-02T03:\#(minute):00Z"}]"#
                )
                try await bench.workspace.store.projector.catchUp()
            }
            #expect(try await bench.workspace.store.projector.verify() == [])
        }
    }

    @Test("in a pause whoever has seen a variant keeps it, and nobody else has another than the first")
    func pause() async throws {
        try await withService { bench in
            _ = try await bench.ask("PUT", "/v1/catalog", as: .admin, Self.catalog)
            let start = try #require(Timestamp(rfc3339: "2026-01-02T03:00:00Z"))
            let experiments = ExperimentService(bench.workspace)
            try await experiments.start("copy", at: start)
            for variant in ["control", "hurry", "none"] {
                let type = variant == "none" ? "exposure" : "impression"
                let more = variant == "none" ? #""experiment":"copy""# : #""display":"d""#
                _ = try await bench.post(
                    #"[{"type":"\#(type)",\#(more),"tip":"plain","variant":"\#(variant)","id":"i","person":"\#(variant)","at":"2026-01-02T03:04:00Z"}]"#
                )
            }
            #expect(try await bench.ask("POST", "/v1/experiments/copy/pause", as: .admin).status == 200)
            for _ in 0..<2 {
                for (person, variant) in [
                    ("control", "control"), ("hurry", "hurry"), ("none", "none"), ("new", "control"),
                ] {
                    let tips = try await bench.answer(person)["tips"]?.arrayValue ?? []
                    let plain = tips.first { $0["tip"] == "plain" }
                    #expect(plain?["variant"]?.stringValue == variant, "\(person)")
                    #expect((plain?["because"] == ["variant:copy/none"]) == (person == "none"), "\(person)")
                }
                try await bench.workspace.store.projector.catchUp()
            }
            let statuses = try await bench.statuses(of: "unhurried")
            #expect(statuses == ["control": "available", "hurry": "pending", "none": "available"])
            #expect(try await bench.workspace.store.projector.verify() == [])
        }
    }

    @Test("a question that names an item nobody has met, and a revision that keeps other things")
    func revisions() async throws {
        try await withService { bench in
            _ = try await bench.ask("PUT", "/v1/catalog", as: .admin, Self.catalog)
            _ = try await bench.post(
                #"[{"type":"donation","event":"other","id":"a","person":"p","at":"2026-01-02T03:04:05Z"}]"#
            )
            try await bench.workspace.store.projector.catchUp()
            let asked = #"{"person":"p","tips":["trail-new","plain"]}"#
            let answer = try await bench.ask("POST", "/v1/decisions", as: .evaluate, asked)
            #expect(
                answer.json["tips"]?.arrayValue?.compactMap { $0["tip"]?.stringValue } == [
                    "plain", "trail-new",
                ]
            )
            // The state that is kept has no donation of `other`: the new rule must see it all the same.
            let rule = #"event("other").donations.count == 1"#
            let second = Self.catalog.replacing(
                #"event("saved").donations.filter(place == 1).count >= 2"#,
                with: rule
            )
            _ = try await bench.ask("PUT", "/v1/catalog", as: .admin, second)
            let before = try await bench.answer("p")
            #expect(before["tips"]?.arrayValue?.first { $0["tip"] == "saved" }?["status"] == "available")
            try await bench.workspace.store.projector.catchUp()
            #expect(try await bench.answer("p") == before)
            #expect(try await bench.workspace.store.projector.verify() == [])
        }
    }
}

extension ServiceBench {
    /// What the view says of a tip now, by person.
    fileprivate func statuses(of tip: String) async throws -> [String: String] {
        let rows = try await workspace.store.pool.query(
            "select s.person, s.status from tip_status s where s.tip = \(tip)"
        )
        return Dictionary(uniqueKeysWithValues: try rows.map { (try $0.string(0), try $0.string(1)) })
    }

    /// What a person is answered, the instant left out.
    fileprivate func answer(_ person: String, at instant: Timestamp? = nil) async throws -> JSON {
        let at = instant.map { #","at":"\#($0.rfc3339)""# } ?? ""
        let answer = try await ask("POST", "/v1/decisions", as: .evaluate, #"{"person":"\#(person)"\#(at)}"#)
        guard case .object(let members) = answer.json else { return .null }
        return .object(members.filter { $0.key != "at" })
    }
}
