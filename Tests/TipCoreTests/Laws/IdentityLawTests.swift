import Testing

@testable import TipCore

@Suite("Joining persons does not depend on the way there")
struct IdentityLawTests {
    private static func links(_ generator: inout SeededGenerator) -> [Identity.Link] {
        (0..<Int.random(in: 1...8, using: &generator)).map { number in
            Identity.Link(
                previous: "p\(Int.random(in: 0..<6, using: &generator))",
                person: "p\(Int.random(in: 0..<6, using: &generator))",
                at: Timestamp(microseconds: Int64.random(in: 0..<4, using: &generator)),
                id: "e\(number)"
            )
        }
    }

    @Test("joins are associative, commutative and idempotent", arguments: Seeds.first(200))
    func semilattice(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let identities = (0..<3).map { _ in
            Self.links(&generator).map(Identity.init).reduce(Identity("p0")) { $0.joined(with: $1) }
        }
        let (a, b, c) = (identities[0], identities[1], identities[2])

        #expect(a.joined(with: b).joined(with: c) == a.joined(with: b.joined(with: c)))
        #expect(a.joined(with: b) == b.joined(with: a))
        #expect(a.joined(with: a) == a)
    }

    @Test("a graph is the same for any order of links and any repetition", arguments: Seeds.first(200))
    func graph(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let links = Self.links(&generator)
        var one = IdentityGraph()
        var other = IdentityGraph()
        for link in links { one.join(link) }
        for link in (links + links).shuffled(using: &generator) { other.join(link) }

        for person in (0..<6).map({ "p\($0)" }) {
            let identity = one.identity(of: person)
            #expect(identity == other.identity(of: person))
            #expect(identity.members.contains(person))
            #expect(identity.members.contains(identity.representative))
            for member in identity.members { #expect(one.identity(of: member) == identity) }
        }
        for link in links { #expect(one.identity(of: link.previous) == one.identity(of: link.person)) }
    }

    static let representatives: [(why: String, links: [(String, String, Int64)], person: String)] = [
        ("the person named", [("anonymous", "user", 1)], "user"),
        ("a chain ends at its end", [("a", "b", 1), ("b", "c", 2)], "c"),
        ("two devices of one user", [("a", "user", 1), ("b", "user", 2)], "user"),
        ("the latest link says who the person is", [("a", "user", 5), ("a", "old", 1)], "user"),
        ("there and back again", [("a", "b", 1), ("b", "a", 2)], "a"),
    ]

    @Test("the latest link names the person", arguments: representatives)
    func representative(why: String, links: [(String, String, Int64)], person: String) {
        var graph = IdentityGraph()
        for (number, link) in links.enumerated() {
            let at = Timestamp(microseconds: link.2)
            graph.join(Identity.Link(previous: link.0, person: link.1, at: at, id: "\(number)"))
        }

        #expect(graph.identity(of: links[0].0).representative == person, "\(why)")
    }

    @Test("one person who is never joined is themselves")
    func alone() {
        #expect(IdentityGraph().identity(of: "p") == Identity("p"))
        #expect(Identity("p").representative == "p")
    }

    @Test("names are told apart by their bytes")
    func bytes() {
        var graph = IdentityGraph()
        graph.join(Identity.Link(previous: "e\u{301}", person: "user", at: .epoch, id: "1"))

        #expect(graph.identity(of: "\u{e9}").members.count == 1)
    }

    @Test("merged histories do not depend on the order of the members", arguments: Seeds.first(20))
    func merging(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let histories = ["p", "q", "r"].enumerated().map { number, person in
            var receipt = Timestamp.epoch
            let world = RandomWorld(seed: seed + UInt64(number), events: 20)
            return world.events.shuffled(using: &generator).enumerated().map { position, event in
                receipt = receipt.adding(seconds: generator.pick([0, 1]))
                var event = event
                event.person = person
                event.at = Timestamp(microseconds: event.at.microseconds / 60_000_000 * 60_000_000)
                return ArrivedEvent(event, receivedAt: receipt, position: Int64(position))
            }
        }
        let merged = HistoryOrder.merged(histories)

        #expect(merged == HistoryOrder.merged(histories.reversed()))
        #expect(merged.count == 60)
        #expect(zip(merged, merged.dropFirst()).allSatisfy { $0.at <= $1.at })
        let alone = HistoryOrder.merged([histories[0]])
        #expect(alone == HistoryOrder.sorted(histories[0].map(\.event)), "one member's history is their own")
    }
}
