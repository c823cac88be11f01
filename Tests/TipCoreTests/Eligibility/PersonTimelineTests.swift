import Testing

@testable import TipCore

@Suite("A timeline tells what happened and what became of the tips by it")
struct PersonTimelineTests {
    /// The entries in lines: time, cause, changes.
    private static func lines(_ story: Story, through end: String, since: String? = nil) -> [String] {
        let history = story.history(at: end)
        let timeline = PersonTimeline(
            of: history,
            under: story.catalog,
            project: story.timeline,
            asker: story.asker,
            since: since.map(Story.time),
            through: Story.time(end)
        )
        return timeline.entries.map { entry in
            let cause =
                switch entry.cause {
                case .event(let place): history[place].body.words.english
                case .project(let change): change.words.english
                case .time: "time"
                }
            let time = entry.at.rfc3339.dropFirst("2026-03-02T".count).dropLast()
            return ([time + " " + cause] + entry.changes.map(\.words.english)).joined(separator: " | ")
        }
    }

    @Test("an event changes a tip, and time changes it back")
    func window() throws {
        var story = try Story(rules: [#"event("e").donations.donatedWithin(hour).count >= 2"#])
        story.happens("10:00:00", .donation(event: "e", info: ["k": .number(7)]))
        story.happens("10:10:00", .donation(event: "e", info: [:]))
        story.happens("12:00:00", .session)

        #expect(
            Self.lines(story, through: "13:00:00") == [
                "10:00:00 donated e (k 7)", "10:10:00 donated e | t became available",
                "11:00:00.000001 time | t became pending: rule:0", "12:00:00 launched the app",
            ]
        )
    }

    @Test("a display holds others back until the frequency lets go, and the limit ends the tip")
    func frequency() throws {
        var story = try Story(options: TipOptions(maxDisplayCount: 1), frequency: 3600, others: ["u"])
        story.shows("t", "x", at: "10:00:00")
        story.ends("t", "x", at: "10:00:10")

        #expect(
            Self.lines(story, through: "12:00:00") == [
                "10:00:00 saw t (display x) | u became pending: frequency",
                "10:00:10 saw no more of t (display x) | t was over: displayCountExceeded",
                "11:00:00 time | u became available",
            ]
        )
    }

    @Test("time up to the end is told, at the end itself as well")
    func end() throws {
        var story = try Story(frequency: 3600, others: ["u"])
        story.shows("t", "x", at: "10:00:00")

        #expect(Self.lines(story, through: "11:00:00").last == "11:00:00 time | u became available")
        #expect(Self.lines(story, through: "10:59:59").count == 1)
    }

    @Test("what time had done at the instant of an event is told apart from the event")
    func coincidence() throws {
        var story = try Story(frequency: 3600, others: ["u"])
        story.shows("t", "x", at: "10:00:00")
        story.happens("11:00:00", .optOut)

        #expect(
            Self.lines(story, through: "11:00:00").dropFirst() == [
                "11:00:00 opted out of tips | t became pending: optedOut"
            ],
            "u was let go and held at one instant"
        )
        story.happens("11:00:00", .optIn)
        #expect(
            Self.lines(story, through: "11:00:00").last
                == "11:00:00 opted in to tips | t became available | u became available"
        )
    }

    @Test("what was decided for everybody is told where the person felt it")
    func project() throws {
        var story = try Story(others: ["trail-{item}"])
        story.timeline.record(.tipOff("t"), at: Story.time("10:00:00"))
        story.timeline.record(.tipOff("u"), at: Story.time("10:00:01"))
        story.timeline.record(.tipOff("trail-7"), at: Story.time("10:00:02"))
        story.timeline.record(.tipOn("t"), at: Story.time("10:30:00"))
        story.happens("09:00:00", .impressionProgress(tip: "trail-7", display: "x"))
        story.happens("09:00:00", .impressionProgress(tip: "trail-8", display: "x"))

        #expect(
            Self.lines(story, through: "11:00:00").dropFirst(2) == [
                "10:00:00 t was switched off for everybody | t became pending: off",
                "10:00:02 trail-7 was switched off for everybody | trail-7 became pending: off",
                "10:30:00 t was switched on for everybody | t became available",
            ]
        )
        #expect(Self.lines(story, through: "11:00:00", since: "10:30:00").count == 1)
    }

    @Test("a timeline about a tip leaves out what has nothing to do with it")
    func aboutTip() throws {
        var story = try Story(
            rules: [#"param("on") == true"#, #"event("e").donations.count >= 1"#],
            others: ["u"]
        )
        let bodies: [EventBody] = [
            .donation(event: "e", info: [:]), .donation(event: "f", info: [:]),
            .parameter(name: "on", value: .boolean(true)), .parameter(name: "off", value: .null), .session,
            .invalidation(tip: "u", reason: .tipClosed), .invalidation(tip: "t", reason: .tipClosed), .optOut,
        ]
        for (second, body) in bodies.enumerated() { story.happens("10:00:0\(second)", body) }
        let history = story.history(at: "11:00:00")
        let timeline = PersonTimeline(
            of: history,
            under: story.catalog,
            project: story.timeline,
            asker: story.asker,
            through: Story.time("11:00:00")
        )
        let places = timeline.entries(about: "t", in: history, under: story.catalog).compactMap { entry in
            if case .event(let place) = entry.cause { place } else { nil as Int? }
        }
        #expect(places == [0, 2, 6, 7])
        #expect(timeline.initial.map(\.status) == [.pending, .available])
        #expect(timeline.final.map(\.status) == [.invalidated, .invalidated])
    }

    @Test("nothing happened: the tips stand as for a newcomer")
    func empty() throws {
        let story = try Story(rules: ["1 == 2"], others: ["u"])
        let timeline = PersonTimeline(
            of: [],
            under: story.catalog,
            project: story.timeline,
            asker: story.asker,
            through: .epoch
        )
        #expect(timeline.entries.isEmpty && timeline.initial == timeline.final)
        #expect(timeline.final.map(\.status) == [.pending, .available])
    }

    @Test("every event has words, and a type of its own has words of its own")
    func words() {
        let impression = EventBody.Impression(
            tip: "t",
            display: "x",
            experiment: "e",
            variant: "v",
            group: "g"
        )
        let table: [(body: EventBody, words: String)] = [
            (.donationsDeleted(event: "e"), "had the donations of e deleted"),
            (.parameter(name: "p", value: .null), "had the parameter p unset"),
            (.parameter(name: "p", value: .string("a")), #"had the parameter p set to "a""#),
            (.timeZone("Asia/Tokyo"), "was in the time zone Asia/Tokyo"),
            (.impression(impression), "saw t (display x, variant v of e, from the group g)"),
            (.impressionFailed(tip: "t", display: nil, reason: "gone"), "could not be shown t (gone)"),
            (
                .exposure(tip: "t", experiment: "e", variant: "none"),
                "counted in e with the variant none of t"
            ),
            (.actionTap(tip: "t", action: "go", display: nil), "pressed go of t"),
            (.invalidation(tip: "t", reason: .actionPerformed), "did what t teaches (actionPerformed)"),
            (.eligibilityReset(tip: "t"), "had the eligibility of t reset"),
            (
                .overrideSet(kind: .hideTips, tips: ["t"], until: .epoch),
                "got the test override hideTips of t until 1970-01-01T00:00:00Z"
            ),
            (.overrideCleared(kind: nil), "lost the test override of every kind"),
            (.identify(previous: "q"), "turned out to be q too"),
        ]
        for row in table { #expect(row.body.words.english == row.words) }
    }
}
