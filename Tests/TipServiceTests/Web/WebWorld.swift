import Testing
import TipCore
import TipStore

@testable import TipService

/// A project for pages to show, in which every text that a person or an app can set may be hostile.
enum WebWorld {
    /// What is in every text.
    static let markup = "<script>alert(1)</script>\"'&"

    /// The experiment's name, which must find its way through addresses.
    static let experiment = "copy/1?" + markup
    /// The tip's name.
    static let tip = "tip #1 " + markup
    /// A person's name.
    static let person = "ann@example.com " + markup

    /// The catalog.
    static var catalog: JSON {
        let text = JSON.string("=HYPERLINK(\"x\") " + markup)
        let copy: [JSON.Member] = [
            .init("title", ["en": text, "ja": "お気に入りに保存", "ar": "احفظ الفناء"]), .init("message", text),
            .init("image", text), .init("actions", [["id": .string(markup), "title": text]]),
        ]
        return [
            "parameters": ["isLoggedIn": ["default": false]], "events": [markup: [:], "opened": [:]],
            "tips": [
                .object([.init("id", .string(tip))] + copy + [.init("options", ["maxDisplayCount": 3])]),
                [
                    "id": "starved", "title": "Never seen",
                    "rules": [.string("event(\(JSON.string("opened").text())).donations.count < 5")],
                ], ["id": "trail-{item}", "title": "Trail", "rules": ["param(\"isLoggedIn\") == true"]],
            ],
            "experiments": [
                [
                    "id": .string(experiment), "tip": .string(tip),
                    "variants": [
                        ["id": "control"], ["id": .string("=1+1 " + markup), "title": "もう庭を見失わない"],
                    ],
                    "primary": ["metric": "tap", "within": "1d"],
                    "guardrails": [["metric": "invalidation:tipClosed", "direction": "down"]],
                ]
            ],
        ]
    }

    /// Applies the catalog, starts the experiment, and lets sixty people see the tip over six days.
    static func fill(_ bench: ServiceBench) async throws {
        let put = try await bench.ask("PUT", "/v1/catalog", as: .admin, catalog.text())
        try #require(put.status == 200, "\(put.json.text())")
        let start = try await bench.ask(
            "POST",
            "/v1/experiments/\(WebForms.encoded(experiment))/start",
            as: .admin,
            #"{"at":"2026-01-01T00:00:00Z"}"#
        )
        try #require(start.status == 200, "\(start.json.text())")
        var events: [JSON] = []
        for number in 0..<60 {
            let name = number == 0 ? person : "p\(number)"
            let day = "2026-01-0\(2 + number / 10)T0\(number % 10):00:0"
            func add(_ type: String, _ second: Int, _ members: [JSON.Member] = []) {
                let id = "\(type)-\(second)"
                events.append(
                    .object(
                        [
                            .init("type", .string(type)), .init("person", .string(name)),
                            .init("id", .string(id)), .init("at", .string("\(day)\(second)Z")),
                            .init("tip", .string(tip)),
                        ] + members
                    )
                )
            }
            add("impression", 0, [.init("display", "d1")])
            if number % 2 == 0 { add("impression", 1, [.init("display", "d2")]) }
            if number % 3 == 0 { add("action_tap", 2, [.init("action", .string(markup))]) }
            if number % 3 == 0 { add("invalidation", 3, [.init("reason", "actionPerformed")]) }
            if number % 10 == 1 { add("invalidation", 4, [.init("reason", "tipClosed")]) }
        }
        events.append([
            "type": "donation", "person": .string(person), "event": .string(markup),
            "info": [markup: .string(markup)], "id": "x", "at": "2026-01-05T00:00:00Z",
        ])
        events.append(["type": "impression", "person": "p1", "id": "bad", "tip": .string(markup)])
        let answer = try await bench.post(JSON.array(events).text())
        try #require(answer.json["rejected"]?.integerValue == 1, "\(answer.json.text())")
    }
}
