import Testing
import TipCore
import TipWire

@Suite("A catalog's errors name the place, what is there, what should be, and the nearest correct thing")
struct CatalogErrorTests {
    typealias Row = (why: String, text: String, problem: String)

    static let kinds: [Row] = [
        (
            "no JSON", "{a: ⟦}",
            #"found "}", expected a value. Look for a comma, a quote or a bracket that is missing here or just before. [syntax]"#
        ),
        (
            "no object", "⟦[]",
            "found a list, expected an object: a catalog. Put its members in braces: { … }. [wrong_kind]"
        ),
        (
            "a slip in a key", "{⟦tip: []}",
            #"found "tip", expected one of displayFrequency, timeZone, parameters, events, tips, groups, experiments. Did you mean "tips"? [unknown_key]"#
        ),
        (
            "a key of nothing near", "{⟦zzzzzz: 1}",
            #"found "zzzzzz", expected one of displayFrequency, timeZone, parameters, events, tips, groups, experiments. Take it out: nothing reads it. [unknown_key]"#
        ),
        (
            "tips by name", "{tips: ⟦{}}",
            "found an object, expected a list. Put it in brackets: [ … ]. [wrong_kind]"
        ),
        (
            "a tip that is a text", "{tips: [⟦'t']}",
            #"found the text "t", expected an object: a tip. Put its members in braces: { … }. [wrong_kind]"#
        ),
        (
            "a tip without an id", "{tips: [⟦{title: 'T'}]}",
            #"found no "id", expected the key "id". Write id: and its value inside these braces. [missing_key]"#
        ),
        (
            "an id of null", "{tips: [⟦{id: null}]}",
            #"found no "id", expected the key "id". Write id: and its value inside these braces. [missing_key]"#
        ),
        (
            "an id that is a number", "{tips: [{id: ⟦5}]}",
            "found the number 5, expected text in quotes. Leave the fraction out. [wrong_kind]"
        ),
        (
            "an empty id", "{tips: [{id: ⟦''}]}",
            "found an empty text, expected text. Write it, or leave the key out. [bad_text]"
        ),
        (
            "an id over two lines", "{tips: [{id: ⟦'a\\nb'}]}",
            "found a name with U+000A, expected a name without control characters. Names are letters, digits, spaces and punctuation. [bad_name]"
        ),
        (
            "an id of 257 bytes", "{tips: [{id: ⟦'\(String(repeating: "x", count: 257))'}]}",
            "found a name of 257 bytes, expected at most 256. Take a shorter name; what people read belongs into title and message. [bad_name]"
        ),
        (
            "the same tip twice", "{tips: [{id: 't'}, {id: ⟦'t'}]}",
            #"found the tip "t" again, expected an id that no other tip has. Rename one of the two, or take one out. [duplicate_id]"#
        ),
        (
            "a slip in a key of a tip", "{tips: [{id: 't', ⟦titel: 'T'}]}",
            #"found "titel", expected one of id, title, message, image, actions, rules, options, priority, presentation, revision. Did you mean "title"? [unknown_key]"#
        ),
        (
            "an option of another name", "{tips: [{id: 't', options: {⟦maxDisplays: 1}}]}",
            #"found "maxDisplays", expected one of maxDisplayCount, maxDisplayDuration, ignoresDisplayFrequency. Did you mean "maxDisplayCount"? [unknown_key]"#
        ),
        (
            "no displays at all", "{tips: [{id: 't', options: {maxDisplayCount: ⟦0}}]}",
            "found 0, expected 1 to 1000000000. The nearest is 1. [out_of_range]"
        ),
        (
            "half a display", "{tips: [{id: 't', options: {maxDisplayCount: ⟦1.5}}]}",
            "found the number 1.5, expected a whole number. Leave the fraction out. [wrong_kind]"
        ),
        (
            "no time at all", "{tips: [{id: 't', options: {maxDisplayDuration: ⟦0}}]}",
            "found 0, expected seconds, more than 0. Take one that fits, or leave the key out for what is usual. [out_of_range]"
        ),
        (
            "a flag in quotes", "{tips: [{id: 't', options: {ignoresDisplayFrequency: ⟦'true'}}]}",
            #"found the text "true", expected true or false. Take off the quotes, which make it a text. [wrong_kind]"#
        ),
        (
            "revision 0", "{tips: [{id: 't', revision: ⟦0}]}",
            "found 0, expected at least 1. The nearest is 1. [out_of_range]"
        ),
        (
            "a rule that is an object", "{tips: [{id: 't', rules: [⟦{}]}]}",
            #"found an object, expected a rule as text, such as 'param("isLoggedIn") == true'. Write one value in its place. [wrong_kind]"#
        ),
        (
            "a title that is a number", "{tips: [{id: 't', title: ⟦5}]}",
            #"found the number 5, expected a text, or texts by language such as { en: "…" }. Leave the fraction out. [wrong_kind]"#
        ),
        (
            "a title in no language", "{tips: [{id: 't', title: ⟦{}}]}",
            #"found no language, expected a text for at least one. Write { en: "…" }, or the text alone. [missing_key]"#
        ),
        (
            "a language that is none", "{tips: [{id: 't', title: {⟦'the title': 'T'}}]}",
            #"found "the title", expected a language tag such as en, ja or pt-BR. Tags are those of BCP 47: a language of two or three letters, then a region. [bad_name]"#
        ),
        (
            "U+0000 in copy, at its place", "{tips: [{id: 't', title: 'é\\u0041⟦\\u0000b'}]}",
            #"found U+0000, expected text that a database can hold. Take \u0000 out. [bad_text]"#
        ),
        (
            "a button twice", "{tips: [{id: 't', actions: [{id: 'a'}, {id: ⟦'a'}]}]}",
            #"found the action "a" again, expected an id that no other action of the tip has. Rename one of the two; a button without an id is named by its place, from 0. [duplicate_id]"#
        ),
        (
            "two pairs of braces", "{tips: [{id: ⟦'{a}-{b}'}]}",
            #"found "{a}-{b}", expected one pair of braces around a word, such as new-trail-{item}. Braces make a tip reusable, one item each; leave them out of the id of a single tip. [bad_template]"#
        ),
        (
            "a brace alone", "{tips: [{id: ⟦'a}'}]}",
            #"found "a}", expected one pair of braces around a word, such as new-trail-{item}. Braces make a tip reusable, one item each; leave them out of the id of a single tip. [bad_template]"#
        ),
        (
            "one template under two names", "{tips: [{id: 'a-{item}'}, {id: ⟦'a-{trail}'}]}",
            #"found "a-{trail}", expected a template that differs from "a-{item}" outside the braces. Every id of one is an id of the other. [ambiguous_template]"#
        ),
    ]

