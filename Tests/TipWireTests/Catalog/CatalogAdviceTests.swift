import Testing
import TipWire

@Suite("A catalog that could be applied is looked over for mistakes that people regretted")
struct CatalogAdviceTests {
    typealias Row = (why: String, text: String, warnings: [String])

    static let tips: [Row] = [
        ("a tip as it should be", "{tips: [{id: 'favorite-backyard', title: 'Save it'}]}", []),
        (
            "no title", "{tips: [{id: ⟦'t'}]}",
            [
                #"found the tip "t" without a title, expected a title. TipKit shows no tip without one. [missing_title]"#
            ]
        ),
        (
            "an id that some flag clients cannot ask for", "{tips: [{id: ⟦'日本', title: 'T'}]}",
            [
                #"found "日本", expected an id of A-Z, a-z, 0-9, '.', '_' and '-'. Some clients that read a tip as a flag cannot ask for another one. [name_for_flags]"#
            ]
        ),
        ("the braces of a reusable tip", "{tips: [{id: 'new-trail-{item}', title: 'T'}]}", []),
        (
            "an id that could be an item of two tips",
            "{tips: [{id: 'a-{item}', title: 'T'}, {id: ⟦'a-b-{item}', title: 'T'}]}",
            [
                #"found "a-b-{item}" beside "a-{item}", expected templates that share no id. An id that both match belongs to the one with more letters outside the braces. [overlapping_templates]"#
            ]
        ),
        (
            "an id that is a position", "{tips: [{id: ⟦'tip_3', title: 'T'}]}",
            [
                #"found "tip_3", expected an id that is not a position. A changed id is a new tip: people who closed the old one see it again. [unstable_id]"#
            ]
        ),
        ("a version is no position", "{tips: [{id: 'FilterTip.v2', title: 'T'}]}", []),
        (
            "an id that is its title", "{tips: [{id: ⟦'Favorites', title: {en: 'Favorites'}}]}",
            [
                #"found "Favorites", expected an id that is not the title. A changed id is a new tip: people who closed the old one see it again. [unstable_id]"#
            ]
        ),
        (
            "the same tip for each platform",
            "{tips: [{id: 'fav-ios', title: 'T'}, {id: ⟦'Fav_macOS', title: 'T'}]}",
            [
                #"found "Fav_macOS" beside "fav-ios", expected ids that differ by more than case, punctuation or platform. All devices of a person share a tip's state under one id; with two, the tip shows twice. [similar_ids]"#
            ]
        ),
        (
            "a duration under TipKit's minimum",
            "{tips: [{id: 't', title: 'T', options: {maxDisplayDuration: ⟦30}}]}",
            [
                "found 30 s, expected 60 s or more. TipKit shows a tip for at least 60 s before this option may end it. [short_duration]"
            ]
        ),
        ("the minimum", "{tips: [{id: 't', title: 'T', options: {maxDisplayDuration: 60}}]}", []),
    ]

    static let copy: [Row] = [
        (
            "a title of 51 characters", "{tips: [{id: 't', title: ⟦'\(String(repeating: "x", count: 51))'}]}",
            [
                "found a title of 51 characters, expected at most 50. Say the action in a few words. [long_title]"
            ]
        ),
        ("a title of 50", "{tips: [{id: 't', title: '\(String(repeating: "x", count: 50))'}]}", []),
        (
            "a message of 161 characters in one language",
            "{tips: [{id: 't', title: 'T', message: ⟦{en: 'M', ja: '\(String(repeating: "日", count: 161))'}}]}",
            [
                "found a message of 161 characters in ja, expected at most 160. Say the benefit in a sentence or two. [long_message]"
            ]
        ),
        (
            "a title that is a sentence", "{tips: [{id: 't', title: ⟦'Save it now!'}]}",
            [
                #"found a title that ends with "!", expected an action in a few words, such as Save as a Favorite. Sentences belong in the message. [title_sentence]"#
            ]
        ),
        ("a question, an ellipsis", "{tips: [{id: 't', title: 'Lost?'}, {id: 'u', title: 'More…'}]}", []),
        ("a message is sentences", "{tips: [{id: 't', title: 'T', message: 'It stays. So do you!'}]}", []),
        (
            "a message that sells", "{tips: [{id: 't', title: 'T', message: ⟦'Get 20% off today'}]}",
            [
                #"found a message with "% off", expected text that teaches something about the app. Advertisements, errors and notices belong elsewhere; people close tips that sell. [not_a_tip]"#
            ]
        ),
        (
            "a title that is a notice", "{tips: [{id: 't', title: ⟦{en: 'Something went wrong'}}]}",
            [
                #"found a title with "something went wrong", expected text that teaches something about the app. Advertisements, errors and notices belong elsewhere; people close tips that sell. [not_a_tip]"#
            ]
        ),
        (
            "a message that is the title",
            "{tips: [{id: ⟦'t', title: {en: 'A', ja: 'B'}, message: {en: 'C', ja: 'B'}}]}",
            [
                "found a message that is the title again, expected a message that says the benefit, or none. Say in the message what people gain. [same_text]"
            ]
        ),
        (
            "a title of blanks", "{tips: [{id: 't', title: ⟦'  '}]}",
            [
                "found an empty title, expected text, or no key at all. People would see a tip with a gap. [empty_text]"
            ]
        ),
        (
            "a text without a language that others have",
            "{tips: [{id: 't', title: {en: 'T', ja: 'て'}, message: ⟦{en: 'M'}}]}",
            [
                "found a message without ja, expected every language that other texts of the file have. People of that language would read this text in another one. [missing_locale]"
            ]
        ),
        (
            "a text in the language at large serves all its regions",
            "{tips: [{id: 't', title: {en: 'T', 'pt-BR': 'T'}, message: {en: 'M', pt: 'M'}}]}",
            [
                "found a title without pt, expected every language that other texts of the file have. People of that language would read this text in another one. [missing_locale]"
            ]
        ),
        (
            "text without a language is for all",
            "{tips: [{id: 't', title: {en: 'T', ja: 'て'}, message: 'M'}]}", []
        ),
    ]

