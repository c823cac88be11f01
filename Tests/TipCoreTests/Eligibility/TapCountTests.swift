import Testing

@testable import TipCore

@Suite("Taps are counted of who has seen the tip, and decide nothing")
struct TapCountTests {
    private static let tap = EventBody.actionTap(tip: "t", action: "more", display: nil)

    static let stories: [(why: String, taps: Int, tell: @Sendable (inout Story) -> Void)] = [
        ("nothing happened", 0, { _ in }),
        ("it was tapped before it was displayed", 0, { $0.happens("10:00:00", tap) }),
        (
            "twice after it was displayed, on two devices", 2,
            {
                $0.shows("t", "x", at: "10:00:00")
                $0.happens("10:00:10", tap)
                $0.happens("10:00:20", tap, on: "pad")
            }
        ),
        (
            "another tip was tapped", 0,
            {
                $0.shows("t", "x", at: "10:00:00")
                $0.happens("10:00:10", .actionTap(tip: "u", action: "more", display: nil))
            }
        ),
        (
            "it was over by then", 1,
            {
                $0.shows("t", "x", at: "10:00:00")
                $0.happens("10:00:10", .invalidation(tip: "t", reason: .tipClosed))
                $0.happens("10:00:20", tap)
            }
        ),
        (
            "a tester forced it to show", 0,
            {
                $0.shows("t", "x", at: "10:00:00")
                let end = Story.time("11:00:00")
                $0.happens("10:00:10", .overrideSet(kind: .showAllTips, tips: [], until: end))
                $0.happens("10:00:20", tap)
            }
        ),
        (
            "all began anew after it", 0,
            {
                $0.shows("t", "x", at: "10:00:00")
                $0.happens("10:00:10", tap)
                $0.happens("10:00:20", .datastoreReset)
            }
        ),
    ]

    @Test("taps that count, and taps that do not", arguments: stories)
    func counted(why: String, taps: Int, tell: @Sendable (inout Story) -> Void) throws {
        var story = try Story()
        tell(&story)
        #expect(max(0, story.taps(at: "10:30:00")) == taps, "\(why)")
    }

    @Test("a state of the first version is read, and knows no taps")
    func firstVersion() throws {
        var story = try Story()
        story.shows("t", "x", at: "10:00:00")
        let without = story.eligibility(at: "10:10:00")
        story.happens("10:00:00", Self.tap)
        let tapped = story.eligibility(at: "10:10:00")
        #expect(tapped.state.taps.first == 1 && without.state.taps.first == 0)
        var bytes = without.state.encoded(under: without.catalog)
        let other = tapped.state.encoded(under: tapped.catalog)
        // The two differ in the number of taps alone, which the first version does not have.
        let places = bytes.indices.filter { bytes[$0] != other[$0] }
        #expect(bytes.count == other.count && places.count == 1)
        bytes.remove(at: try #require(places.first))
        bytes[0] = 1
        #expect(try PersonState.decode(bytes).state == without.state)
        bytes[0] = 3
        #expect(throws: StateDecodingError.unknownVersion) { try PersonState.decode(bytes) }
    }

    @Test("of joined persons whose events are gone, taps add up")
    func merged() throws {
        var story = try Story()
        story.shows("t", "x", at: "10:00:00")
        story.happens("10:00:10", Self.tap)
        var one = story.eligibility(at: "10:10:00").state
        story.happens("10:00:20", Self.tap)
        one.take(story.eligibility(at: "10:10:00").state)
        #expect(one.taps == [3])
    }
}

extension PersonState {
    /// The taps of each tip, in the order of the states.
    fileprivate var taps: [Int] { tips.map(\.taps) }
}