    static let settings: [Row] = [
        (
            "a frequency of no name", "{displayFrequency: ⟦'dayly'}",
            #"found "dayly", expected one of immediate, hourly, daily, weekly, monthly, or a number of seconds. Did you mean "daily"? [bad_value]"#
        ),
        (
            "a frequency back in time", "{displayFrequency: ⟦-1}",
            "found -1, expected one of immediate, hourly, daily, weekly, monthly, or seconds, 0 or more. Write it without the minus. [out_of_range]"
        ),
        (
            "a frequency that is a list", "{displayFrequency: ⟦[]}",
            "found a list, expected one of immediate, hourly, daily, weekly, monthly, or seconds, 0 or more. Write one value in its place. [wrong_kind]"
        ),
        (
            "a frequency in minutes", "{displayFrequency: {seconds: 5, ⟦minutes: 5}}",
            #"found "minutes", expected one of seconds. Take it out: nothing reads it. [unknown_key]"#
        ),
        (
            "a zone with a slip", "{timeZone: ⟦'Asia/Tokio'}",
            #"found the text "Asia/Tokio", expected an IANA time zone such as Asia/Tokyo. Did you mean "Asia/Tokyo"? [bad_time_zone]"#
        ),
        (
            "a type of no name", "{parameters: {p: {type: ⟦'bool'}}}",
            #"found "bool", expected one of boolean, number, string. Did you mean "boolean"? [bad_value]"#
        ),
        (
            "a default of another type", "{parameters: {p: {type: 'boolean', default: ⟦0}}}",
            "found the number 0, expected a boolean, as its type says, or null. Leave the fraction out. [wrong_kind]"
        ),
        (
            "a default that is a list", "{parameters: {p: {default: ⟦[]}}}",
            "found a list, expected true, false, a number, a text or null. Write one value in its place. [wrong_kind]"
        ),
        (
            "a parameter that is its default", "{parameters: {p: ⟦false}}",
            "found false, expected an object: a parameter with type and default. Put its members in braces: { … }. [wrong_kind]"
        ),
        (
            "a name of an assigned variant", "{parameters: {⟦'experiment.x': {}}}",
            #"found "experiment.x", expected a name that does not begin with experiment.. Assigned variants have these names; rules can read them without a declaration. [reserved_name]"#
        ),
        (
            "parameters in a list", "{parameters: ⟦[]}",
            "found a list, expected an object of parameters by name. Put its members in braces: { … }. [wrong_kind]"
        ),
        (
            "a field of no kind", "{events: {e: {info: {f: ⟦'text'}}}}",
            #"found "text", expected one of boolean, number, string. Write one of these words in quotes, or leave the key out. [bad_value]"#
        ),
        (
            "a limit below nothing", "{events: {e: {donationLimit: {maximumCount: ⟦-1}}}}",
            "found -1, expected 0 to 1000000000. The nearest is 0. [out_of_range]"
        ),
        (
            "a group without tips", "{groups: [⟦{id: 'g'}]}",
            #"found no "tips", expected the key "tips". Write tips: and its value inside these braces. [missing_key]"#
        ),
        (
            "a priority of no name", "{groups: [{id: 'g', priority: ⟦'sorted', tips: []}]}",
            #"found "sorted", expected one of firstAvailable, ordered. Write one of these words in quotes, or leave the key out. [bad_value]"#
        ),
        (
            "a group of an unknown tip", "{tips: [{id: 'welcome'}], groups: [{id: 'g', tips: [⟦'welcom']}]}",
            #"found "welcom", expected a tip of this file. Did you mean "welcome"? [unknown_tip]"#
        ),
        (
            "a group of an item", "{tips: [{id: 'trail-{item}'}], groups: [{id: 'g', tips: [⟦'trail-7']}]}",
            #"found "trail-7", an item of a reusable tip, expected a tip of this file. Name the reusable tip itself: "trail-{item}". [unknown_tip]"#
        ),
        (
            "a tip twice in a group", "{tips: [{id: 't'}], groups: [{id: 'g', tips: ['t', ⟦'t']}]}",
            #"found "t" again, expected each tip once in a group. Take one of them out: a group shows its tips in the order of the list. [duplicate_id]"#
        ),
        (
            "the same group twice", "{groups: [{id: 'g', tips: []}, {id: ⟦'g', tips: []}]}",
            #"found the group "g" again, expected an id that no other group has. Rename one of the two, or take one out. [duplicate_id]"#
        ),
    ]

