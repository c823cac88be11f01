import Testing

@testable import JSONReading

@Suite("Of an object that is unfit as a whole, what is fit by itself can still be read")
struct ReadableMembersTests {
    static let objects: [(why: String, text: String, names: [String])] = [
        ("a number beyond all doubles", #"{"id":"a","value":1e400,"person":"p"}"#, ["id", "person"]),
        ("half of a surrogate pair", #"{"id":"a","event":"\ud800","person":"p"}"#, ["id", "person"]),
        ("a name that is bad text", #"{"\u0000":1,"id":"a"}"#, ["id"]),
        ("the same name twice: nobody knows which", #"{"id":"a","id":"b","person":"p"}"#, ["person"]),
        ("the same name twice, once unfit", #"{"id":"a","id":1e999,"person":"p"}"#, ["person"]),
        ("too deep in one member", #"{"x":[[[[[[1]]]]]],"id":"a"}"#, ["id"]),
        ("cut off in the middle", #"{"id":"a","person":"p","x":["#, ["id", "person"]),
        ("no comma", #"{"id":"a" "person":"p"}"#, ["id"]),
        ("a name by its escape", #"{"\u0069d":"a"}"#, ["id"]),
        ("an empty object", "{}", []), ("an array", "[1]", []), ("nothing", "", []), ("a brace", "{", []),
    ]

    @Test("what can be read is told", arguments: objects)
    func members(why: String, text: String, names: [String]) {
        let limits = JSONLimits(maxDepth: 4)
        let members = JSONBatch.readableMembers(of: Array(text.utf8), limits: limits)
        #expect(members.map(\.name) == names, "\(why)")
    }

    @Test("any cut and any flipped byte of an object is survived")
    func anyBytes() {
        let text = Array(#"{"id":"a\n","n":-1.5e3,"list":[1,{"x":null}],"person":"\u00e9","t":true}"#.utf8)
        var most = 0
        for end in 0...text.count {
            most = max(most, JSONBatch.readableMembers(of: Array(text[..<end])).count)
            for byte: UInt8 in [0x00, 0x22, 0x5C, 0x7B, 0x7D, 0xFF] where end < text.count {
                var broken = text
                broken[end] = byte
                _ = JSONBatch.readableMembers(of: broken)
            }
        }
        #expect(most == 5)
    }
}
