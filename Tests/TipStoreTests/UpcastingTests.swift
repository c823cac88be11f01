import Testing
import TipCore

@testable import TipStore

@Suite("A payload of any version that was written is read in the newest form")
struct UpcastingTests {
    /// Two made-up changes of a form: a name in two parts, then a number as text.
    private static let upcasting = Upcasting(steps: [
        { payload in
            [
                "name": .string(
                    (payload["first"]?.stringValue ?? "") + " " + (payload["last"]?.stringValue ?? "")
                )
            ]
        },
        { payload in ["title": payload["name"] ?? .null] },
    ])

    static let cases: [(why: String, payload: JSON, newest: JSON?)] = [
        ("of before there were versions", ["first": "a", "last": "b"], ["title": "a b", "version": 3]),
        ("of the first version", ["version": 1, "first": "a", "last": "b"], ["title": "a b", "version": 3]),
        ("of the second", ["version": 2, "name": "c"], ["title": "c", "version": 3]),
        ("of the newest", ["version": 3, "title": "d"], ["title": "d", "version": 3]),
        ("of a newer program", ["version": 4, "what": "?"], nil),
        ("of none", ["version": 0], nil),
    ]

    @Test("by the steps that it lacks", arguments: cases)
    func steps(why: String, payload: JSON, newest: JSON?) {
        #expect(Self.upcasting.newest(payload)?.normalized == newest?.normalized, "\(why)")
    }

    @Test("what has no column of a person's event is read in the newest form too, and tells no version")
    func people() {
        let old = #"{"first": "a", "last": "b", "version": 1}"#
        #expect(Self.upcasting.rest(old) == ["title": "a b"])
        #expect(Self.upcasting.rest(#"{"first": "a", "last": "b"}"#) == ["title": "a b"])
        #expect(Self.upcasting.rest(#"{"title": "d", "version": 3}"#) == ["title": "d"])
        #expect(Self.upcasting.rest(#"{"title": "d", "version": 4}"#) == nil, "of a newer program")
        #expect(Self.upcasting.rest("{") == nil)
        #expect(Upcasting.person.rest(nil) == .object([]))
        #expect(Self.upcasting.mark == [.init("version", 3)])
        #expect(Upcasting.person.mark.isEmpty, "the first version goes without saying")
    }

    @Test("a stop that was decided before reports were kept has none, and a later one has its own")
    func stops() {
        let old: JSON = ["type": "experiment_stopped", "payload": ["experiment": "x"]]
        #expect(Upcasting.lifecycle.newest(old)?["report"] == .null)
        let new: JSON = ["version": 2, "type": "experiment_stopped", "report": ["a": 1]]
        #expect(Upcasting.lifecycle.newest(new)?["report"] == ["a": 1])
        #expect(Upcasting.lifecycle.newest(["type": "tip_off"])?["report"] == nil)
    }
}
