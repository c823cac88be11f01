import Testing

@Suite("A choice that is dear to undo is written down with what it was weighed against")
struct DecisionTests {
    static let folder = "Sources/TipCore/TipCore.docc/decisions/"
    static let records = Repository.documents.filter { $0.path.hasPrefix(folder) }

    @Test("records are numbered from 1 without gaps")
    func numbers() {
        #expect(Self.records.count > 10)
        #expect(Self.records.map { Int($0.name.prefix(4)) ?? 0 } == Array(1...max(1, Self.records.count)))
    }

    @Test("each says in what situation, what, at what price and instead of what", arguments: records)
    func template(_ record: Repository.File) {
        let headings = record.lines.filter { $0.hasPrefix("## ") }
        #expect(headings == ["## Context", "## Decision", "## Consequences", "## Alternatives"])
        // DocC takes the first paragraph as the summary of the page.
        #expect(record.lines.dropFirst(2).first?.isEmpty == false)
    }

    @Test("the catalogue lists each", arguments: records)
    func listed(_ record: Repository.File) throws {
        let catalogue = try #require(Repository.file("Sources/TipCore/TipCore.docc/TipCore.md"))
        #expect(catalogue.text.contains("<doc:\(record.name.dropLast(3))>"))
    }
}
