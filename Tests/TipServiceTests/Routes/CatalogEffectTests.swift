import Testing
import TipCore
import TipService
import TipStore
import TipWire

@Suite("A dry run tells of how many persons the status of each tip would change")
struct CatalogEffectTests {
    private static func catalog(_ tips: String) -> String { #"{"tips":[\#(tips)]}"# }

    private static let before = catalog(
        #"{"id":"T","title":"T","rules":["param(\"level\") >= 2"]},{"id":"U","title":"U"},{"id":"trail-{item}","title":"R"}"#
    )
    private static let after = catalog(
        #"{"id":"T","title":"T","rules":["param(\"level\") >= 1"]},{"id":"V","title":"V"},"#
            + #"{"id":"trail-{item}","title":"R","rules":["param(\"level\") == 9"]}"#
    )

    private static func effect(_ tip: String, _ changes: JSON, otherCopy: Int64 = 0) -> JSON {
        ["tip": .string(tip), "changes": changes, "otherCopy": .integer(otherCopy)]
    }

    /// Persons p0…: level 0, 1, 2 in turn; every fifth has seen two trails; `known` and `anon` are one.
    private func fill(_ bench: ServiceBench, people: Int) async throws {
        _ = try await bench.ask("PUT", "/v1/catalog", as: .admin, Self.before)
        var events: [String] = []
        for person in 0..<people {
            events.append(
                #"{"type":"parameter","person":"p\#(person)","name":"level","value":\#(person % 3),"id":"a"}"#
            )
            guard person % 5 == 0 else { continue }
            for trail in 0..<2 {
                events.append(
                    #"{"type":"impression","person":"p\#(person)","tip":"trail-\#(trail)","display":"\#(trail)","id":"t\#(trail)"}"#
                )
            }
        }
        events.append(#"{"type":"parameter","person":"anon","name":"level","value":1,"id":"a"}"#)
        events.append(#"{"type":"identify","person":"known","previous":"anon","id":"i"}"#)
        let answer = try await bench.post("[" + events.joined(separator: ",") + "]")
        #expect(answer.json["rejected"] == 0)
    }

    @Test("each person counts once, whatever the streams and the names")
    func everyone() async throws {
        try await withService { bench in
            try await fill(bench, people: 30)
            let answer = try await bench.ask("PUT", "/v1/catalog?dryRun=1", as: .admin, Self.after)
            let effect = try #require(answer.json["effect"])
            guard case .object(let members) = effect else { return }
            #expect(members.map(\.key) == ["at", "people", "counted", "sample", "tips"])
            #expect(effect["counted"] == 31 && effect["people"] == 32 && effect["sample"] == .null)
            let tips: JSON = [
                Self.effect("T", [["from": "pending", "to": "available", "people": 11]]),
                Self.effect("V", [["from": nil, "to": "available", "people": 31]]),
                Self.effect("trail-{item}", [["from": "available", "to": "pending", "people": 6]]),
                Self.effect("U", [["from": "available", "to": nil, "people": 31]]),
            ]
            #expect(effect["tips"] == tips, "\(effect.text())")
            let same = try await bench.ask("PUT", "/v1/catalog?dryRun=1", as: .admin, Self.before)
            let changes = same.json["effect"]?["tips"]?.arrayValue?.compactMap { $0["changes"] }
            #expect(changes == [[], [], []])
        }
    }

    @Test("of very many persons a sample by hash is folded, and said to be one")
    func sample() async throws {
        try await withService { bench in
            try await fill(bench, people: 300)
            let catalog = try #require(CatalogReader().read(Self.after, file: "f").catalog)
            let service = CatalogEffectService(bench.workspace)
            let effect = try await service.effect(of: catalog, most: 100)
            #expect(effect.sample == 100.0 / 302)
            #expect((60...140).contains(effect.counted), "\(effect.counted)")
            #expect(
                effect.lines[0].contains("sample of \(effect.counted) people, about 33.11 % of the 302 names")
            )
            let again = try await service.effect(of: catalog, most: 100)
            #expect(again.counted == effect.counted, "the same share is the same persons")
            let all = try await service.effect(of: catalog)
            #expect(all.counted == 301 && all.lines.contains("  T: 101 people from pending to available"))
        }
    }

    /// An experiment of three variants, of which the last shows nothing.
    private static func experiment(weights: [Int], title: String = "B") -> String {
        let variants = [#""id":"a""#, #""id":"b","title":"\#(title)""#, #""id":"none","shows":false"#]
        let texts = zip(variants, weights).map { "{\($0),\"weight\":\($1)}" }
        return
            #"{"tips":[{"id":"T","title":"A"}],"experiments":[{"id":"x","tip":"T","variants":[\#(texts.joined(separator: ","))]}]}"#
    }

    static let plans: [(why: String, weights: [Int], title: String, phases: String, isChange: Bool)] = [
        ("new weights begin a phase, and people are dealt out anew", [0, 1, 3], "B", "", true),
        ("another copy of a variant is read by those who have it", [1, 1, 1], "C", "", true),
        ("nothing new changes nothing, whatever people keep", [1, 1, 1], "B", "", false),
        ("a phase that is asked for deals people out anew", [1, 1, 1], "B", "&newPhase=x", true),
    ]

    @Test("what a dry run foretells of a running experiment is what the catalog then does", arguments: plans)
    func running(why: String, weights: [Int], title: String, phases: String, isChange: Bool) async throws {
        try await withService { bench in
            let first = Self.experiment(weights: [1, 1, 1])
            _ = try await bench.ask("PUT", "/v1/catalog", as: .admin, first)
            let start = try await bench.ask("POST", "/v1/experiments/x/start?force=1", as: .admin)
            #expect(start.status == 200, "\(start.json.text())")
            // Half of the people saw a variant, every fourth another one than the hash gives them, and keep it.
            let shown = (0..<60).filter { $0 % 2 == 0 }.map { person in
                #"{"type":"impression","person":"p\#(person)","tip":"T","display":"d","id":"i","experiment":"x"\#(person % 4 == 0 ? #","variant":"b""# : "")}"#
            }
            let others = (0..<60).filter { $0 % 2 == 1 }.map { person in
                #"{"type":"session","person":"p\#(person)","id":"s"}"#
            }
            let sent = try await bench.post("[" + (shown + others).joined(separator: ",") + "]")
            #expect(sent.json["rejected"] == 0, "\(sent.json.text())")
            let before = try await decisions(bench)
            let other = Self.experiment(weights: weights, title: title)
            let foretold = try await bench.ask("PUT", "/v1/catalog?dryRun=1" + phases, as: .admin, other)
            let path = "/v1/catalog" + phases.replacing("&", with: "?")
            _ = try await bench.ask("PUT", path, as: .admin, other)
            let after = try await decisions(bench)

            let pairs = zip(before, after)
            var changes: [String: Int64] = [:]
            for (old, new) in pairs where old.status != new.status {
                changes["\(old.status) \(new.status)", default: 0] += 1
            }
            let tip = try #require(foretold.json["effect"]?["tips"]?.arrayValue?.first)
            let told = tip["changes"]?.arrayValue?.compactMap { change -> (String, Int64)? in
                guard let from = change["from"]?.stringValue, let to = change["to"]?.stringValue,
                    case .integer(let people)? = change["people"]
                else { return nil }
                return ("\(from) \(to)", people)
            }
            #expect(Dictionary(uniqueKeysWithValues: told ?? []) == changes, "\(why)")
            let reading = pairs.count { $0.copy != $1.copy }
            #expect(tip["otherCopy"] == .integer(Int64(reading)), "\(why)")
            #expect((reading > 0) == isChange, "\(why)")
        }
    }

    /// How the tip stands for all persons, and what they read.
    private func decisions(_ bench: ServiceBench) async throws -> [(status: String, copy: JSON)] {
        var found: [(status: String, copy: JSON)] = []
        for person in 0..<60 {
            let answer = try await bench.ask(
                "POST",
                "/v1/decisions",
                as: .evaluate,
                #"{"person":"p\#(person)"}"#
            )
            let tip = answer.json["tips"]?.arrayValue?.first
            found.append((tip?["status"]?.stringValue ?? "", tip?["copy"] ?? .null))
        }
        return found
    }
}
