import TipCore

/// Reads one golden case.
struct CaseReader {
    private var log: ProblemLog

    /// Creates a reader that notes problems in a log which is empty so far.
    init(log: ProblemLog) {
        self.log = log
    }

    /// The person to whom everything in a case happens.
    static let person = "person"
    /// The device of inputs that name none.
    static let device = "d1"

    /// Reads a case.
    func read(_ value: LocatedJSON) -> GoldenCase {
        var reader = self
        let id = value["id"]?.json.stringValue ?? ""
        let scenario = reader.scenario(value)
        let problems = reader.log.errors
        return GoldenCase(
            id: id,
            title: value["title"]?.json.stringValue ?? "",
            basis: value["basis"]?.json.stringValue ?? "",
            scenario: problems.isEmpty
                ? .success(scenario) : .failure(GoldenCase.Unreadable(problems: problems))
        )
    }

    private mutating func scenario(_ value: LocatedJSON) -> GoldenCase.Scenario {
        var scenario = GoldenCase.Scenario(catalog: Catalog(), settings: [], events: [], expectations: [])
        guard var object = ObjectReader(value, "a case", &log) else { return scenario }
        scenario.catalog = catalog(value)
        for (index, input) in object.list("inputs", &log).enumerated() {
            if input["type"]?.json == "config_changed" {
                settingsChange(input).map { scenario.settings.append($0) }
            } else {
                scenario.events += events(input, index: index)
            }
        }
        scenario.settings = scenario.settings.enumerated()
            .sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }.map(\.element)
        scenario.expectations = object.list("expect", &log).compactMap { expectation($0) }
        return scenario
    }

    /// The catalog of a case: its own keys, and the settings under `config`.
    private mutating func catalog(_ value: LocatedJSON) -> Catalog {
        guard case .object(let members) = value.value else { return Catalog() }
        let keys = ["parameters", "events", "tips", "groups", "experiments", "timeZone", "displayFrequency"]
        var parts = members.filter { keys.contains($0.key) }
        if let config = members.first(where: { $0.key == "config" })?.value {
            if case .object(let settings) = config.value {
                parts += settings.filter { !Self.isDefaultSwitch($0) }
            } else {
                log.wrongKind(config, expected: "an object of settings")
            }
        }
        let reading = CatalogReader().read(
            LocatedJSON(.object(parts), at: value.offset),
            log: log,
            isLenient: true
        )
        log.take(errors: reading.errors)
        return reading.catalog ?? Catalog()
    }

    /// Whether a setting is one of the format's switches at its default, which is the only value there is.
    private static func isDefaultSwitch(_ member: LocatedJSON.Member) -> Bool {
        let defaults: [String: JSON] = [
            "redisplaysSetClock": false, "ignoringTipsSetClock": true, "stickyGroups": true,
            "minimumViewSeconds": 60, "presumedEndSeconds": 60,
        ]
        return defaults[member.key] == member.value.json
    }

    private mutating func settingsChange(_ input: LocatedJSON) -> GoldenCase.SettingsChange? {
        guard var object = ObjectReader(input, "a change of settings", &log) else { return nil }
        for key in ["type", "device", "receivedAt", "id"] { _ = object.value(key) }
        let at = object.required("at", &log).flatMap { time($0) }
        var parser = CatalogParser(log: log)
        let frequency = object.value("displayFrequency").flatMap { parser.displayFrequency($0) }
        let timeZone = object.value("timeZone").flatMap { parser.timeZone($0) }
        log = parser.log
        object.finish(&log)
        guard let at else { return nil }
        return GoldenCase.SettingsChange(at: at, displayFrequency: frequency, timeZone: timeZone)
    }

    /// The events of an input: one, or as many as its `repeat` says.
    private mutating func events(_ input: LocatedJSON, index: Int) -> [Event] {
        guard case .object(let members) = input.value else {
            log.wrongKind(input, expected: "an object: an input")
            return []
        }
        guard let at = input["at"] else {
            log.error(
                "missing_key",
                at: input.offset,
                found: "no \"at\"",
                expected: "the key \"at\"",
                hint: "Write when it happens, such as at: \"2026-03-02T09:00:00Z\"."
            )
            return []
        }
        guard let start = time(at) else { return [] }
        let (count, step) = repetition(input["repeat"])
        var fields = members.filter { !["at", "repeat", "receivedAt"].contains($0.key) }
            .map { JSON.Member($0.key, $0.value.json) }
        let add = { (key: String, value: JSON) in
            if input[key] == nil { fields.append(JSON.Member(key, value)) }
        }
        add("person", .string(Self.person))
        add("device", .string(Self.device))
        var events: [Event] = []
        for repetition in 0..<count {
            let instant = start.adding(
                microseconds: step.multipliedReportingOverflow(by: repetition).partialValue
            )
            let value = JSON.object(fields + [JSON.Member("at", .string(instant.rfc3339))])
            let result = EventDecoder().decode(value, receivedAt: Timestamp(microseconds: .max)) {
                "input-\(index)-\(repetition)"
            }
            switch result {
            case .success(let decoded): events.append(decoded.event)
            case .failure(let rejection):
                let place = rejection.field.flatMap { input[$0]?.offset } ?? input.offset
                log.error(
                    rejection.code.rawValue,
                    at: place,
                    found: rejection.detail,
                    expected: "an event",
                    hint: rejection.hint ?? "An input has the members of an event of its type, and no others."
                )
                return []
            }
        }
        return events
    }

    /// How many events an input stands for, and how many microseconds they are apart.
    private mutating func repetition(_ value: LocatedJSON?) -> (count: Int64, step: Int64) {
        guard let value, var object = ObjectReader(value, "a count and everySeconds", &log) else {
            return (1, 0)
        }
        let count = object.integer("count", in: 0...1_000_000, &log) ?? 1
        let range: (Double) -> Bool = { (0...1e9).contains($0) }
        let seconds = object.number("everySeconds", expected: "seconds, 0 to 1e9", where: range, &log) ?? 0
        object.finish(&log)
        return (count, Int64((seconds * 1_000_000).rounded()))
    }

    private mutating func time(_ value: LocatedJSON) -> Timestamp? {
        if case .string(let text) = value.value, let time = Timestamp(rfc3339: text) { return time }
        log.error(
            "bad_time",
            at: value.offset,
            found: value.inWords,
            expected: "an RFC 3339 time",
            hint: "Write it with its zone: \"2026-03-02T09:00:00Z\"."
        )
        return nil
    }

    // MARK: Expectations

    private mutating func expectation(_ value: LocatedJSON) -> GoldenCase.Expectation? {
        guard var object = ObjectReader(value, "an expectation", &log) else { return nil }
        for key in ["basis", "note", "why", "source", "title"] { _ = object.value(key) }
        let at = object.required("at", &log).flatMap { time($0) }
        let check: GoldenCase.Check?
        if let group = object.text("group", &log) {
            if value["currentTip"] == nil { _ = object.required("currentTip", &log) }
            check = .group(group, currentTip: object.text("currentTip", &log))
        } else {
            check = tipCheck(&object)
        }
        object.finish(&log)
        guard let at, let check else { return nil }
        let position = log.source.position(of: value.offset)
        return GoldenCase.Expectation(at: at, check: check, position: position)
    }

    private mutating func tipCheck(_ object: inout ObjectReader) -> GoldenCase.Check? {
        guard let tip = object.required("tip", &log).flatMap({ log.text($0) }) else { return nil }
        var check = GoldenCase.TipCheck()
        let problems = log.errors.count
        check.status = object.word("status", as: TipStatus.self, &log)?.rawValue
        if let because = object.value("because") {
            check.because = log.list(because).compactMap { log.text($0) }
        }
        check.reason = object.word("reason", as: InvalidationReason.self, &log)?.rawValue
        check.since = object.value("since").flatMap { time($0) }
        check.displayCount = object.integer("displayCount", &log).map(Int.init)
        check.displayedSeconds = object.number(
            "displayedSeconds",
            expected: "seconds",
            where: { $0 >= 0 },
            &log
        )
        guard log.errors.count == problems else { return nil }
        guard check != GoldenCase.TipCheck() else {
            log.error(
                "missing_key",
                at: object.offset,
                found: "nothing to check",
                expected: "a status",
                hint: "Write status: \"available\", \"pending\" or \"invalidated\"."
            )
            return nil
        }
        return .tip(tip, check)
    }
}
