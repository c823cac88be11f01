import Testing
import TipCore
import TipWire

@Suite("A decision is answered to the letter")
struct DecisionAnswerTests {
    static let catalog = """
        {displayFrequency: 'daily', parameters: {p: {default: false}}, events: {opened: {}},
         tips: [{id: 'low', title: 'Low'},
                {id: 'high', priority: 5, title: {en: 'High', ja: '高'}, message: 'M', image: 'star',
                 actions: [{id: 'go', title: {en: 'Go', ja: '行く'}, invalidates: true}, {id: 'more'}],
                 rules: ['param("p") == true', 'event("opened").donations.donatedWithin(days: 1).count < 1']},
                {id: 'trail-{item}', title: 'Trail'}],
         groups: [{id: 'g', priority: 'ordered', tips: ['high', 'low']}, {id: 'h', tips: ['low']}],
         experiments: [{id: 'x', tip: 'low', variants: [{id: 'control', title: 'Lower'}, {id: 'none', shows: false}]}]}
        """

    static let empty: [Event] = []
    static let shown = [
        event("e1", "2026-03-02T09:00:00Z", .impression(.init(tip: "trail-1", display: "d1"))),
        event("e2", "2026-03-02T09:00:10Z", .impressionEnd(tip: "trail-1", display: "d1")),
        event("e3", "2026-03-02T09:30:00Z", .donation(event: "opened", info: [:])),
        event("e4", "2026-03-02T09:40:00Z", .invalidation(tip: "trail-1", reason: .tipClosed)),
    ]

    static let table: [(why: String, history: [Event], request: DecisionRequest, text: String)] = [
        (
            "a new person: the larger priority first, the copy for every status", empty,
            DecisionRequest(person: "p"),
            #"{"at":"2026-03-02T10:00:00Z","revision":7,"tips":["#
                + #"{"tip":"high","status":"pending","because":["rule:0"],"copy":{"title":"High","message":"M","#
                + #""image":"star","actions":[{"id":"go","title":"Go","invalidates":true},{"id":"more","title":null}]}},"#
                + #"{"tip":"low","status":"available","experiment":"x","variant":"control","#
                + #""copy":{"title":"Lower","message":null,"image":null,"actions":[]}}],"#
                + #""groups":[{"group":"g","currentTip":null},{"group":"h","currentTip":"low"}]}"#
        ),
        (
            "parameters and language of the question; only the tips that are named", empty,
            DecisionRequest(
                person: "p",
                locale: "ja_JP",
                parameters: ["p": .boolean(true)],
                tips: ["high", "nope"]
            ),
            #"{"at":"2026-03-02T10:00:00Z","revision":7,"tips":[{"tip":"high","status":"available","#
                + #""copy":{"title":"高","message":"M","image":"star","#
                + #""actions":[{"id":"go","title":"行く","invalidates":true},{"id":"more","title":null}]}}],"#
                + #""groups":[{"group":"g","currentTip":"high"},{"group":"h","currentTip":"low"}]}"#
        ),
        (
            "items of a reusable tip: one in the log, one that is named", shown,
            DecisionRequest(person: "p", tips: ["trail-{item}", "trail-2"]),
            #"{"at":"2026-03-02T10:00:00Z","revision":7,"tips":["#
                + #"{"tip":"trail-1","status":"invalidated","reason":"tipClosed","#
                + #""copy":{"title":"Trail","message":null,"image":null,"actions":[]}},"#
                + #"{"tip":"trail-2","status":"pending","because":["frequency"],"until":"2026-03-03T09:00:00Z","#
                + #""copy":{"title":"Trail","message":null,"image":null,"actions":[]}}],"#
                + #""groups":[{"group":"g","currentTip":null},{"group":"h","currentTip":null}]}"#
        ),
        (
            "with what was seen and needed", shown,
            DecisionRequest(person: "p", tips: ["high"], isExplained: true),
            #"{"at":"2026-03-02T10:00:00Z","revision":7,"tips":[{"tip":"high","status":"pending","#
                + #""because":["rule:0","rule:1","frequency"],"blockers":["#
                + #"{"because":"rule:0","saw":"p is false","needed":"parameter p must become true"},"#
                + #"{"because":"rule:1","saw":"1 donation of opened within 1 day","#
                + #""needed":"wait until 2026-03-03T09:30:00.000001Z, or the donations of opened must be deleted"},"#
                + #"{"because":"frequency","tip":"trail-1","until":"2026-03-03T09:00:00Z"}],"#
                + #""until":"2026-03-03T09:00:00Z","copy":{"title":"High","message":"M","image":"star","#
                + #""actions":[{"id":"go","title":"Go","invalidates":true},{"id":"more","title":null}]}}],"#
                + #""groups":[{"group":"g","currentTip":null},{"group":"h","currentTip":null}]}"#
        ),
    ]

