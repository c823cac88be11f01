import Testing
import TipCore
import TipWire

@Suite("Damaged files are read or refused, never more")
struct CatalogFuzzTests {
    @Test(
        "catalogs: a catalog exactly where there are no errors, each error within the file",
        arguments: 0..<20
    )
    func catalogs(seed: Int) {
        var dice = Dice(seed: UInt64(seed))
        for _ in 0..<15 {
            let bytes = dice.damaged(Array(CatalogReaderTests.example.utf8))

            let reading = CatalogReader().read(bytes: bytes, file: "f")

            #expect((reading.catalog == nil) == !reading.errors.isEmpty)
            let lines = SourceText(String(decoding: bytes, as: UTF8.self))
            for problem in reading.errors + reading.warnings {
                #expect(lines.line(problem.position.line) != nil, "\(problem)")
                #expect(!problem.found.isEmpty && !problem.expected.isEmpty && !problem.code.isEmpty)
            }
            let places = reading.errors.map { ($0.position.line, $0.position.column) }
            #expect(zip(places, places.dropFirst()).allSatisfy { $0 <= $1 }, "errors are in file order")
        }
    }

    @Test("what is read of a damaged catalog can be written and read again", arguments: 0..<20)
    func survivors(seed: Int) throws {
        var dice = Dice(seed: UInt64(1000 + seed))
        for _ in 0..<10 {
            let bytes = dice.damaged(Array(CatalogReaderTests.example.utf8))
            guard let catalog = CatalogReader().read(bytes: bytes, file: "f").catalog else { continue }

            let again = CatalogReader().read(CatalogWriter.json(catalog).text(), file: "f")

            #expect(again.catalog == catalog)
        }
    }

    @Test("golden cases", arguments: 0..<10)
    func cases(seed: Int) {
        let text = """
            {cases: [{id: 'a', parameters: {p: {default: false}}, tips: [{id: 't', rules: ['param("p") == true']}],
              groups: [{id: 'g', tips: ['t']}], config: {displayFrequency: {seconds: 5}},
              inputs: [{at: '2026-03-02T10:00:00Z', type: 'donation', event: 'e', repeat: {count: 3, everySeconds: 60}}],
              expect: [{at: '2026-03-02T10:00:00Z', tip: 't', status: 'pending', because: ['rule:0']}]}],
             ruleTexts: [{text: 'param("a") == 1', valid: true}]}
            """
        var dice = Dice(seed: UInt64(2000 + seed))
        for _ in 0..<40 {
            guard case .success(let file) = CaseFile.read(bytes: dice.damaged(Array(text.utf8)), file: "f")
            else {
                continue
            }
            let results = file.run()
            #expect(results.count == file.cases.count + file.ruleTexts.count)
        }
    }

    @Test("events and questions: random JSON is decoded or rejected", arguments: 0..<20)
    func events(seed: Int) {
        var dice = Dice(seed: UInt64(3000 + seed))
        for _ in 0..<100 {
            guard case .object(var members) = EventEncoder.json(dice.event()) else { continue }
            for _ in 0..<dice.roll(1...3) {
                let place = dice.roll(0...members.count - 1)
                members[place] = JSON.Member(members[place].key, dice.json(depth: 3))
            }
            let value = JSON.object(members)
            let result = EventDecoder().decode(value, receivedAt: .epoch) { "made" }
            if case .success(let decoded) = result {
                #expect((1...128).contains(decoded.event.id.utf8.count))
                #expect((1...256).contains(decoded.event.person.utf8.count))
                #expect(decoded.event.at <= .epoch, "the receipt caps the time")
            }
            if case .success(let request) = DecisionRequest.decode(value) { #expect(!request.person.isEmpty) }
        }
    }
}

extension Dice {
    /// Bytes with some of them changed, removed, doubled or moved, as a slip of the hand does.
    mutating func damaged(_ bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<roll(1...3) where bytes.count > 10 {
            let start = roll(0...bytes.count - 2)
            let end = min(bytes.count, start + roll(1...8))
            switch roll(0...4) {
            case 0: bytes[start] = UInt8(roll(0...255))
            case 1: bytes.removeSubrange(start..<end)
            case 2: bytes.insert(contentsOf: bytes[start..<end], at: start)
            case 3: bytes.insert(pick(Array("{}[]\"',:\\/0x.-\u{0}\n".utf8)), at: start)
            default: bytes.swapAt(start, end - 1)
            }
        }
        return bytes
    }
}
