import Testing
import TipCore
import TipWire

@Suite("Names that look the same and differ in their bytes are two names")
struct TwinNameTests {
    /// One accent composed, and as a letter with a mark: canonically equivalent, so `==` takes them for one.
    private static let (one, other) = ("caf\u{e9}", "cafe\u{301}")

    private static let text = """
        {parameters: {'\(one)': {default: 1}, '\(other)': {default: 'a'}},
         events: {'\(one)': {info: {'\(one)': 'number', '\(other)': 'string'}}, '\(other)': {}},
         tips: [{id: '\(one)', title: {en: 'A'}, actions: [{id: '\(one)', title: 'A'}, {id: '\(other)', title: 'B'}]},
                {id: '\(other)', title: {en: 'B'},
                 rules: ['param("\(one)") == 1 && param("\(other)") == "a"',
                         'event("\(one)").donations.filter(kind == 1).count > 0']}],
         groups: [{id: '\(one)', tips: ['\(one)', '\(other)']}, {id: '\(other)', tips: ['\(other)']}],
         experiments: [{id: '\(one)', tip: '\(one)', variants: [{id: '\(one)'}, {id: '\(other)', title: 'C'}]},
                       {id: '\(other)', tip: '\(other)', variants: [{id: 'a'}, {id: 'b', title: 'C'}]}]}
        """.replacing("filter(kind == 1)", with: "filter(k == 1)").replacing(
            "'\(one)': 'number',",
            with: "'\(one)': 'number', k: 'number',"
        )

    @Test("in every part of a catalog, written and read again")
    func catalogs() throws {
        let reading = CatalogReader().read(Self.text, file: "f")

        #expect(reading.errors.map(\.description) == [])
        let catalog = try #require(reading.catalog)
        #expect(catalog.parameters.count == 2 && catalog.events.count == 2)
        #expect(catalog.parameters[Self.one]?.defaultValue == .number(1))
        #expect(catalog.parameters[Self.other]?.defaultValue == .string("a"))
        #expect(catalog.events[Self.one]?.info.count == 3 && catalog.tips.count == 2)
        #expect(catalog.experiments[0].variants.count == 2)
        #expect(reading.warnings.filter { $0.code == "never_holds" || $0.code == "shared_tip" }.isEmpty)
        let written = CatalogWriter.json(catalog).text()
        let again = try #require(CatalogReader().read(written, file: "g").catalog)
        #expect(again == catalog && CatalogDiff(from: catalog, to: again).isEmpty)
    }

    @Test("and a slip between them is an unknown name")
    func unknown() {
        let text =
            "{parameters: {'\(Self.one)': {default: 1}}, tips: [{id: 'T', title: 'T', rules: ['param(\"\(Self.other)\") == 1']}]}"
        #expect(CatalogReader().read(text, file: "f").errors.map(\.code) == ["unknown_parameter"])
        let group = "{tips: [{id: '\(Self.one)', title: 'T'}], groups: [{id: 'g', tips: ['\(Self.other)']}]}"
        #expect(CatalogReader().read(group, file: "f").errors.map(\.code) == ["unknown_tip"])
    }

    @Test("a change of bytes alone is a difference")
    func diff() throws {
        let old = try #require(
            CatalogReader().read("{tips: [{id: '\(Self.one)', title: '\(Self.one)'}]}", file: "f").catalog
        )
        var new = old
        new.tips[0].copy.title = LocalizedText(Self.other)
        #expect(CatalogDiff(from: old, to: new).lines.count == 1)
        new.tips[0] = TipDefinition(id: Self.other, copy: old.tips[0].copy)
        #expect(CatalogDiff(from: old, to: new).changes.map(\.kind) == [.removed, .added])
    }

    @Test("an event's fields and a question's parameters")
    func values() throws {
        let json: JSON = [
            "id": "e", "type": "donation", "person": "p", "event": "e",
            "info": .object([.init(Self.one, 1), .init(Self.other, 2)]),
        ]
        let decoded = try EventDecoder().decode(json, receivedAt: .epoch, makeID: { "" }).get()
        guard case .donation(_, let info) = decoded.event.body else { return }
        #expect(info.count == 2 && info[Self.one] == .number(1) && info[Self.other] == .number(2))
        let question: JSON = [
            "person": "p", "parameters": .object([.init(Self.one, 1), .init(Self.other, 2)]),
        ]
        let request = try DecisionRequest.decode(question).get()
        #expect(
            request.parameters.count == 2
                && request.json["parameters"]?.normalized == question["parameters"]?.normalized
        )
    }
}
