import Testing

@Suite("A file is read in a minute, a function at one look")
struct SizeTests {
    private func median(_ numbers: [Int]) -> Int {
        numbers.isEmpty ? 0 : numbers.sorted()[numbers.count / 2]
    }

    @Test("no file has more than 400 lines")
    func files() {
        let long = (Repository.sources + Repository.tests).filter { $0.lines.count > 400 }
        #expect(long.map { "\($0.path) has \($0.lines.count)" } == [])
    }

    @Test("half of all files have 120 lines or fewer")
    func medians() {
        #expect(Repository.sources.count > 300)
        #expect(median(Repository.sources.map(\.lines.count)) <= 120)
        #expect(median(Repository.tests.map(\.lines.count)) <= 120)
    }

    /// A test that compares a whole text may be a little longer: the text is most of it.
    @Test("no function has more than 70 lines, no test more than 80")
    func functions() {
        let long =
            Self.functions(of: SwiftSource.all, over: 70) + Self.functions(of: SwiftSource.tests, over: 80)
        #expect(long == [])
    }

    private static func functions(of sources: [SwiftSource], over limit: Int) -> [String] {
        sources.flatMap { source in
            source.functions.filter { $0.length > limit }
                .map { "\(source.file.path):\($0.line) has \($0.length)" }
        }
    }

    @Test("there are at least two lines of test for five of source")
    func tests() {
        let sources = Repository.sources.map(\.lines.count).reduce(0, +)
        let tests = Repository.tests.map(\.lines.count).reduce(0, +)
        // The aim is as many; this floor only ever rises.
        #expect(tests * 5 >= sources * 2, "\(tests) lines of test, \(sources) of source")
    }
}
