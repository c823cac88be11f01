import TipCore
import TipStore

/// One person of the simulated app: what they do on each day, and what they have seen so far.
///
/// The app decides on the device, with the same code as the server: a tip is shown when the person's own
/// events make it available, with the copy that the assignment gives.
struct DemoPerson: Sendable {
    let number: Int
    let name: String
    private let seed: UInt64
    private let firstDay: Int
    private let platform: String
    private let favorite: Int
    private let isTester: Bool
    private let variant: String?
    private var state = PersonState()
    private var hasDecided = false
    private var isDone = false
    private var displays = 0

    /// What the app knows of the project.
    struct App: Sendable {
        let settings: DemoSettings
        let catalog: CompiledCatalog
        let conditions: ProjectConditions
        let assignment: PhaseAssignment
    }

    init(_ number: Int, _ app: App) {
        let settings = app.settings
        var chance = SplitMix64(seed: settings.seed, UInt64(number), 0)
        self.number = number
        seed = settings.seed
        name = "demo-\(settings.seed)-\(number)"
        firstDay = Int.random(in: 0..<max(1, settings.days * 2 / 3), using: &chance)
        platform = chance.happens(0.7) ? "iOS" : "Android"
        favorite = Int.random(in: 1...500, using: &chance)
        isTester = chance.happens(0.0005)
        variant = app.assignment.variant(of: name, at: DemoSettings.start)
    }

    /// What the person does on a day, in the order of time.
    mutating func events(on day: Int, _ app: App) -> [Event] {
        guard day >= firstDay else { return [] }
        var chance = SplitMix64(seed: seed, UInt64(number), UInt64(day) + 1)
        guard day == firstDay || chance.happens(0.35) else { return [] }
        let morning = DemoSettings.start.adding(seconds: Int64(day) * 86_400)
        var writer = Writer(
            name: name,
            day: day,
            at: morning.adding(seconds: Int64.random(in: 21_600..<82_800, using: &chance)),
            isTest: isTester,
            platform: platform,
            chance: SplitMix64(seed: seed, UInt64(number), UInt64(day) + 1, 1)
        )
        writer.add(.session)
        if day == firstDay {
            writer.add(.parameter(name: "platform", value: .string(platform)))
            if chance.happens(0.9) { writer.add(.parameter(name: "isLoggedIn", value: .boolean(true))) }
            if chance.happens(0.002) { writer.add(.optOut) }
        }
        for _ in 0..<Int.random(in: 1...3, using: &chance) {
            writer.wait(Int64.random(in: 20...400, using: &chance))
            let backyard = chance.happens(0.85) ? favorite : Int.random(in: 1...500, using: &chance)
            writer.add(.donation(event: "entered-view", info: ["backyardID": .number(Double(backyard))]))
        }
        fold(writer.events, app)
        show(&writer, &chance, app)
        return writer.events
    }

    private mutating func fold(_ events: some Collection<Event>, _ app: App) {
        var catalog = app.catalog
        for event in events { state.apply(catalog.foldEvent(event), under: catalog) }
    }

    /// Shows the tip where it may be shown, and does what people do with it.
    private mutating func show(_ writer: inout Writer, _ chance: inout SplitMix64, _ app: App) {
        guard !isDone, isAvailable(at: writer.at, app) else { return }
        let first = writer.events.count
        writer.wait(5)
        let display = "\(name)-\(displays)"
        displays += 1
        writer.add(
            .impression(
                .init(
                    tip: "favorite-backyard",
                    display: display,
                    experiment: DemoSettings.experiment,
                    variant: variant,
                    revision: 1
                )
            )
        )
        writer.wait(Int64.random(in: 3...30, using: &chance))
        // Whether the copy convinces is decided once, at the first sight of it: that is the truth to be found.
        var conviction = SplitMix64(seed: seed, UInt64(number), UInt64.max)
        let isConvinced = !hasDecided && conviction.happens(rate(app.settings))
        hasDecided = true
        if isConvinced {
            writer.add(.actionTap(tip: "favorite-backyard", action: "add-favorite", display: display))
            writer.wait(20)
            writer.add(.invalidation(tip: "favorite-backyard", reason: .actionPerformed))
            isDone = true
        } else if chance.happens(0.08) {
            writer.add(.invalidation(tip: "favorite-backyard", reason: .tipClosed))
            isDone = true
        } else {
            writer.add(.impressionEnd(tip: "favorite-backyard", display: display))
        }
        fold(writer.events[first...], app)
    }

    private func rate(_ settings: DemoSettings) -> Double {
        variant == "benefit" ? settings.benefitRate : DemoSettings.baselineRate
    }

    private func isAvailable(at now: Timestamp, _ app: App) -> Bool {
        let eligibility = Eligibility(
            state,
            under: app.catalog,
            conditions: app.conditions,
            asker: Asker(person: name)
        )
        return app.catalog.vocabulary.tips.number(of: "favorite-backyard")
            .flatMap { eligibility.status(of: $0, at: now) } == .available
    }

    /// Writes the events of one session.
    private struct Writer {
        let name: String
        let day: Int
        var at: Timestamp
        let isTest: Bool
        let platform: String
        var chance: SplitMix64
        private(set) var events: [Event] = []

        init(name: String, day: Int, at: Timestamp, isTest: Bool, platform: String, chance: SplitMix64) {
            self.name = name
            self.day = day
            self.at = at
            self.isTest = isTest
            self.platform = platform
            self.chance = chance
        }

        mutating func wait(_ seconds: Int64) {
            at = at.adding(seconds: seconds)
        }

        mutating func add(_ body: EventBody) {
            var context = EventContext()
            context.app = "Backyards"
            context.appVersion = "4.2"
            context.os = platform
            events.append(
                Event(
                    id: UUIDv7.make(at: at, using: &chance),
                    person: name,
                    at: at,
                    device: name + "-phone",
                    sequence: Int64(day * 1000 + events.count),
                    context: context,
                    isTest: isTest,
                    body: body
                )
            )
        }
    }
}
