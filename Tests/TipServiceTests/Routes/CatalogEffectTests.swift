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
                ["tip": "T", "changes": [["from": "pending", "to": "available", "people": 11]]],
                ["tip": "V", "changes": [["from": nil, "to": "available", "people": 31]]],
                ["tip": "trail-{item}", "changes": [["from": "available", "to": "pending", "people": 6]]],
                ["tip": "U", "changes": [["from": "available", "to": nil, "people": 31]]],
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
            #expect(effect.lines[0].contains("sample of \(effect.counted) people, 33.11 % of the 302 names"))
            let again = try await service.effect(of: catalog, most: 100)
            #expect(again.counted == effect.counted, "the same share is the same persons")
            let all = try await service.effect(of: catalog)
            #expect(all.counted == 301 && all.lines.contains("  T: 101 people from pending to available"))
        }
    }
}
