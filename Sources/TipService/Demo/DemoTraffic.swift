import TipCore
import TipWire

/// Everything the simulated app sends, day by day, as bodies of requests.
///
/// Beside honest events there are what every server meets: batches that are sent twice, events that come days
/// late, and a few that are broken.
struct DemoTraffic: Sendable {
    private let app: DemoPerson.App
    private var people: [DemoPerson]
    private var held: [(day: Int, event: Event)] = []

    /// How many events one request carries.
    private static let batch = 500

    init(_ app: DemoPerson.App) {
        self.app = app
        people = (0..<app.settings.people).map { DemoPerson($0, app) }
    }

    /// The bodies of one day, in the order in which they are sent.
    mutating func bodies(of day: Int) -> [[UInt8]] {
        var chance = SplitMix64(seed: app.settings.seed, UInt64(day), 0xDA)
        var events: [Event] = []
        for index in people.indices {
            for event in people[index].events(on: day, app) {
                if chance.happens(0.002) {
                    held.append((day + Int.random(in: 1...3, using: &chance), event))
                } else {
                    events.append(event)
                }
            }
        }
        events += held.filter { $0.day <= day }.map(\.event)
        held.removeAll { $0.day <= day }
        if day == app.settings.days - 1 { events += held.map(\.event) }
        // Late ones come at the end of the day, after everything that happened on it.
        let start = DemoSettings.start.adding(seconds: Int64(day) * 86_400)
        let sorted = events.sorted { left, right in
            let isLeftLate = left.at < start
            let isRightLate = right.at < start
            return isLeftLate == isRightLate ? (left.at, left.id) < (right.at, right.id) : isRightLate
        }
        var bodies: [[UInt8]] = []
        for first in stride(from: 0, to: sorted.count, by: Self.batch) {
            var list = sorted[first..<min(first + Self.batch, sorted.count)].map { EventEncoder.json($0) }
            if chance.happens(0.05) { list.append(["type": "donation", "person": "demo-broken"]) }
            let body = JSON.array(list).bytes()
            bodies.append(body)
            if chance.happens(0.01) { bodies.append(body) }
        }
        return bodies
    }
}
