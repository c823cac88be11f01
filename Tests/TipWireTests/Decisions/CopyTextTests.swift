import Testing
import TipCore
import TipWire

@Suite("Copy is what a person reads, in their language and variant")
struct CopyTextTests {
    static let tip = Copy(
        title: LocalizedText(variants: [.init(locale: "en", text: "Save"), .init(locale: "ja", text: "保存")]),
        message: LocalizedText("All at the top."),
        image: "star",
        actions: [ActionDefinition(id: "go", title: LocalizedText("Go"))]
    )

    static let variants: [(why: String, variant: Copy, text: String)] = [
        (
            "nothing of its own", Copy(),
            #"{"title":"Save","message":"All at the top.","image":"star","actions":[{"id":"go","title":"Go"}]}"#
        ),
        (
            "a title", Copy(title: LocalizedText("Keep")),
            #"{"title":"Keep","message":"All at the top.","image":"star","actions":[{"id":"go","title":"Go"}]}"#
        ),
        (
            "a message and an image", Copy(message: LocalizedText("Never lose it."), image: "heart"),
            #"{"title":"Save","message":"Never lose it.","image":"heart","actions":[{"id":"go","title":"Go"}]}"#
        ),
        (
            "buttons",
            Copy(actions: [ActionDefinition(id: "a"), ActionDefinition(id: "b", invalidates: true)]),
            #"{"title":"Save","message":"All at the top.","image":"star","#
                + #""actions":[{"id":"a","title":null},{"id":"b","title":null,"invalidates":true}]}"#
        ),
    ]

    @Test("what a variant leaves out is the tip's own", arguments: variants)
    func varied(why: String, variant: Copy, text: String) {
        #expect(Self.tip.varied(by: variant).json(in: nil).text() == text, "\(why)")
    }

    static let locales: [(locale: String?, title: String)] = [
        (nil, "Save"), ("", "Save"), ("ja", "保存"), ("ja-JP", "保存"), ("ja_JP.UTF-8", "保存"), ("JA", "保存"),
        ("fr", "Save"), ("en-GB", "Save"),
    ]

    @Test("the language that is asked for, else its nearest, else the first", arguments: locales)
    func languages(locale: String?, title: String) {
        #expect(Self.tip.json(in: locale)["title"] == .string(title))
    }

    @Test("what there is none of is null")
    func empty() {
        #expect(Copy().json(in: "en").text() == #"{"title":null,"message":null,"image":null,"actions":[]}"#)
    }
}