    static let groups: [Row] = [
        (
            "an empty group", "{groups: [{id: ⟦'g', tips: []}]}",
            [
                "found a group without tips, expected at least one. Name the tips in the order in which they are shown, or take the group out. [empty_group]"
            ]
        ),
        (
            "an order that only seconds drive",
            "{\(abc(options: "maxDisplayDuration: 60")), groups: [{id: 'g', priority: 'ordered', tips: [⟦'a', 'b']}]}",
            [
                #"found "a", which only a duration ends, expected an invalidation that says the person is done with it. The next tip waits for the seconds on screen; invalidate the tip when its action was done. [duration_orders_group]"#
            ]
        ),
        (
            "without an order, seconds hold up nobody",
            "{\(abc(options: "maxDisplayDuration: 60")), groups: [{id: 'g', tips: ['a', 'b']}]}", []
        ),
        (
            "an order that a holdout stops",
            "{\(abc()), groups: [{id: 'g', priority: 'ordered', tips: [⟦'a', 'b']}], experiments: [{id: 'x', tip: 'a', variants: [{id: 'v'}, {id: 'w', shows: false}]}]}",
            [
                #"found "a", which a variant of "x" does not show, expected a tip that everybody can be done with. Who has that variant never sees the tips after it. [holdout_blocks_group]"#
            ]
        ),
        (
            "a holdout of the last tip stops nobody",
            "{\(abc()), groups: [{id: 'g', priority: 'ordered', tips: ['b', 'a']}], experiments: [{id: 'x', tip: 'a', variants: [{id: 'v'}, {id: 'w', shows: false}]}]}",
            []
        ),
        (
            "an order behind a tip that is never shown",
            "{tips: [{id: 'a', title: 'A', rules: ['param(\"p\") == 1', 'param(\"p\") == 2']}, {id: 'b', title: 'B'}], parameters: {p: {default: 0}}, groups: [{id: 'g', priority: 'ordered', tips: ['a', 'b']}]}",
            [
                "found what no value is at the same time, expected a comparison that can turn out either way. What this comparison alone would let through is never shown. [never_holds]",
                #"found "a", which is never available, expected a tip that can be shown before the next one. The tips after it wait until it is invalidated. [unreachable]"#,
            ]
        ),
        (
            "two orders that disagree",
            "{\(abc()), groups: [{id: 'g', priority: 'ordered', tips: ['c', 'a', 'b']}, {id: 'h', priority: 'ordered', tips: ['b', 'a']}]}",
            [
                #"found "b" after "a", expected one order of the tips in all ordered groups. Another group has it before, so that each waits for the other in one of them. [circular_groups]"#,
                #"found "a" after "b", expected one order of the tips in all ordered groups. Another group has it before, so that each waits for the other in one of them. [circular_groups]"#,
            ]
        ),
        (
            "three orders that agree",
            "{\(abc()), groups: [{id: 'g', priority: 'ordered', tips: ['a', 'b']}, {id: 'h', priority: 'ordered', tips: ['b', 'c']}, {id: 'i', priority: 'ordered', tips: ['a', 'c']}]}",
            []
        ),
        (
            "what follows a circle is not in it",
            "{\(abc()), groups: [{id: 'g', priority: 'ordered', tips: ['b', 'c']}, {id: 'h', tips: ['c', 'b']}]}",
            []
        ),
    ]