    static let experiments: [Row] = [
        (
            "an unknown tip", "id: 'x', tip: ⟦'s', variants: [{id: 'a'}]",
            #"found "s", expected a tip of this file. Did you mean "t"? [unknown_tip]"#
        ),
        (
            "no variants", "id: 'x', tip: 't', variants: ⟦[]",
            #"found no variants, expected at least one. Name what people see now and what you try: [{ id: "control" }, { id: "short" }]. [out_of_range]"#
        ),
        (
            "the same variant twice", "id: 'x', tip: 't', variants: [{id: 'a'}, {id: ⟦'a'}]",
            #"found the variant "a" again, expected an id that no other variant has. Rename one of the two, or take one out. [duplicate_id]"#
        ),
        (
            "weights of nothing",
            "id: 'x', tip: 't', variants: ⟦[{id: 'a', weight: 0}, {id: 'b', weight: 0}]",
            "found weights that are all 0, expected a weight above 0. Nobody would be given a variant. [out_of_range]"
        ),
        (
            "a weight below nothing", "id: 'x', tip: 't', variants: [{id: 'a', weight: ⟦-1}, {id: 'b'}]",
            "found -1, expected a weight, 0 or more. Write it without the minus. [out_of_range]"
        ),
        (
            "a share over 1", "id: 'x', tip: 't', inclusion: ⟦50, variants: [{id: 'a'}]",
            "found 50, expected a share, 0 to 1. A share is a fraction: 50 % is written 0.5. [out_of_range]"
        ),
        (
            "an empty slice",
            "id: 'x', tip: 't', namespace: ⟦{id: 'n', from: 0.5, to: 0.5}, variants: [{id: 'a'}]",
            "found a slice from 0.5 to 0.5, expected a slice that ends after it begins. Write from: 0, to: 0.5 for the first half. [out_of_range]"
        ),
        (
            "a unit of no name", "id: 'x', tip: 't', unit: ⟦'user', variants: [{id: 'a'}]",
            #"found "user", expected one of person, device. Write one of these words in quotes, or leave the key out. [bad_value]"#
        ),
        (
            "a metric of no name", "id: 'x', tip: 't', variants: [{id: 'a'}], primary: {metric: ⟦'taps'}",
            #"found the text "taps", expected tap, action:<id>, donation:<event> or invalidation:<reason>. Did you mean "tap"? [bad_metric]"#
        ),
        (
            "a metric that is a text", "id: 'x', tip: 't', variants: [{id: 'a'}], primary: ⟦'tap'",
            #"found the text "tap", expected an object: a metric such as { metric: "tap" }. Put its members in braces: { … }. [wrong_kind]"#
        ),
        (
            "a window in months",
            "id: 'x', tip: 't', variants: [{id: 'a'}], primary: {metric: 'tap', within: ⟦'1mo'}",
            #"found the text "1mo", expected seconds, more than 0, or a text such as "7d" (s, m, h, d or w). Write a number and one letter: "7d" is seven days, "90m" ninety minutes. [bad_duration]"#
        ),
        (
            "a window of nothing",
            "id: 'x', tip: 't', variants: [{id: 'a'}], primary: {metric: 'tap', within: ⟦0}",
            #"found 0, expected seconds, more than 0, or a text such as "7d" (s, m, h, d or w). Take one that fits, or leave the key out for what is usual. [out_of_range]"#
        ),
        (
            "a button that the tip does not have",
            "id: 'x', tip: 't', variants: [{id: 'a'}], secondary: [{metric: ⟦'action:lern-more'}]",
            #"found "lern-more", expected an action of this file. Did you mean "learn-more"? [unknown_action]"#
        ),
        (
            "an event that is not declared",
            "id: 'x', tip: 't', variants: [{id: 'a'}], guardrails: [{metric: ⟦'donation:openned'}]",
            #"found "openned", expected an event of this file. Did you mean "opened"? [unknown_event]"#
        ),
        (
            "a level of 5", "id: 'x', tip: 't', variants: [{id: 'a'}], plan: {alpha: ⟦5}",
            "found 5, expected a level between 0 and 1. A share is a fraction: 5 % is written 0.05. [out_of_range]"
        ),
        (
            "a plan for nobody", "id: 'x', tip: 't', variants: [{id: 'a'}], plan: {peoplePerVariant: ⟦0}",
            "found 0, expected at least 1. The nearest is 1. [out_of_range]"
        ),
    ]

