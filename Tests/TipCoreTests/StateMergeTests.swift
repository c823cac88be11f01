import Testing

@testable import TipCore

@Suite("A state that is left of dropped events is gone on from, and two of them are put together")
struct StateMergeTests {
    private static let catalog: CompiledCatalog = {
        var catalog = Catalog(tips: [TipDefinition(id: "T")])
        catalog.parameters = ["p": ParameterDefinition(defaultValue: .null)]
        return CompiledCatalog(catalog)
    }()

    private func folded(_ events: [Event]) -> PersonState {
        var catalog = Self.catalog
        var state = PersonState()
        for event in events { state.apply(catalog.foldEvent(event), under: catalog) }
        return state
    }

    private func event(_ second: Int64, _ body: EventBody) -> Event {
        Event(id: "\(second)", person: "p", at: Timestamp(microseconds: second * 1_000_000), body: body)
    }

    @Test("into nothing it comes as it is, and folding goes on as if all events were there", arguments: 0...4)
    func goesOn(cut: Int) {
        let events = [
            event(1, .impression(.init(tip: "T", display: "a"))),
            event(2, .parameter(name: "p", value: .number(1))),
            event(3, .impressionEnd(tip: "T", display: "a")), event(4, .optOut),
        ]
        var catalog = Self.catalog
        var state = PersonState()
        let left = folded(Array(events[..<cut]))
        if cut > 0, let at = left.lastEvent {
            state.apply(FoldEvent(at: at, device: 0, body: .folded(left)), under: catalog)
        }
        for event in events[cut...] { state.apply(catalog.foldEvent(event), under: catalog) }
        #expect(state == folded(events))
    }

    @Test(
        "of two persons who turn out to be one, counts add up and the later value holds, whichever comes first"
    )
    func merged() {
        let early = folded([
            event(1, .impression(.init(tip: "T", display: "a"))),
            event(2, .parameter(name: "p", value: .number(1))),
            event(3, .optOut),
        ])
        let late = folded([
            event(5, .impression(.init(tip: "T", display: "b"))),
            event(6, .parameter(name: "p", value: .number(2))),
        ])
        for (first, second) in [(early, late), (late, early)] {
            var state = first
            state.take(second)
            #expect(state.tips.map(\.count) == [2])
            #expect(state.tips.first?.firstDisplayed == Timestamp(microseconds: 1_000_000))
            #expect(state.parameters.map(\.value) == [.number(2)])
            #expect(!state.isOptedOut && state.lastEvent == late.lastEvent)
            #expect(state.views.map(\.start) == state.views.map(\.start).sorted())
        }
    }
}
