import Testing

@testable import TipCore

@Suite("A client that shows only what is available keeps every limit")
struct ClientLawTests {
    /// Tips without resets and overrides: three with a count limit, one that ignores the frequency.
    private static func catalog(_ generator: inout SeededGenerator) -> Catalog {
        Catalog(
            displayFrequency: DisplayFrequency(seconds: generator.pick([0, 45, 300, 86_400])) ?? .immediate,
            tips: (0..<4).map { index in
                TipDefinition(
                    id: "t\(index)",
                    options: TipOptions(
                        maxDisplayCount: generator.pick([nil, 1, 2, 3]),
                        maxDisplayDuration: generator.pick([nil, nil, 90, 300]),
                        ignoresDisplayFrequency: index == 3
                    )
                )
            }
        )
    }

    /// One first display, and whether the tip obeys the display frequency.
    private struct FirstDisplay {
        let at: Timestamp
        let obeys: Bool
    }

    @Test(
        "no tip appears more often than its limit, nor two new ones within the frequency",
        arguments: Seeds.first(80)
    )
    func limits(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let definition = Self.catalog(&generator)
        var catalog = CompiledCatalog(definition)
        let conditions = ProjectConditions(of: catalog)
        var state = PersonState()
        var now = RandomWorld.start
        var shown: [UInt32: Int] = [:]
        var firsts: [FirstDisplay] = []
        for step in 0..<120 {
            now = now.adding(seconds: generator.pick([1, 10, 30, 59, 60, 61, 400, 90_000]))
            let eligibility = Eligibility(
                state,
                under: catalog,
                conditions: conditions,
                asker: Asker(person: "p")
            )
            let available = eligibility.answers(at: now).filter { $0.verdict.status == .available }
            guard let choice = available.randomElement(using: &generator)?.tip else { continue }
            if shown[choice] == nil {
                firsts.append(FirstDisplay(at: now, obeys: choice != 3))
            }
            shown[choice, default: 0] += 1
            for (after, body) in Self.display(catalog.vocabulary.tips[choice], step, &generator) {
                now = now.adding(seconds: after)
                let event = Event(id: "\(step)-\(after)", person: "p", at: now, device: "d1", body: body)
                state.apply(catalog.foldEvent(event), under: catalog)
            }
        }
        for (tip, count) in shown {
            let limit = definition.tips[Int(tip)].options.maxDisplayCount
            #expect(count <= limit ?? .max)
            #expect(state.displayCount(of: tip) == count)
        }
        let interval = microseconds(ofSeconds: definition.displayFrequency.seconds)
        for (earlier, later) in zip(firsts, firsts.dropFirst()) where later.obeys {
            #expect(later.at.microseconds - earlier.at.microseconds >= interval)
        }
    }

    /// A display as a device sends it: it ends, or the app is killed and launched again, or the person acts.
    private static func display(
        _ tip: String,
        _ step: Int,
        _ generator: inout SeededGenerator
    ) -> [(after: Int64, body: EventBody)] {
        let display = "x\(step)"
        var bodies: [(Int64, EventBody)] = [
            (0, .impression(EventBody.Impression(tip: tip, display: display)))
        ]
        for _ in 0..<generator.pick([0, 0, 1, 4]) {
            bodies.append((generator.pick([20, 60]), .impressionProgress(tip: tip, display: display)))
        }
        switch Int.random(in: 0..<10, using: &generator) {
        case 0: bodies.append((5, .invalidation(tip: tip, reason: .tipClosed)))
        case 1..<4: bodies.append((generator.pick([1, 70, 5000]), .session))
        default:
            bodies.append((generator.pick([1, 30, 60, 100]), .impressionEnd(tip: tip, display: display)))
        }
        return bodies
    }
}
