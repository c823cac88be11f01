import Testing

@testable import TipCore

@Suite("An explanation says what was seen, what is needed, and what would help")
struct ExplanationTests {
    private static func explain(_ story: Story, _ tip: String = "t", at time: String) throws -> Explanation {
        let eligibility = story.eligibility(at: time)
        let number = try #require(eligibility.catalog.vocabulary.tips.number(of: tip))
        let explanation = eligibility.explanation(
            of: number,
            at: Story.time(time),
            history: story.history(at: time)
        )
        return try #require(explanation)
    }

    @Test("rules that hold are told as well, with the donations they counted")
    func rules() throws {
        var story = try Story(rules: [
            #"event("opened").donations.donatedWithin(hour).count >= 2"#, #"param("on") == true"#,
        ])
        story.happens("08:00:00", .donation(event: "opened", info: [:]))
        story.happens("10:00:00", .donation(event: "opened", info: [:]))
        story.happens("10:00:00", .donation(event: "other", info: [:]))
        story.happens("10:10:00", .donation(event: "opened", info: [:]))
        let explanation = try Self.explain(story, at: "10:10:00")

        #expect(explanation.rules.map(\.finding.holds) == [true, false])
        #expect(explanation.rules[0].events.map(\.id) == ["e1", "e3"])
        #expect(explanation.rules[0].events.map(\.at) == [Story.time("10:00:00"), Story.time("10:10:00")])
        #expect(explanation.rules[0].finding.saw.english == "2 donations of opened within 1 hour")
        #expect(explanation.rules[1].events.isEmpty)
        #expect(explanation.blockers.map(\.blocker) == [.rule(1)])
        #expect(explanation.blockers[0].saw?.english == "on is not set")
        #expect(explanation.rules[1].finding.needed.english == "on is true")
        #expect(explanation.blockers[0].needed?.english == "parameter on must become true")
        #expect(explanation.remedies.map(\.english) == ["Rule 1: parameter on must become true."])
        #expect(
            explanation.answer.until == Story.time("11:00:00").adding(microseconds: 1),
            "rule 0 fails then"
        )
    }

    @Test("donations are found behind a window, a deletion and a reset")
    func voidedDonations() throws {
        var story = Story(
            Catalog(
                events: ["e": EventDefinition(donationLimit: DonationLimit(maximumCount: 2))],
                tips: [
                    TipDefinition(id: "t", rules: [try Rule(parsing: #"event("e").donations.count >= 3"#)])
                ]
            )
        )
        let bodies: [EventBody] = [
            .donation(event: "e", info: [:]), .datastoreReset, .donation(event: "e", info: [:]),
            .donationsDeleted(event: "e"), .donation(event: "e", info: [:]), .donationsDeleted(event: "x"),
            .donation(event: "e", info: [:]), .donation(event: "e", info: [:]),
        ]
        for (second, body) in bodies.enumerated() { story.happens("10:00:0\(second)", body) }

        #expect(try Self.explain(story, at: "10:01:00").rules[0].events.map(\.id) == ["e6", "e7"])
        for second in 10..<60 { story.happens("10:00:\(second)", .donation(event: "e", info: [:])) }
        #expect(try Self.explain(story, at: "10:01:00").rules[0].events.map(\.id) == ["e56", "e57"])
    }

    @Test("the frequency names the tip that holds it, and until when")
    func frequency() throws {
        var story = try Story(frequency: 3600, others: ["u"])
        story.shows("u", "x", at: "10:00:00")
        let explanation = try Self.explain(story, at: "10:20:00")

        #expect(explanation.blockers.map(\.blocker) == [.frequency])
        #expect(explanation.blockers[0].tip.map { _ in "u" } == "u")
        #expect(explanation.blockers[0].until == Story.time("11:00:00"))
        #expect(
            explanation.remedies.map(\.english)
                == [
                    "Wait until 2026-03-02T11:00:00Z: the display frequency runs from the first display of u."
                ]
        )
        #expect(explanation.answer.until == Story.time("11:00:00"))
    }

    @Test("each blocker has its remedy")
    func remedies() throws {
        var definition = Catalog(tips: [TipDefinition(id: "t", rules: [try Rule(parsing: "1 == 2")])])
        definition.experiments = [
            ExperimentDefinition(
                id: "e",
                tip: "t",
                variants: [ExperimentDefinition.Variant(id: "none", shows: false)]
            )
        ]
        var story = Story(definition)
        story.timeline.record(.tipOff("t"), at: .epoch)
        story.happens("10:00:00", .optOut)
        story.happens("10:00:00", .overrideSet(kind: .hideTips, tips: ["t"], until: Story.time("10:30:00")))

        #expect(
            try Self.explain(story, at: "10:00:00").remedies.map(\.english) == [
                "Clear the test override hideTips, or wait until it ends at 2026-03-02T10:30:00Z.",
                "Switch the tip on again (tipledger tip on).",
                "The person must opt in again (opt_in).",
                "Stop the experiment e: this person's variant none shows nothing.",
                "Rule 0: cannot hold: 1 == 2 is always the same.",
            ]
        )
        story.happens("10:10:00", .invalidation(tip: "t", reason: .tipClosed))
        let over = try Self.explain(story, at: "10:10:00")
        #expect(over.blockers.isEmpty)
        #expect(
            over.remedies.map(\.english) == [
                "Reset the tip's eligibility for this person (eligibility_reset)."
            ]
        )
    }

    @Test("what comes by itself is told: the next change, and when the tip becomes available")
    func byItself() throws {
        var story = try Story(
            rules: [#"event("e").donations.filter(date < now - 1 hour).count >= 1"#],
            frequency: 3600,
            others: ["u"]
        )
        story.shows("u", "x", at: "10:00:00")
        story.happens("10:30:00", .donation(event: "e", info: [:]))
        let explanation = try Self.explain(story, at: "10:30:00")

        #expect(explanation.answer.until == Story.time("11:00:00"))
        #expect(explanation.next?.because == [.rule(0)])
        #expect(explanation.availableFrom == Story.time("11:30:00").adding(microseconds: 1))
        #expect(try Self.explain(story, at: "12:00:00").availableFrom == nil, "it is available")
    }

    @Test("an available tip needs nothing, an unknown one has no explanation")
    func nothingNeeded() throws {
        let story = try Story()

        #expect(try Self.explain(story, at: "10:00:00").remedies.isEmpty)
        #expect(story.eligibility(at: "10:00:00").explanation(of: 99, at: .epoch, history: []) == nil)
    }
}
