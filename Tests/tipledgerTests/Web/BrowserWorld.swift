import Testing
import TipCore

/// A small project for a browser to walk: copy in three scripts, and a name that is markup.
enum BrowserWorld {
    /// A person with a history; the name is markup and part of no address.
    static let person = "<img src=x onerror=alert(1)> p0"

    /// The catalog: one experiment that runs, one that does not, and a tip that nobody has seen.
    static let catalog = #"""
        {"displayFrequency":"immediate","parameters":{"isLoggedIn":{"default":false}},
        "events":{"opened":{}},
        "tips":[
          {"id":"backyard","title":{"en":"Save as a Favorite","ja":"お気に入りに保存","ar":"احفظ الفناء الخلفي المفضل"},
           "message":{"en":"Your favorite backyards always appear at the top of the list.",
                      "ja":"お気に入りの庭はいつもリストの一番上に表示されます。",
                      "ar":"تظهر الأفنية المفضلة لديك دائمًا في أعلى القائمة."},
           "image":"star","actions":[{"id":"go","title":"Add"}],"options":{"maxDisplayCount":4}},
          {"id":"<script>alert('tip')</script>","title":"<b>Hello</b> & \"goodbye\"",
           "rules":["event(\"opened\").donations.count >= 3"]},
          {"id":"arabic","title":"احفظ الفناء الخلفي المفضل","message":"تظهر الأفنية المفضلة لديك دائمًا في أعلى القائمة.",
           "rules":["param(\"isLoggedIn\") == true"]},
          {"id":"trail-{item}","title":"New trail","priority":3}],
        "experiments":[
          {"id":"copy/1 <script>","tip":"backyard",
           "variants":[{"id":"control"},{"id":"benefit","title":{"en":"Never lose a backyard","ja":"もう庭を見失わない"}},
             {"id":"<u>third</u>","title":"احفظ"}],
           "primary":{"metric":"tap","within":"1d"},
           "guardrails":[{"metric":"invalidation:tipClosed","direction":"down"}],
           "plan":{"peoplePerVariant":400,"looks":4,"minimumLift":0.3}},
          {"id":"later","tip":"arabic","variants":[{"id":"a"},{"id":"b","title":"أب"}],"primary":{"metric":"tap"}}]}
        """#

    /// Fills a server with it: three hundred people over ten days.
    static func fill(_ ledger: ServedLedger) async throws {
        let put = try await ledger.ask("PUT", "/v1/catalog", as: "admin", catalog)
        try #require(put.status == 200, "\(put.json.text())")
        let start = try await ledger.ask(
            "POST",
            "/v1/experiments/copy%2F1%20%3Cscript%3E/start",
            as: "admin",
            #"{"at":"2026-01-01T00:00:00Z","underpowered":true}"#
        )
        try #require(start.status == 200, "\(start.json.text())")
        var events: [JSON] = []
        for number in 0..<300 {
            let name = number == 0 ? person : "p\(number)"
            func add(_ type: String, _ minute: Int, _ members: [JSON.Member]) {
                let day = number / 30 + 1
                let date = day < 10 ? "0\(day)" : "\(day)"
                let common: [JSON.Member] = [
                    .init("type", .string(type)), .init("person", .string(name)),
                    .init("id", .string("\(type)-\(minute)")),
                    .init("at", .string("2026-01-\(date)T1\(number % 10):\(10 + minute):00Z")),
                ]
                events.append(.object(common + members))
            }
            add("donation", 0, [.init("event", "opened")])
            for display in 1...(1 + number % 3) {
                add(
                    "impression",
                    display,
                    [.init("tip", "backyard"), .init("display", .string("d\(display)"))]
                )
            }
            if number % 4 == 0 {
                add("action_tap", 5, [.init("tip", "backyard"), .init("action", "go")])
                add("invalidation", 6, [.init("tip", "backyard"), .init("reason", "actionPerformed")])
            } else if number % 9 == 1 {
                add("invalidation", 7, [.init("tip", "backyard"), .init("reason", "tipClosed")])
            }
        }
        events.append(["type": "donation", "person": "p1", "id": "broken"])
        let sent = try await ledger.ask("POST", "/v1/events", as: "write", JSON.array(events).text())
        try #require(sent.status == 200 && sent.json["rejected"]?.integerValue == 1, "\(sent.json.text())")
    }
}
