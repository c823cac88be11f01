import Testing

@testable import TipCore

@Suite("A group puts one tip forward; a reusable tip has a state an item")
struct GroupTests {
    private static func story(_ priority: GroupDefinition.Priority, _ members: [String], ids: [String])
        -> Story
    {
        Story(
            Catalog(
                tips: ids.map { TipDefinition(id: $0) },
                groups: [GroupDefinition(id: "g", priority: priority, tips: members)]
            )
        )
    }

    @Test("a member on screen is kept, the one shown last if there are several (R14)")
    func sticky() throws {
        var story = Self.story(.firstAvailable, ["a", "b", "c"], ids: ["a", "b", "c"])
        #expect(story.current(at: "10:00:00") == "a")
        story.shows("c", "1", at: "10:00:00", on: "phone")
        #expect(story.current(at: "10:00:30") == "c")
        story.shows("b", "2", at: "10:00:31", on: "pad")
        #expect(story.current(at: "10:00:31") == "b")
        story.ends("b", "2", at: "10:00:40", on: "pad")
        #expect(story.current(at: "10:00:40") == "c")
        #expect(story.current(at: "10:01:00") == "a", "the hold ends with the presumption")
        let eligibility = story.eligibility(at: "10:00:40")
        let answer = eligibility.answer(ofGroup: 0, at: Story.time("10:00:40"))
        #expect(answer.until == Story.time("10:01:00"))
    }

    @Test("a member on screen that is no longer available is let go")
    func unavailable() throws {
        var story = Self.story(.firstAvailable, ["a", "b"], ids: ["a", "b"])
        story.shows("b", "1", at: "10:00:00")
        story.timeline.record(.tipOff("b"), at: Story.time("10:00:20"))

        #expect(story.current(at: "10:00:10") == "b")
        #expect(story.current(at: "10:00:20") == "a")
    }

    @Test("ordered: the first member that is not over, if it is available")
    func ordered() throws {
        var story = Self.story(.ordered, ["a", "b", "c"], ids: ["c", "b", "a"])
        #expect(story.current(at: "10:00:00") == "a")
        story.timeline.record(.tipOff("a"), at: Story.time("10:01:00"))
        #expect(story.current(at: "10:01:00") == nil, "a pending member holds all behind it")
        story.happens("10:02:00", .invalidation(tip: "a", reason: .tipClosed))
        #expect(story.current(at: "10:02:00") == "b")
        for tip in ["b", "c"] { story.happens("10:03:00", .invalidation(tip: tip, reason: .tipClosed)) }
        #expect(story.current(at: "10:03:00") == nil)
    }

    @Test("a group of no known tip has nothing to show")
    func unknownMembers() {
        let story = Self.story(.firstAvailable, ["x", "y"], ids: ["a"])

        #expect(story.current(at: "10:00:00") == nil)
    }

    @Test("items appear once the history or the question names them, in the place of their tip")
    func items() throws {
        var story = Story(
            Catalog(
                tips: [
                    TipDefinition(id: "low", priority: -1), TipDefinition(id: "trail-{item}"),
                    TipDefinition(id: "high", priority: 5), TipDefinition(id: "trail-special"),
                ]
            )
        )
        story.shows("trail-b", "1", at: "10:00:00")
        story.happens("10:00:01", .invalidation(tip: "trail-a", reason: .tipClosed))
        story.happens("10:00:02", .exposure(tip: "trail-c", experiment: "e", variant: "v"))
        story.shows("trail-special", "2", at: "10:00:03")
        story.shows("unknown", "3", at: "10:00:04")
        let eligibility = story.eligibility(at: "10:01:00")
        let names = eligibility.catalog.vocabulary.tips

        #expect(
            eligibility.numbers().map { names[$0] }
                == ["high", "trail-a", "trail-b", "trail-c", "trail-special", "low"]
        )
        var catalog = eligibility.catalog
        let asked = catalog.number(ofTip: "trail-0")
        let other = Eligibility(
            eligibility.state,
            under: catalog,
            conditions: ProjectConditions(of: catalog),
            asker: Asker(person: "p")
        )
        #expect(other.numbers(asked: [asked, asked]).map { catalog.vocabulary.tips[$0] }.contains("trail-0"))
        #expect(other.answers(at: Story.time("10:01:00"), asked: [asked]).count == 7)
        #expect(other.status(of: asked, at: Story.time("10:01:00")) == .available)
    }

    @Test("any priority has its place")
    func priorities() {
        let tips = [("a", 0), ("b", Int.min), ("c", Int.max), ("d", 0)].map {
            TipDefinition(id: $0, priority: $1)
        }
        let catalog = CompiledCatalog(Catalog(tips: tips))

        #expect(catalog.order == [2, 0, 3, 1])
    }

    @Test("each item counts for itself, under the options of its tip")
    func itemStates() throws {
        var story = Story(
            Catalog(tips: [TipDefinition(id: "trail-{item}", options: TipOptions(maxDisplayCount: 1))])
        )
        story.shows("trail-a", "1", at: "10:00:00")
        story.ends("trail-a", "1", at: "10:00:10")
        story.shows("trail-b", "2", at: "10:00:20")

        #expect(story.tells("trail-a", at: "10:00:20") == "invalidated displayCountExceeded 10:00:10")
        #expect(story.tells("trail-b", at: "10:00:20") == "available")
    }

    @Test("switching off or overriding a reusable tip is about all its items")
    func allItems() throws {
        var story = Story(Catalog(tips: [TipDefinition(id: "trail-{item}")]))
        story.shows("trail-a", "1", at: "10:00:00")
        story.timeline.record(.tipOff("trail-{item}"), at: Story.time("10:05:00"))
        story.timeline.record(.tipOn("trail-{item}"), at: Story.time("10:10:00"))
        story.timeline.record(.tipOff("trail-a"), at: Story.time("10:10:00"))
        #expect(story.tells("trail-a", at: "10:05:00") == "pending off")
        #expect(story.tells("trail-a", at: "10:10:00") == "pending off", "an item has a switch of its own")
        story.timeline.record(.tipOn("trail-a"), at: Story.time("10:15:00"))
        story.happens("10:20:00", .overrideSet(kind: .hideTips, tips: ["trail-{item}"], until: nil))
        #expect(story.tells("trail-a", at: "10:20:00") == "pending override:hideTips")
    }

    @Test("a group may have a reusable tip as a member")
    func itemsInGroup() throws {
        var story = Self.story(.firstAvailable, ["trail-{item}", "z"], ids: ["trail-{item}", "z"])
        #expect(story.current(at: "10:00:00") == "z")
        story.happens("10:00:00", .impressionFailed(tip: "trail-a", display: nil, reason: "x"))
        #expect(story.current(at: "10:00:00") == "trail-a")
    }

    @Test("numbers that a database gives are kept, and later names get theirs")
    func databaseNumbers() throws {
        var vocabulary = Vocabulary(naming: Catalog(tips: [TipDefinition(id: "trail-{item}")]))
        vocabulary.tips.set("trail-old", to: 40)
        var catalog = CompiledCatalog(
            Catalog(tips: [TipDefinition(id: "trail-{item}")]),
            vocabulary: vocabulary
        )
        #expect(catalog.place(ofTip: 40) == 0)
        #expect(catalog.place(ofTip: 41) == nil)
        #expect(catalog.place(ofTip: 4_000_000_000) == nil)
        catalog.learn(tip: "trail-new", as: 41)
        #expect(catalog.place(ofTip: 41) == 0)
        #expect(catalog.number(ofTip: "trail-old") == 40)
        #expect(catalog.number(ofTip: "other") == 42)
    }
}