    @Test("byte by byte", arguments: table)
    func answers(why: String, history: [Event], request: DecisionRequest, text: String) throws {
        var catalog = try CompiledCatalog(CatalogReaderTests.catalog(Self.catalog))
        let asked = request.numbers(in: &catalog)
        let answer = try Self.answer(&catalog, history, asker: request.asker)

        #expect(answer.json(for: request, asked: asked).text() == text, "\(why)")
    }

    @Test("an explanation lists all rules and the donations that they counted")
    func explanation() throws {
        var catalog = try CompiledCatalog(CatalogReaderTests.catalog(Self.catalog))
        let answer = try Self.answer(&catalog, Self.shown, asker: Asker(person: "p"))
        let number = try #require(catalog.vocabulary.tips.number(of: "high"))

        let json = answer.explanation(of: number, locale: nil, history: Self.shown)

        let text =
            #"[{"index":0,"text":"param(\"p\") == true","holds":false,"saw":"p is false","needed":"p is true","events":[]},"#
            + #"{"index":1,"text":"event(\"opened\").donations.donatedWithin(days: 1).count < 1","holds":false,"#
            + #""saw":"1 donation of opened within 1 day","needed":"fewer than 1 donation of opened within 1 day","#
            + #""events":[{"id":"e3","at":"2026-03-02T09:30:00Z"}]}]"#
        #expect(json?["rules"]?.text() == text)
        #expect(json?["tip"] == "high")
        #expect(json?["because"] == ["rule:0", "rule:1", "frequency"])
        #expect(answer.explanation(of: 999, locale: nil, history: []) == nil)
    }

    @Test("a variant that shows nothing is named as the blocker")
    func holdout() throws {
        var catalog = try CompiledCatalog(CatalogReaderTests.catalog(Self.catalog))
        var timeline = ProjectTimeline()
        let phase = ExperimentPhase(salt: "x", weights: [0, 1], start: .epoch)
        timeline.record(.experiment("x", .running(phase)), at: .epoch)
        let answer = try Self.answer(&catalog, [], asker: Asker(person: "p"), timeline: timeline)
        let number = try #require(catalog.vocabulary.tips.number(of: "low"))

        let text =
            #"{"tip":"low","status":"pending","because":["variant:x/none"],"blockers":[{"because":"variant:x/none"}],"#
            + #""experiment":"x","variant":"none","copy":{"title":"Low","message":null,"image":null,"actions":[]}}"#
        #expect(answer.tip(number, locale: nil, isExplained: true)?.text() == text)
    }

    private static let now = "2026-03-02T10:00:00Z"

    private static func answer(
        _ catalog: inout CompiledCatalog,
        _ history: [Event],
        asker: Asker,
        timeline: ProjectTimeline = ProjectTimeline()
    ) throws -> DecisionAnswer {
        let at = try #require(Timestamp(rfc3339: now))
        var state = PersonState()
        for event in history { state.apply(catalog.foldEvent(event), under: catalog) }
        let conditions = timeline.conditions(at: at, under: catalog)
        let eligibility = Eligibility(state, under: catalog, conditions: conditions, asker: asker)
        return DecisionAnswer(eligibility, at: at, revision: 7)
    }

    private static func event(_ id: String, _ at: String, _ body: EventBody) -> Event {
        Event(id: id, person: "p", at: Timestamp(rfc3339: at) ?? .epoch, body: body)
    }
}
