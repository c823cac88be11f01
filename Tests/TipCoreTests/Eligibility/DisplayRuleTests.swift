import Testing

@testable import TipCore

@Suite("Displays count, end and are presumed over as the rules say")
struct DisplayRuleTests {
    @Test("a silent display is over after a minute, and evidence of it lifts the presumption (R9)")
    func evidence() throws {
        var story = try Story(options: TipOptions(maxDisplayCount: 1))
        story.shows("t", "x", at: "10:00:00")
        #expect(story.tells(at: "10:00:59") == "available")
        #expect(story.until(at: "10:00:30") == "10:01:00")
        #expect(story.tells(at: "10:02:00") == "invalidated displayCountExceeded 10:01:00")

        story.happens("10:05:00", .impressionProgress(tip: "t", display: "x"))
        #expect(story.tells(at: "10:05:00") == "available", "it was on screen all along")
        #expect(story.until(at: "10:05:00") == "10:06:00")
        #expect(story.seconds(at: "10:05:30") == 330)

        story.ends("t", "x", at: "10:05:40")
        #expect(story.tells(at: "10:05:40") == "invalidated displayCountExceeded 10:05:40")
        #expect(story.seconds(at: "10:07:00") == 340)
    }

    static let signs: [(why: String, body: EventBody, isSign: Bool)] = [
        ("a donation that no rule counts", .donation(event: "unread", info: [:]), true),
        ("a parameter that no rule reads", .parameter(name: "unread", value: .null), true),
        ("a tap of no known button", .actionTap(tip: "other", action: "x", display: nil), true),
        ("a display that failed", .impressionFailed(tip: "t", display: nil, reason: "x"), true),
        ("an exposure", .exposure(tip: "t", experiment: "e", variant: "v"), true),
        ("a join", .identify(previous: "q"), true),
        ("a launch", .session, false),
    ]

    @Test("any input of the device keeps its display alive, but a launch (R9)", arguments: signs)
    func signOfLife(why: String, body: EventBody, isSign: Bool) throws {
        var story = try Story()
        story.shows("t", "x", at: "10:00:00")
        story.happens("10:00:40", body)

        #expect(story.seconds(at: "10:10:00") == (isSign ? 100 : 40), "\(why)")
    }

    @Test("other devices, and life after a minute of silence, keep nothing alive (R9)")
    func noSign() throws {
        var story = try Story()
        story.shows("t", "x", at: "10:00:00")
        story.happens("10:00:40", .donation(event: "e", info: [:]), on: "pad")
        story.happens("10:01:01", .donation(event: "e", info: [:]))

        #expect(story.seconds(at: "10:10:00") == 60)
    }

    @Test("a sign exactly a minute later still counts")
    func exactMinute() throws {
        var story = try Story()
        story.shows("t", "x", at: "10:00:00")
        story.happens("10:01:00", .donation(event: "e", info: [:]))

        #expect(story.seconds(at: "10:10:00") == 120)
    }

    @Test("an end after the launch is a leftover; progress after it is a second window")
    func afterLaunch() throws {
        var story = try Story(options: TipOptions(maxDisplayCount: 1))
        story.shows("t", "x", at: "10:00:00")
        story.happens("10:00:20", .session)
        #expect(story.tells(at: "10:00:20") == "invalidated displayCountExceeded 10:00:20")

        var leftover = story
        leftover.ends("t", "x", at: "10:00:50")
        #expect(leftover.tells(at: "10:01:00") == "invalidated displayCountExceeded 10:00:20")
        #expect(leftover.seconds(at: "10:01:00") == 20)

        story.happens("10:00:50", .impressionProgress(tip: "t", display: "x"))
        #expect(story.tells(at: "10:01:00") == "available")
        #expect(story.seconds(at: "10:01:00") == 60)
        story.happens("10:01:40", .donation(event: "e", info: [:]))
        story.ends("t", "x", at: "10:02:10")
        #expect(story.seconds(at: "10:05:00") == 130, "it lives on as any display")
    }

