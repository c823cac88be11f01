import Testing
import TipCore
import TipWire

@Suite("A batch is answered with what became of each event")
struct BatchAnswerTests {
    static let rejection = Rejection(.badField, field: "tip", detail: "`tip` is empty.", hint: "Name one.")

    static let table: [(why: String, items: [BatchAnswer.Item], withResults: Bool, text: String)] = [
        ("nothing was sent", [], false, #"{"accepted":0,"duplicates":0,"rejected":0}"#),
        (
            "all taken: no lists", [item("a"), item("b", .duplicate)], false,
            #"{"accepted":1,"duplicates":1,"rejected":0}"#
        ),
        (
            "a rejected event is named by place and id", [item("a"), item("b", .rejected(rejection))], false,
            #"{"accepted":1,"duplicates":0,"rejected":1,"errors":[{"index":1,"id":"b","code":"bad_field","#
                + #""detail":"`tip` is empty. Name one."}]}"#
        ),
        (
            "an event without a readable id", [item(nil, .rejected(Rejection(.malformed, detail: "No.")))],
            false,
            #"{"accepted":0,"duplicates":0,"rejected":1,"errors":[{"index":0,"id":null,"code":"malformed","#
                + #""detail":"No."}]}"#
        ),
        (
            "ids the server made",
            [item("a"), BatchAnswer.Item(id: "m", idWasGenerated: true, outcome: .accepted)],
            false, #"{"accepted":2,"duplicates":0,"rejected":0,"generated":[{"index":1,"id":"m"}]}"#
        ),
        (
            "an id made for an event that was rejected is not announced",
            [BatchAnswer.Item(id: "m", idWasGenerated: true, outcome: .rejected(rejection))], true,
            #"{"accepted":0,"duplicates":0,"rejected":1,"errors":[{"index":0,"id":"m","code":"bad_field","#
                + #""detail":"`tip` is empty. Name one."}],"results":["rejected"]}"#
        ),
        (
            "results on demand", [item("a"), item("b", .duplicate)], true,
            #"{"accepted":1,"duplicates":1,"rejected":0,"results":["accepted","duplicate"]}"#
        ),
    ]

    @Test("exactly as the contract says", arguments: table)
    func text(why: String, items: [BatchAnswer.Item], withResults: Bool, text: String) {
        #expect(BatchAnswer(items: items).json(withResults: withResults).text() == text, "\(why)")
    }

    private static func item(_ id: String?, _ outcome: BatchAnswer.Outcome = .accepted) -> BatchAnswer.Item {
        BatchAnswer.Item(id: id, outcome: outcome)
    }
}