    @Test("in kinds and names", arguments: kinds)
    func kindsAndNames(row: Row) {
        expect(row)
    }

    @Test("in settings, parameters, events and groups", arguments: settings)
    func settingsAndGroups(row: Row) {
        expect(row)
    }

    @Test("in experiments", arguments: experiments)
    func inExperiments(row: Row) {
        let tips = "{events: {opened: {}}, tips: [{id: 't', actions: [{id: 'learn-more'}]}], experiments: [{"
        expect((row.why, tips + row.text + "}]}", row.problem))
    }

    @Test("and all of them are found in one reading, in file order")
    func several() {
        let text = "{\n tips: [{id: 1}, {}],\n timeZone: 'Mars',\n experiments: {},\n}"

        let reading = CatalogReader().read(text, file: "tips.json5")

        #expect(reading.catalog == nil)
        #expect(
            reading.errors.map { "\($0.position.line) \($0.code)" } == [
                "2 wrong_kind", "2 missing_key", "3 bad_time_zone", "4 wrong_kind",
            ]
        )
    }

    @Test("and are written as `validate` prints them")
    func json() {
        let reading = CatalogReader().read("{tips: [{id: 't', titel: 'T', title: 'T'}]}", file: "tips.json5")

        let text =
            #"{"schema":"tipledger.validation/1","errors":[{"file":"tips.json5","line":1,"column":19,"#
            + #""code":"unknown_key","found":"\"titel\"","expected":"one of id, title, message, image, actions, "#
            + #"rules, options, priority, presentation, revision","hint":"Did you mean \"title\"?"}],"warnings":[]}"#
        #expect(reading.json.text() == text)
    }

    @Test("and can be shown under their line")
    func excerpt() {
        let text = "{\n\ttips: [{id: '日本', titel: 'T'}] }"
        let problem = CatalogReader().read(text, file: "f").errors.first

        #expect(
            problem?.excerpt(of: SourceText(text))
                == "\ttips: [{id: '日本', titel: 'T'}] }\n\t                    ^"
        )
    }

    private func expect(_ row: Row) {
        let marked = Marked(row.text)

        let errors = CatalogReader().read(marked.text, file: "f").errors

        let place = marked.position.map { "f:\($0.line):\($0.column): " } ?? ""
        #expect(errors.map(\.description) == [place + row.problem], "\(row.why)")
    }
}