    @Test("a person who closes a tip saw it, however silent the device was")
    func closing() throws {
        var story = try Story(options: TipOptions(maxDisplayCount: 1))
        story.shows("t", "x", at: "10:00:00")
        story.happens("10:05:00", .invalidation(tip: "t", reason: .tipClosed))
        #expect(story.tells(at: "10:02:00") == "invalidated displayCountExceeded 10:01:00")
        #expect(story.tells(at: "10:06:00") == "invalidated tipClosed 10:05:00")

        var elsewhere = try Story(options: TipOptions(maxDisplayCount: 1))
        elsewhere.shows("t", "x", at: "10:00:00")
        elsewhere.happens("10:05:00", .invalidation(tip: "t", reason: .actionPerformed))
        #expect(
            elsewhere.tells(at: "10:06:00") == "invalidated displayCountExceeded 10:01:00",
            "doing what it teaches needs no tip on screen"
        )
    }

    @Test("a person's decision that came after a presumption holds once the presumption is lifted (R1)")
    func decisionUnderPresumption() throws {
        var story = try Story(options: TipOptions(maxDisplayCount: 1))
        story.shows("t", "x", at: "10:00:00")
        story.happens("10:03:00", .invalidation(tip: "t", reason: .actionPerformed), on: "pad")
        #expect(story.tells(at: "10:04:00") == "invalidated displayCountExceeded 10:01:00")

        story.happens("10:05:00", .impressionProgress(tip: "t", display: "x"))
        #expect(story.tells(at: "10:05:00") == "invalidated actionPerformed 10:03:00")
    }

    static let reasons: [(why: String, story: [(String, EventBody)], tells: String)] = [
        (
            "an explicit reason wins at one instant, before or after the end (R10)",
            [
                ("10:00:30", .impressionEnd(tip: "t", display: "x")),
                ("10:00:30", .invalidation(tip: "t", reason: .tipClosed)),
            ],
            "invalidated tipClosed 10:00:30"
        ),
        (
            "the earlier instant wins else (R10)",
            [
                ("10:00:30", .impressionEnd(tip: "t", display: "x")),
                ("10:00:31", .invalidation(tip: "t", reason: .tipClosed)),
            ],
            "invalidated displayCountExceeded 10:00:30"
        ),
        (
            "the first of two reasons stays (R1)",
            [
                ("10:00:10", .invalidation(tip: "t", reason: .actionPerformed)),
                ("10:00:20", .invalidation(tip: "t", reason: .tipClosed)),
            ],
            "invalidated actionPerformed 10:00:10"
        ),
        (
            "an end of a display that never began counts nothing (R6)",
            [("10:00:10", .impressionEnd(tip: "t", display: "other"))],
            "invalidated displayCountExceeded 10:01:10"
        ),
    ]

    @Test("which reason is kept", arguments: reasons)
    func reason(why: String, bodies: [(String, EventBody)], tells: String) throws {
        var story = try Story(options: TipOptions(maxDisplayCount: 1))
        story.shows("t", "x", at: "10:00:00")
        for (time, body) in bodies { story.happens(time, body) }

        #expect(story.tells(at: "10:05:00") == tells, "\(why)")
    }

    @Test("a display counts once, whatever says it again (R6)")
    func onceADisplay() throws {
        var story = try Story(options: TipOptions(maxDisplayCount: 2))
        story.shows("t", "x", at: "10:00:00")
        story.shows("t", "x", at: "10:00:10")
        story.ends("t", "x", at: "10:00:20")
        story.shows("t", "x", at: "10:00:30")

        #expect(story.count(at: "10:02:00") == 1)
        #expect(story.tells(at: "10:02:00") == "available")
        #expect(story.seconds(at: "10:02:00") == 20)
    }

    @Test("two tips may use one display name")
    func sameNameOfTwoTips() throws {
        var story = try Story(others: ["u"])
        story.shows("t", "1", at: "10:00:00")
        story.shows("u", "1", at: "10:00:05")
        story.ends("u", "1", at: "10:00:10")

        #expect([story.count("t", at: "10:01:00"), story.count("u", at: "10:01:00")] == [1, 1])
        #expect([story.seconds("t", at: "10:00:20"), story.seconds("u", at: "10:00:20")] == [20, 5])
    }

    @Test("two displays at once add up, and the younger keeps its minute (R8)")
    func twoAtOnce() throws {
        var story = try Story(options: TipOptions(maxDisplayDuration: 100))
        story.shows("t", "x", at: "10:00:00", on: "phone")
        story.shows("t", "y", at: "10:00:30", on: "pad")
        for second in ["10:00:50", "10:01:20"] {
            story.happens(second, .impressionProgress(tip: "t", display: "x"), on: "phone")
            story.happens(second, .impressionProgress(tip: "t", display: "y"), on: "pad")
        }

        #expect(story.seconds(at: "10:01:00") == 90)
        // Together they have 100 s at 10:01:05, but the pad's display is 35 s old then.
        #expect(story.tells(at: "10:01:29") == "available")
        #expect(story.until(at: "10:01:20") == "10:01:30")
        #expect(story.tells(at: "10:01:30") == "invalidated displayDurationExceeded 10:01:30")
        #expect(story.seconds(at: "10:05:00") == 150, "displays end when the tip is over")
    }

    @Test("evidence may show that the time was up before another display began")
    func earlierThanKnown() throws {
        var story = try Story(options: TipOptions(maxDisplayDuration: 120))
        story.shows("t", "x", at: "10:00:00", on: "phone")
        story.shows("t", "y", at: "10:03:00", on: "pad")
        #expect(story.tells(at: "10:03:59") == "available")
        story.happens("10:05:00", .impressionProgress(tip: "t", display: "x"), on: "phone")

        #expect(story.tells(at: "10:05:00") == "invalidated displayDurationExceeded 10:02:00")
        #expect(story.seconds(at: "10:06:00") == 120)
    }

    @Test("the end of a display and the duration limit at one instant: seconds first")
    func durationBeforeCount() throws {
        var story = try Story(options: TipOptions(maxDisplayCount: 1, maxDisplayDuration: 60))
        story.shows("t", "x", at: "10:00:00")
        story.ends("t", "x", at: "10:01:00")

        #expect(story.tells(at: "10:01:00") == "invalidated displayDurationExceeded 10:01:00")
    }

    @Test("many displays without an end stay few in the state and lose no second")
    func manyLostEnds() throws {
        var catalog = CompiledCatalog(Catalog(tips: [TipDefinition(id: "t")]))
        var state = PersonState()
        for number in 0..<500 {
            let event = Event(
                id: "e\(number)",
                person: "p",
                at: Timestamp(microseconds: Int64(number) * 100_000_000),
                body: .impression(EventBody.Impression(tip: "t", display: "\(number)"))
            )
            state.apply(catalog.foldEvent(event), under: catalog)
        }
        let end = Timestamp(microseconds: 500 * 100_000_000)

        #expect(state.views.count == PersonState.viewLimit)
        #expect(state.displayCount(of: 0) == 500)
        #expect(state.displayedMicroseconds(of: 0, at: end, under: catalog) == 500 * 60_000_000)
    }

    @Test("lengths that no clock has do not overflow", arguments: [nil, 1e18])
    func overflow(limit: Double?) throws {
        let options = TipOptions(maxDisplayDuration: limit)
        var catalog = CompiledCatalog(Catalog(tips: [TipDefinition(id: "t", options: options)]))
        var state = PersonState()
        let last = Timestamp(microseconds: .max - 1_000_000)
        let bodies: [(Timestamp, EventBody)] =
            (0..<40).map { (.epoch, .impression(EventBody.Impression(tip: "t", display: "\($0)"))) }
            + (0..<40).map { (last, .impressionProgress(tip: "t", display: "\($0)")) }
            + (0..<20).map { (last, .impressionEnd(tip: "t", display: "\($0)")) }
        for (instant, body) in bodies {
            let event = Event(id: "e", person: "p", at: instant, body: body)
            state.apply(catalog.foldEvent(event), under: catalog)
        }
        let displayed = state.displayedMicroseconds(of: 0, at: last, under: catalog)

        #expect(limit == nil ? displayed == .max : (displayed > 0 && displayed < .max))
        #expect((state.invalidation(of: 0, under: catalog) == nil) == (limit == nil))
    }

    @Test("what one history can make a state keep has an end")
    func bounds() throws {
        var catalog = CompiledCatalog(Catalog(tips: [TipDefinition(id: "t")]))
        var state = PersonState()
        state.displays = (0..<UInt64(2 * PersonState.displayLimit)).map { $0 }
        let body = EventBody.impression(EventBody.Impression(tip: "t", display: "new"))
        let impression = Event(id: "e", person: "p", at: .epoch, body: body)
        state.apply(catalog.foldEvent(impression), under: catalog)
        let tips = (0..<1000).map { "t\($0)" }
        let override = EventBody.overrideSet(kind: .showTips, tips: tips, until: nil)
        let event = Event(id: "e", person: "p", at: .epoch, body: override)
        state.apply(catalog.foldEvent(event), under: catalog)

        #expect(state.displayCount(of: 0) == 1)
        #expect(state.displays.count == PersonState.displayLimit + 1)
        #expect(state.displays.first == UInt64(PersonState.displayLimit), "the oldest are forgotten")
        #expect(state.overrides.count == PersonState.overrideLimit)
        #expect(
            state.override(of: catalog.number(ofTip: "t999"), at: .epoch, catalog) == .showTips,
            "the latest stay"
        )
    }
}
