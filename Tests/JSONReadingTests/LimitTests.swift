import JSONReading
import Testing

@Suite("Limits hold for every body and cost no more than the body")
struct LimitTests {
    @Test("eight million open brackets end as a failure, not as a crash", arguments: ["[", #"{"a":"#])
    func openBrackets(unit: String) throws {
        let body = Array(String(repeating: unit, count: (8 << 20) / unit.utf8.count).utf8)
        let failure = #expect(throws: JSONFailure.self) {
            try JSONBatch.read(body, form: .arrayOrEnvelope(member: "events"))
        }
        #expect(failure?.code == .malformed)
        #expect(failure?.offset == body.count)

        let line = try #require(try JSONBatch.read(body, form: .lines).elements.first)
        #expect(throws: JSONFailure.self) { try line.outcome.get() }
    }

    @Test("a million closed brackets are one element that is too large")
    func closedBrackets() throws {
        let depth = 1 << 20
        let body =
            Array(repeating: UInt8(ascii: "["), count: depth)
            + Array(repeating: UInt8(ascii: "]"), count: depth)
        let batch = try JSONBatch.read(body, form: .single)
        #expect(batch.elements.count == 1)
        #expect(throws: JSONFailure.self) { try batch.elements[0].outcome.get() }
    }

    @Test("brackets of two kinds close in order at any depth", arguments: [63, 64, 65, 127, 128, 129, 200])
    func mixedNesting(depth: Int) throws {
        let opened = (0..<depth).map { $0 % 3 == 0 ? "[" : #"{"a":"# }
        let closed = (0..<depth).reversed().map { $0 % 3 == 0 ? "]" : "}" }
        let text = opened.joined() + "1" + closed.joined()
        let limits = JSONLimits(maxDepth: depth)
        #expect(throws: Never.self) { try JSONValue.read(Array(text.utf8), limits: limits) }
        for place in closed.indices {
            var wrong = closed
            wrong[place] = wrong[place] == "]" ? "}" : "]"
            let text = opened.joined() + "1" + wrong.joined()
            let failure = #expect(throws: JSONFailure.self) {
                try JSONValue.read(Array(text.utf8), limits: limits)
            }
            #expect(failure?.code == .malformed)
        }
    }

    @Test("one element more than the limit fails the body", arguments: [JSONBatch.Form.array, .lines])
    func elementCount(form: JSONBatch.Form) throws {
        let limits = JSONLimits(maxElements: 3)
        let separator = form == .lines ? "\n" : ","
        func body(_ count: Int) -> [UInt8] {
            let elements = Array(repeating: "{}", count: count).joined(separator: separator)
            return Array((form == .lines ? elements : "[\(elements)]").utf8)
        }
        #expect(try JSONBatch.read(body(3), form: form, limits: limits).elements.count == 3)
        let failure = #expect(throws: JSONFailure.self) {
            try JSONBatch.read(body(4), form: form, limits: limits)
        }
        #expect(failure?.code == .tooLarge)
    }

    @Test("members beside the list are as few as elements may be")
    func memberCount() {
        let members = (0..<4).map { #""m\#($0)":0"# }.joined(separator: ",")
        let failure = #expect(throws: JSONFailure.self) {
            try JSONBatch.read(
                Array(#"{\#(members),"events":[]}"#.utf8),
                form: .envelope(member: "events"),
                limits: JSONLimits(maxElements: 3)
            )
        }
        #expect(failure?.code == .tooLarge)
    }

    @Test("the depth of an element does not count what stands around it")
    func depthIsTheElements() throws {
        let limits = JSONLimits(maxDepth: 1)
        let batch = try JSONBatch.read(
            Array(#"{"events":[{},[],1,[[]]]}"#.utf8),
            form: .envelope(member: "events"),
            limits: limits
        )
        let codes = batch.elements.map { element -> JSONFailure.Code? in
            if case .failure(let failure) = element.outcome { failure.code } else { nil }
        }
        #expect(codes == [nil, nil, nil, .tooDeep])
    }

    @Test("a depth that recursion could not bear is not accepted as a limit")
    func depthLimitIsHeld() {
        #expect(JSONLimits(maxDepth: .max).maxDepth == 256)
        #expect(JSONLimits(maxDepth: 0).maxDepth == 1)
    }
}
