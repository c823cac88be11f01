import Testing
import TipCore

@Suite("Two catalogs within one phase are compared by what people are shown")
struct ShownCopyTests {
    private static let catalog = Catalog(
        tips: [TipDefinition(id: "T", copy: Copy(title: LocalizedText("Hi"), image: "star"))],
        experiments: [
            ExperimentDefinition(
                id: "x",
                tip: "T",
                variants: [
                    .init(id: "a"), .init(id: "b", copy: Copy(title: LocalizedText("Ho"))),
                    .init(id: "none", shows: false), .init(id: "unused", weight: 0),
                ]
            )
        ]
    )

    private static let phase = FrozenPhase(
        of: catalog.experiments[0],
        salt: "x",
        catalogRevision: 1,
        startedAt: .epoch
    )

    typealias Row = (why: String, changes: [ShownCopy.Change], edit: @Sendable (inout Catalog) -> Void)

    static let table: [Row] = [
        ("nothing", [], { _ in }),
        (
            "a variant's title", [.copy(variant: "b")],
            { $0.experiments[0].variants[1].copy.title = LocalizedText("Hey") }
        ),
        (
            "the tip's title is that of variants without one", [.copy(variant: "a")],
            { $0.tips[0].copy.title = LocalizedText("Hello") }
        ),
        (
            "the tip's image is everybody's", [.copy(variant: "a"), .copy(variant: "b")],
            { $0.tips[0].copy.image = "heart" }
        ),
        (
            "what a variant now says as the tip said it", [],
            { $0.experiments[0].variants[0].copy.title = LocalizedText("Hi") }
        ),
        (
            "copy that nobody is shown", [],
            {
                $0.experiments[0].variants[2].copy.title = LocalizedText("never read")
                $0.experiments[0].variants[3].copy.title = LocalizedText("never read")
            }
        ),
        ("a limit of the tip", [.rules], { $0.tips[0].options.maxDisplayCount = 1 }),
        (
            "its rules", [.rules],
            { $0.tips[0].rules = [try? Rule(parsing: "param(\"p\") == 1")].compactMap(\.self) }
        ),
        ("the experiment is gone", [.takenOut], { $0.experiments = [] }),
        ("the tip is gone too", [.takenOut], { $0 = Catalog() }),
        ("the experiment is on another tip", [.takenOut], { $0.experiments[0].tip = "U" }),
        ("another tip", [], { $0.tips.append(TipDefinition(id: "U")) }),
    ]

    @Test("what is another thing, and what is not", arguments: table)
    func changes(why: String, changes: [ShownCopy.Change], edit: @Sendable (inout Catalog) -> Void) {
        var catalog = Self.catalog
        edit(&catalog)
        let before = ShownCopy(Self.phase, of: "x", under: Self.catalog)
        let after = ShownCopy(Self.phase, of: "x", under: catalog)
        #expect(before.changes(to: after) == changes, "\(why)")
        #expect(after.changes(to: after).isEmpty, "\(why)")
        let back = after.changes(to: before)
        #expect(back == (changes == [.takenOut] ? [.putBack] : changes), "\(why)")
    }
}
