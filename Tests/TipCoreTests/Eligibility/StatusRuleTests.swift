import Testing

@testable import TipCore

@Suite("A status has its precedence and its blockers")
struct StatusRuleTests {
    private static func override(_ kind: OverrideKind, _ tips: [String] = [], until: String? = nil)
        -> EventBody
    {
        .overrideSet(kind: kind, tips: tips, until: until.map(Story.time))
    }

    static let precedence: [(kinds: [OverrideKind], tells: String)] = [
        ([.hideAllTips, .showAllTips, .hideTips, .showTips], "available"),
        ([.hideAllTips, .showAllTips, .hideTips], "pending override:hideTips rule:0"),
        ([.hideAllTips, .showAllTips], "available"),
        ([.hideAllTips], "pending override:hideAllTips rule:0"),
        ([], "pending rule:0"),
    ]

    @Test("a name beats all, showing beats hiding", arguments: precedence)
    func precedenceOfKinds(kinds: [OverrideKind], tells: String) throws {
        for order in [kinds, kinds.reversed()] {
            var story = try Story(rules: [#"param("on") == true"#])
            for kind in order { story.happens("10:00:00", Self.override(kind, ["t"])) }
            #expect(story.tells(at: "10:00:00") == tells)
        }
    }

    @Test("an override ends a day after it began, or when it says")
    func expiry() throws {
        var story = try Story(rules: [#"param("on") == true"#])
        story.happens("10:00:00", Self.override(.showAllTips))
        #expect(story.until(at: "10:00:00") == "03 10:00:00")
        #expect(story.tells(at: "03 09:59:59") == "available")
        #expect(story.tells(at: "03 10:00:00") == "pending rule:0")

        story.happens("11:00:00", Self.override(.showAllTips, until: "11:30:00"))
        #expect(story.tells(at: "11:29:59") == "available")
        #expect(story.tells(at: "11:30:00") == "pending rule:0", "the latest word on a kind counts")
    }

    @Test("clearing ends one kind or all")
    func clearing() throws {
        var story = try Story(rules: [#"param("on") == true"#], others: ["u"])
        story.happens("10:00:00", Self.override(.showTips, ["t"]))
        story.happens("10:00:00", Self.override(.hideTips, ["u"]))
        story.happens("10:01:00", .overrideCleared(kind: .hideTips))
        #expect(
            [story.tells("t", at: "10:01:00"), story.tells("u", at: "10:01:00")] == [
                "available", "available",
            ]
        )
        story.happens("10:02:00", .overrideCleared(kind: nil))
        #expect(story.tells("t", at: "10:02:00") == "pending rule:0")
    }

    @Test("what happens under a show override leaves no trace, what it ends does (R13)")
    func underOverride() throws {
        var story = try Story(options: TipOptions(maxDisplayCount: 1), frequency: 3600, others: ["u"])
        story.shows("t", "real", at: "09:59:50")
        story.happens("10:00:00", Self.override(.showTips, ["t"]))
        story.shows("t", "test", at: "10:00:10")
        story.happens("10:00:20", .actionTap(tip: "t", action: "x", display: nil))
        story.ends("t", "real", at: "10:00:30")
        #expect(story.tells(at: "10:00:40") == "available", "forced to show")
        story.happens("10:01:00", .overrideCleared(kind: nil))

        #expect(story.count(at: "10:01:00") == 1)
        #expect(story.tells(at: "10:01:00") == "invalidated displayCountExceeded 10:00:30")
        #expect(story.tells("u", at: "10:01:00") == "pending frequency")
    }

    @Test("a switch stands above a tester, and a person's wish above both")
    func switches() throws {
        var story = try Story(rules: [#"param("on") == true"#])
        story.timeline.record(.tipOff("t"), at: Story.time("10:00:00"))
        story.timeline.record(.tipOn("t"), at: Story.time("12:00:00"))
        #expect(story.tells(at: "09:59:59") == "pending rule:0")
        #expect(story.tells(at: "10:00:00") == "pending off rule:0")

        story.happens("10:30:00", .optOut)
        #expect(story.tells(at: "10:30:00") == "pending off optedOut rule:0")
        story.happens("11:00:00", Self.override(.showTips, ["t"]))
        #expect(story.tells(at: "11:00:00") == "pending off optedOut")
        #expect(story.tells(at: "12:00:00") == "pending optedOut")
        story.happens("13:00:00", .optIn)
        #expect(story.tells(at: "13:00:00") == "available")
    }

    @Test("every blocker is named, in order")
    func allBlockers() throws {
        var definition = Catalog(
            displayFrequency: DisplayFrequency(name: "daily") ?? .immediate,
            tips: [
                TipDefinition(id: "u"),
                TipDefinition(
                    id: "t",
                    rules: [
                        try Rule(parsing: "1 == 2"), try Rule(parsing: "1 == 1"), try Rule(parsing: "2 == 1"),
                    ]
                ),
            ]
        )
        definition.experiments = [
            ExperimentDefinition(
                id: "e",
                tip: "t",
                variants: [ExperimentDefinition.Variant(id: "none", shows: false)]
            )
        ]
        var story = Story(definition)
        story.timeline.record(.tipOff("t"), at: .epoch)
        story.shows("u", "x", at: "10:00:00")
        story.happens("10:00:01", .optOut)
        story.happens("10:00:02", Self.override(.hideTips, ["t"]))

        #expect(
            story.tells(at: "10:00:02")
                == "pending override:hideTips off optedOut variant:e/none rule:0 rule:2 frequency"
        )
    }

    @Test("an invalidated tip is not disguised by what would hold it (R13)")
    func invalidatedFirst() throws {
        var story = try Story(rules: ["1 == 2"])
        story.timeline.record(.tipOff("t"), at: .epoch)
        story.happens("10:00:00", .invalidation(tip: "t", reason: .actionPerformed))
        story.happens("10:00:01", .optOut)
        story.happens("10:00:02", Self.override(.hideAllTips))

        #expect(story.tells(at: "10:01:00") == "invalidated actionPerformed 10:00:00")
        #expect(story.until(at: "10:01:00") == nil, "nothing by itself takes it out of being over")
    }

    @Test("the frequency follows the first displays of all tips, unknown ones too (R5)")
    func clock() throws {
        var story = try Story(frequency: 3600, others: ["u"])
        story.shows("gone from the catalog", "x", at: "10:00:00")
        #expect(story.tells(at: "10:30:00") == "pending frequency")
        #expect(story.until(at: "10:30:00") == "11:00:00")
        story.shows("gone from the catalog", "y", at: "10:40:00")
        #expect(story.tells(at: "11:00:00") == "available", "a second display does not move the clock")
        story.happens("11:10:00", .invalidation(tip: "u", reason: .actionPerformed))
        story.shows("u", "z", at: "11:20:00")
        #expect(
            story.tells(at: "11:20:00") == "available",
            "a display of a tip that is over counts nothing (R6)"
        )
    }

    @Test("the switches of undefined rules can be turned")
    func settings() throws {
        var definition = Catalog(
            displayFrequency: DisplayFrequency(seconds: 3600) ?? .immediate,
            tips: [
                TipDefinition(id: "t"), TipDefinition(id: "u"),
                TipDefinition(id: "i", options: TipOptions(ignoresDisplayFrequency: true)),
            ],
            groups: [GroupDefinition(id: "g", tips: ["t", "u"])],
            settings: EligibilitySettings(
                redisplaysSetClock: true,
                ignoringTipsSetClock: false,
                stickyGroups: false
            )
        )
        var story = Story(definition)
        story.shows("i", "1", at: "09:00:00")
        #expect(story.tells("t", at: "09:10:00") == "available", "an ignoring tip starts no clock")
        story.shows("u", "2", at: "10:00:00")
        story.shows("u", "3", at: "10:50:00")
        #expect(story.tells("t", at: "11:00:00") == "pending frequency", "a second display moves the clock")
        #expect(story.tells("t", at: "11:50:00") == "available")
        #expect(story.current(at: "10:50:10") == "u", "held back by the frequency")
        story.shows("u", "4", at: "12:00:00")
        #expect(story.current(at: "13:00:00") == "t", "no member is kept")

        definition.settings = EligibilitySettings(minimumViewSeconds: 10, presumedEndSeconds: 5)
        definition.tips[0].options.maxDisplayDuration = 12
        var short = Story(definition)
        short.shows("t", "1", at: "10:00:00")
        #expect(short.seconds("t", at: "10:01:00") == 5)
        short.shows("t", "2", at: "10:02:00")
        for second in ["10:02:04", "10:02:08", "10:02:12"] {
            short.happens(second, .impressionProgress(tip: "t", display: "2"))
        }
        #expect(short.tells("t", at: "10:03:00") == "invalidated displayDurationExceeded 10:02:10")
    }

    @Test("a reset of the datastore empties what TipKit keeps there, and nothing else (R12)")
    func datastoreReset() throws {
        var story = try Story(
            rules: [#"param("on") == nil"#, #"event("e").donations.filter(date isInToday).count == 0"#],
            options: TipOptions(maxDisplayCount: 1),
            frequency: 3600,
            others: ["u"]
        )
        story.happens("09:00:00", .timeZone("Asia/Tokyo"))
        story.happens("09:00:01", .parameter(name: "on", value: .boolean(true)))
        story.happens("09:00:02", .donation(event: "e", info: [:]))
        story.happens("09:00:03", Self.override(.hideTips, ["u"]))
        story.shows("u", "x", at: "09:00:04")
        story.shows("t", "y", at: "09:00:05")
        story.happens("09:00:06", .invalidation(tip: "t", reason: .tipClosed))
        story.happens("09:30:00", .datastoreReset)

        #expect(story.tells("t", at: "09:30:00") == "available")
        #expect(story.tells("u", at: "09:30:00") == "pending override:hideTips")
        #expect([story.count("t", at: "09:30:00"), story.count("u", at: "09:30:00")] == [0, 0])
        story.ends("t", "y", at: "09:30:10")
        story.shows("t", "y", at: "09:30:20")
        #expect(story.count("t", at: "09:30:20") == 1, "a display name of the old epoch is new")
        story.happens("14:59:00", .donation(event: "e", info: [:]))
        story.happens("15:00:00", .donationsDeleted(event: "other"))
        #expect(story.until("t", at: "14:59:30") == nil, "over by count by then")
        #expect(story.eligibility(at: "15:00:00").facts.zone == ZoneClock.named("Asia/Tokyo"))
    }

    @Test("resetting eligibility forgets the tip's displays, not their names (R11)")
    func eligibilityReset() throws {
        var story = try Story(options: TipOptions(maxDisplayCount: 2, maxDisplayDuration: 90))
        story.shows("t", "x", at: "10:00:00")
        story.ends("t", "x", at: "10:01:00")
        story.happens("10:02:00", .eligibilityReset(tip: "t"))
        #expect(story.count(at: "10:02:00") == 1, "it is not over, so nothing happens")
        story.shows("t", "y", at: "10:03:00")
        story.ends("t", "y", at: "10:04:00")
        #expect(story.tells(at: "10:04:00") == "invalidated displayDurationExceeded 10:04:00")
        story.happens("10:05:00", .eligibilityReset(tip: "t"))
        story.shows("t", "x", at: "10:06:00")
        #expect(story.tells(at: "10:06:00") == "available")
        #expect(story.count(at: "10:06:00") == 0, "x was displayed before")
        #expect(story.seconds(at: "10:06:00") == 0)
    }

    @Test("a launch of any device sets transient parameters back, a default may be a value")
    func transient() throws {
        var story = Story(
            Catalog(
                parameters: [
                    "kept": ParameterDefinition(),
                    "lost": ParameterDefinition(defaultValue: .number(1), isTransient: true),
                ],
                tips: [
                    TipDefinition(
                        id: "t",
                        rules: [
                            try Rule(parsing: #"param("kept") == 2"#),
                            try Rule(parsing: #"param("lost") == 1"#),
                        ]
                    )
                ]
            )
        )
        story.happens("10:00:00", .parameter(name: "kept", value: .number(2)))
        story.happens("10:00:00", .parameter(name: "lost", value: .number(2)))
        #expect(story.tells(at: "10:00:00") == "pending rule:1")
        story.happens("10:01:00", .session, on: "pad")
        #expect(story.tells(at: "10:01:00") == "available")
        story.happens("10:02:00", .parameter(name: "lost", value: .number(3)))
        #expect(story.tells(at: "10:02:00") == "pending rule:1")
        story.asker.parameters = ["lost": .number(1), "unknown": .null]
        #expect(story.tells(at: "10:02:00") == "available", "a parameter of the question comes first")
    }
}
