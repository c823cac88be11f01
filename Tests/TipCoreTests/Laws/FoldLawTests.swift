import Testing

@testable import TipCore

@Suite("A state is its history, however the history came together")
struct FoldLawTests {
    @Test("a fold can stop anywhere, become bytes, and go on", arguments: Seeds.first(20))
    func resuming(seed: UInt64) throws {
        let world = RandomWorld(seed: seed)
        let whole = world.state(after: world.folded.count)
        for cut in stride(from: 0, through: world.folded.count, by: 7) {
            let bytes = world.state(after: cut).encoded(under: world.catalog)
            let (resumed, key) = try PersonState.decode(bytes)

            #expect(resumed == world.state(after: cut))
            #expect(key == world.catalog.foldKey)
            #expect(resumed.encoded(under: world.catalog) == bytes)
            #expect(
                world.folded.dropFirst(cut).reduce(into: resumed) { $0.apply($1, under: world.catalog) }
                    == whole
            )
        }
    }

    @Test("any order of arrival and any duplicates are the ordered history", arguments: Seeds.first(60))
    func arrival(seed: UInt64) {
        let world = RandomWorld(seed: seed)
        var generator = SeededGenerator(seed: seed)
        let delivered = (world.events + world.events.filter { _ in generator.chance(1, in: 3) })
            .shuffled(using: &generator)

        #expect(HistoryOrder.sorted(Event.withoutDuplicates(delivered)) == world.events)
    }

    @Test("an event is applied exactly where that is the same as folding anew", arguments: Seeds.first(40))
    func applying(seed: UInt64) {
        let world = RandomWorld(seed: seed)
        var generator = SeededGenerator(seed: seed)
        // Some instants are shared by devices here, so that the order of arrival decides as well.
        let arriving = world.folded.map { event in
            FoldEvent(
                at: Timestamp(microseconds: event.at.microseconds / 20_000_000 * 20_000_000),
                device: event.device,
                sequence: generator.chance(1, in: 3) ? nil : event.sequence,
                body: event.body
            )
        }
        var arrived: [FoldEvent] = []
        var state = PersonState()
        for event in arriving.shuffledNearby(using: &generator) {
            arrived.append(event)
            let history = HistoryOrder.sorted(arrived)
            let anew = history.reduce(into: PersonState()) { $0.apply($1, under: world.catalog) }
            #expect(state.canApply(event.historyKey) == (history.last == event))
            if state.canApply(event.historyKey) {
                state.apply(event, under: world.catalog)
                #expect(state == anew)
            } else {
                state = anew
            }
        }
    }

    @Test("states under catalogs with one fold key are the same")
    func foldKey() throws {
        let world = RandomWorld(seed: 3)
        var other = world.definition
        other.tips[0].copy.title = LocalizedText("Other copy")
        other.tips[1].priority = 9
        other.tips[1].rules = []
        other.tips.append(TipDefinition(id: "new"))
        other.groups = []
        other.displayFrequency = .immediate
        other.parameters["flag"]?.defaultValue = .null
        var vocabulary = world.catalog.vocabulary
        vocabulary.tips = NameTable(world.catalog.vocabulary.tips.names)
        let recompiled = CompiledCatalog(other, vocabulary: vocabulary)
        let state = world.folded.reduce(into: PersonState()) { $0.apply($1, under: recompiled) }

        #expect(recompiled.foldKey == world.catalog.foldKey)
        #expect(state == world.state(after: world.folded.count))
    }

    static let keyChanges: [(why: String, change: @Sendable (inout Catalog) -> Void)] = [
        ("a limit on displays", { $0.tips[0].options.maxDisplayCount = 77 }),
        ("a limit on time", { $0.tips[0].options.maxDisplayDuration = 77 }),
        (
            "a button that ends the tip",
            { $0.tips[0].copy.actions.append(ActionDefinition(id: "end", invalidates: true)) }
        ),
        ("a parameter", { $0.parameters["another"] = ParameterDefinition() }),
        ("a reusable tip", { $0.tips.append(TipDefinition(id: "other-{item}")) }),
        ("a donation limit", { $0.events["opened"]?.donationLimit.maximumCount = 7 }),
        (
            "an event that rules did not count",
            { catalog in
                let rule = try? Rule(parsing: #"event("third").donations.count > 0"#)
                catalog.tips[0].rules += rule.map { [$0] } ?? []
            }
        ),
        (
            "a field that rules did not read",
            { catalog in
                let rule = try? Rule(parsing: #"event("viewed").donations.filter(other == 1).count > 0"#)
                catalog.tips[0].rules += rule.map { [$0] } ?? []
            }
        ),
    ]

    @Test("what changes a fold changes the key", arguments: keyChanges)
    func keyChange(why: String, change: @Sendable (inout Catalog) -> Void) throws {
        // All rules stand in one tip, so that every event is counted.
        var definition = Catalog(
            parameters: ["flag": ParameterDefinition()],
            events: ["opened": EventDefinition()],
            tips: [
                TipDefinition(
                    id: "t",
                    rules: [
                        try Rule(parsing: #"event("opened").donations.count > 0"#),
                        try Rule(parsing: #"event("viewed").donations.filter(kind == 1).count > 0"#),
                    ]
                )
            ]
        )
        let before = CompiledCatalog(definition)
        change(&definition)

        #expect(
            CompiledCatalog(definition, vocabulary: before.vocabulary).foldKey != before.foldKey,
            "\(why)"
        )
    }

    @Test("bytes that no state wrote are refused", arguments: Seeds.first(10))
    func damage(seed: UInt64) {
        let world = RandomWorld(seed: seed)
        var generator = SeededGenerator(seed: seed)
        let bytes = world.state(after: 40).encoded(under: world.catalog)
        for length in bytes.indices {
            #expect(throws: StateDecodingError.corrupt) { try PersonState.decode(Array(bytes[..<length])) }
        }
        #expect(throws: StateDecodingError.corrupt) { try PersonState.decode(bytes + [0]) }
        #expect(throws: StateDecodingError.unknownVersion) { try PersonState.decode([9] + bytes.dropFirst()) }
        for _ in 0..<50 {
            var damaged = bytes
            damaged[Int.random(in: 0..<bytes.count, using: &generator)] = UInt8.random(
                in: 0...255,
                using: &generator
            )
            // Some damage reads as another state; none may trap.
            _ = try? PersonState.decode(damaged)
        }
    }
}

extension Array {
    /// The elements with some of them moved a few places.
    fileprivate func shuffledNearby(using generator: inout SeededGenerator) -> [Element] {
        var elements = self
        for place in elements.indices.dropLast(3) where generator.chance(1, in: 3) {
            elements.swapAt(place, place + Int.random(in: 1...3, using: &generator))
        }
        return elements
    }
}
