@testable import TipCore

/// A catalog and what happened, told in times of 2026-03-02 or, with a day before them, of that day of March.
struct Story {
    private(set) var catalog: CompiledCatalog
    var timeline = ProjectTimeline()
    var asker = Asker(person: "p", device: "d1")
    private(set) var events: [Event] = []

    init(_ definition: Catalog) {
        catalog = CompiledCatalog(definition)
    }

    /// A story of one tip with options and rules.
    init(
        rules: [String] = [],
        options: TipOptions = TipOptions(),
        frequency: Double = 0,
        others: [String] = []
    ) throws {
        let tip = TipDefinition(id: "t", rules: try rules.map { try Rule(parsing: $0) }, options: options)
        self.init(
            Catalog(
                displayFrequency: DisplayFrequency(seconds: frequency) ?? .immediate,
                tips: [tip] + others.map { TipDefinition(id: $0) }
            )
        )
    }

    /// The instant of a time, such as `10:00:30` or `03 08:00:00`.
    static func time(_ text: String) -> Timestamp {
        let parts = text.split(separator: " ")
        let day = parts.count == 2 ? parts[0] : "02"
        return at("2026-03-\(day)T\(parts[parts.count - 1])Z")
    }

    mutating func happens(_ time: String, _ body: EventBody, on device: String = "d1") {
        events.append(
            Event(id: "e\(events.count)", person: "p", at: Self.time(time), device: device, body: body)
        )
    }

    mutating func shows(_ tip: String, _ display: String, at time: String, on device: String = "d1") {
        happens(time, .impression(EventBody.Impression(tip: tip, display: display)), on: device)
    }

    mutating func ends(_ tip: String, _ display: String, at time: String, on device: String = "d1") {
        happens(time, .impressionEnd(tip: tip, display: display), on: device)
    }

    /// The events that are visible at a time, in order.
    func history(at time: String) -> [Event] {
        HistoryOrder.sorted(events).filter { $0.at <= Self.time(time) }
    }

    func eligibility(at time: String) -> Eligibility {
        var catalog = catalog
        var state = PersonState()
        for event in history(at: time) { state.apply(catalog.foldEvent(event), under: catalog) }
        return Eligibility(
            state,
            under: catalog,
            conditions: timeline.conditions(at: Self.time(time), under: catalog),
            asker: asker
        )
    }

    /// The answer on a tip in words: the status, then the reason with its time, or the blockers.
    func tells(_ tip: String = "t", at time: String) -> String {
        let eligibility = eligibility(at: time)
        let catalog = eligibility.catalog
        guard let number = catalog.vocabulary.tips.number(of: tip),
            let answer = eligibility.answer(on: number, at: Self.time(time))
        else { return "unknown" }
        let verdict = answer.verdict
        let end = verdict.invalidation.map { [$0.reason.rawValue, Self.clock($0.at)] } ?? []
        return ([verdict.status.rawValue] + end + verdict.because.map(catalog.name(of:))).joined(
            separator: " "
        )
    }

    /// When the answer on a tip changes by itself.
    func until(_ tip: String = "t", at time: String) -> String? {
        let eligibility = eligibility(at: time)
        guard let number = eligibility.catalog.vocabulary.tips.number(of: tip) else { return nil }
        return eligibility.nextChange(of: number, after: Self.time(time)).map(Self.clock)
    }

    /// The seconds that a tip was on screen.
    func seconds(_ tip: String = "t", at time: String) -> Double {
        let eligibility = eligibility(at: time)
        guard let number = eligibility.catalog.vocabulary.tips.number(of: tip) else { return -1 }
        let state = eligibility.state
        let micros = state.displayedMicroseconds(of: number, at: Self.time(time), under: eligibility.catalog)
        return Double(micros) / 1_000_000
    }

    /// How often a tip was displayed.
    func count(_ tip: String = "t", at time: String) -> Int {
        let eligibility = eligibility(at: time)
        return eligibility.catalog.vocabulary.tips.number(of: tip).map(eligibility.state.displayCount) ?? -1
    }

    /// How often a tip was tapped.
    func taps(_ tip: String = "t", at time: String) -> Int {
        let eligibility = eligibility(at: time)
        return eligibility.catalog.vocabulary.tips.number(of: tip).map(eligibility.state.tapCount) ?? -1
    }

    /// The tip that a group puts forward.
    func current(_ group: Int = 0, at time: String) -> String? {
        let eligibility = eligibility(at: time)
        let number = eligibility.currentTip(of: group, at: Self.time(time))
        return number.map { eligibility.catalog.vocabulary.tips[$0] }
    }

    private static func clock(_ instant: Timestamp) -> String {
        let text = String(instant.rfc3339.dropFirst("2026-03-".count).dropLast())
        return text.hasPrefix("02T") ? String(text.dropFirst(3)) : text.replacing("T", with: " ")
    }
}