    static let experiments: [Row] = [
        (
            "one variant", "{\(abc()), experiments: [{id: 'x', tip: 'a', variants: ⟦[{id: 'v'}]}]}",
            ["found one variant, expected two or more. There is nothing to compare it with. [one_variant]"]
        ),
        (
            "two variants that look the same",
            "{\(abc()), experiments: [{id: ⟦'x', tip: 'a', variants: [{id: 'v'}, {id: 'w'}]}]}",
            [
                #"found "v" and "w" with the same copy, expected variants that differ. Unless rules read the variant, this compares a copy with itself. [same_copy]"#
            ]
        ),
        (
            "a holdout looks like nothing",
            "{\(abc()), experiments: [{id: 'x', tip: 'a', variants: [{id: 'v'}, {id: 'w', shows: false}]}]}",
            []
        ),
        (
            "two experiments with one tip",
            "{\(abc()), experiments: [{id: 'x', tip: 'a', \(twoCopies)}, {id: 'y', tip: ⟦'a', \(twoCopies)}]}",
            [
                #"found the tip "a" in "x" too, expected one experiment a tip, or disjoint slices of one namespace. A person in both can read only one copy. [shared_tip]"#
            ]
        ),
        (
            "two experiments that exclude each other",
            "{\(abc()), experiments: [{id: 'x', tip: 'a', namespace: {id: 'n', from: 0, to: 0.5}, \(twoCopies)}, "
                + "{id: 'y', tip: 'a', namespace: {id: 'n', from: 0.5, to: 1}, \(twoCopies)}]}",
            []
        ),
        (
            "a button that no file declares",
            "{\(abc()), experiments: [{id: 'x', tip: 'a', primary: {metric: ⟦'action:go'}, \(twoCopies)}]}",
            [
                #"found "go", expected an action that the file declares. Declare it, so that a slip of the pen is found. [undeclared_action]"#
            ]
        ),
        (
            "an event in a file without events",
            "{\(abc()), experiments: [{id: 'x', tip: 'a', primary: {metric: ⟦'donation:e'}, \(twoCopies)}]}",
            [
                #"found "e", expected an event that the file declares. Declare it, so that a slip of the pen is found. [undeclared_event]"#
            ]
        ),
    ]

    @Test("tips", arguments: tips)
    func ofTips(row: Row) { expect(row) }

    @Test("copy", arguments: copy)
    func ofCopy(row: Row) { expect(row) }

    @Test("groups", arguments: groups)
    func ofGroups(row: Row) { expect(row) }

    @Test("experiments", arguments: experiments)
    func ofExperiments(row: Row) { expect(row) }

    static let names: [Row] = [
        (
            "two events that a slip would mix up",
            "{events: {'Entered view': {}, ⟦'entered-view': {}, left: {}}}",
            [
                #"found the event "entered-view" beside "Entered view", expected names that differ by more than case and punctuation. What is sent under one of them is not seen under the other. [similar_names]"#
            ]
        ),
        (
            "two parameters", "{parameters: {isOn: {default: 1}, ⟦is_on: {default: 1}}}",
            [
                #"found the parameter "is_on" beside "isOn", expected names that differ by more than case and punctuation. What is sent under one of them is not seen under the other. [similar_names]"#
            ]
        ),
        ("an event and a parameter of one name", "{events: {e: {}}, parameters: {e: {default: 1}}}", []),
        ("names of punctuation alone", "{events: {'+': {}, '-': {}}}", []),
    ]

    @Test("names of events and parameters", arguments: names)
    func ofNames(row: Row) { expect(row) }

    @Test("a field that a rule cannot read")
    func reservedField() {
        expect(
            (
                "date means the time of the donation", "{events: {e: {info: {⟦date: 'string'}}}}",
                [
                    #"found the field "date", expected another name. In a rule, date is the time of the donation, so this field cannot be read there. [reserved_name]"#
                ]
            )
        )
    }

    private func expect(_ row: Row) {
        let marked = Marked(row.text)

        let reading = CatalogReader().read(marked.text, file: "f")

        #expect(reading.errors.map(\.description) == [], "\(row.why)")
        let bare = reading.warnings.map { $0.description.split(separator: ": ", maxSplits: 1)[1] }
        #expect(bare.map(String.init) == row.warnings, "\(row.why)")
        if let position = marked.position {
            #expect(reading.warnings.first?.position == position, "\(row.why)")
        }
    }

    /// Three tips; the first has options.
    private static func abc(options: String = "") -> String {
        "tips: [{id: 'a', title: 'A', options: {\(options)}}, {id: 'b', title: 'B'}, {id: 'c', title: 'C'}]"
    }

    private static let twoCopies = "variants: [{id: 'v'}, {id: 'w', title: 'W'}]"
}
