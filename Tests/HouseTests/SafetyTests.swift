import Testing

@Suite("What can go wrong is a value, and what cannot be checked is fenced in")
struct SafetyTests {
    @Test("only the contract is public")
    func access() {
        let inner = SwiftSource.all.filter { !["TipCore", "TipWire"].contains($0.file.room) }
        let declaration = /\bpublic\b|\bopen (?:class|func|var)\b/
        #expect(inner.flatMap { $0.lines(matching: declaration, hints: "public", "open ") } == [])
    }

    @Test("unsafe calls stand only where C is made safe")
    func unsafety() {
        let open = SwiftSource.all.filter {
            !["Postgres", "HTTPServer", "JSONReading", "Statistics"].contains($0.file.room)
                && !$0.file.path.hasPrefix("Sources/tipledger/Process/")
        }
        #expect(open.flatMap { $0.lines(matching: /\bunsafe\b/, hints: "unsafe") } == [])
    }

    @Test("nothing traps for what a peer, a clock or a database can do")
    func traps() {
        let trap = /\bfatalError\b|\btry!|\bas!|[\w\])]!(?![=])/
        #expect(SwiftSource.all.flatMap { $0.lines(matching: trap, hints: "fatalError", "!") } == [])
        // A precondition is for a mistake inside the program, and says which.
        let mute = /\b(?:precondition|assert)\([^"]*\)$|\b(?:precondition|assertion)Failure\(\)/
        #expect(SwiftSource.all.flatMap { $0.lines(matching: mute, hints: "precondition", "assert") } == [])
    }

    @Test("what the compiler is told to take on trust has its reason on the lines before")
    func trust() {
        var mute: [String] = []
        for source in SwiftSource.all {
            for (index, line) in source.code.enumerated()
            where line.contains("@unchecked Sendable") || line.contains("nonisolated(unsafe)") {
                let before = source.file.lines[..<index].reversed()
                    .prefix { $0.contains("//") || $0.contains(/^\s*@\w+$/) }
                if !before.contains(where: { $0.contains(#/(?:Unchecked|Safe to share|Unsafe): /#) }) {
                    mute.append("\(source.file.path):\(index + 1)")
                }
            }
        }
        #expect(mute == [])
    }

    @Test("nothing is left to be done later in a comment")
    func later() {
        // Written in two halves, so that this line is not one of those that it looks for.
        let words = ["TO" + "DO", "FIX" + "ME", "XX" + "X", "HA" + "CK"]
        let files = Repository.sources + Repository.tests
        let found = files.flatMap { file in
            words.filter { file.text.contains($0) }.map { "\(file.path): \($0)" }
        }
        #expect(found == [])
    }
}
