import TipCore

/// Random catalogs that a file could hold.
extension Dice {
    mutating func catalog() -> Catalog {
        let parameters = names("parameter").map { ($0, parameter()) }
        let events = names("event").map { ($0, eventDefinition()) }
        let texts = parameters.map { ruleText(on: $0.0) } + events.map { ruleText(counting: $0.0) }
        let tips = names("tip").map { tip(id: $0, rules: rules(texts)) }
        let groups = names("group").map { id in
            GroupDefinition(
                id: id,
                priority: pick(GroupDefinition.Priority.allCases),
                tips: tips.map(\.id).filter { _ in flip() }
            )
        }
        return Catalog(
            displayFrequency: DisplayFrequency(seconds: pick([0, 3600, 86_400, 0.25, 432_000])) ?? .immediate,
            timeZone: pick(["UTC", "Asia/Tokyo", "America/Argentina/Buenos_Aires"]),
            parameters: NamedValues(parameters),
            events: NamedValues(events),
            tips: tips,
            groups: groups,
            experiments: tips.isEmpty
                ? [] : names("experiment").map { experiment(id: $0, of: pick(tips), audience: rules(texts)) }
        )
    }

    /// Up to four names that differ.
    private mutating func names(_ kind: String) -> [String] {
        (0..<roll(0...4)).map { "\(kind)-\($0)" + pick(["", " \"quoted\"", "\\", "日本", ".v2", "-{item}"]) }
    }

    private mutating func parameter() -> ParameterDefinition {
        let value = scalar()
        let type: ScalarType? =
            switch value {
            case .null: maybe { $0.pick(ScalarType.allCases) }
            case .boolean: .boolean
            case .number: .number
            case .string: .string
            }
        return ParameterDefinition(type: type, defaultValue: value, isTransient: flip())
    }

    private mutating func eventDefinition() -> EventDefinition {
        var info: NamedValues<ScalarType> = [:]
        for name in names("field") { info[name] = pick(ScalarType.allCases) }
        // Rules read the field x, which a list of fields must then have.
        if !info.isEmpty { info["x"] = .number }
        let limit = DonationLimit(
            maximumCount: pick([0, 50, 1000]),
            maximumAgeSeconds: maybe { Double($0.roll(1...99)) }
        )
        return EventDefinition(info: info, donationLimit: limit)
    }

    private mutating func rules(_ texts: [String]) -> [Rule] {
        texts.filter { _ in roll(0...3) == 0 }.compactMap { try? Rule(parsing: $0) }
    }

    private mutating func ruleText(on parameter: String) -> String {
        let literal = pick(["true", "nil", "3", "\"x\""])
        return "param(\(JSON.string(parameter).text())) \(pick(["==", "!="])) \(literal)"
    }

    private mutating func ruleText(counting event: String) -> String {
        let steps = pick(["", ".donatedWithin(day)", ".filter(date isInToday)", ".filter(x == 1)"])
        return
            "event(\(JSON.string(event).text())).donations\(steps).count \(pick(["<", ">="])) \(roll(0...3))"
    }

    private mutating func tip(id: String, rules: [Rule]) -> TipDefinition {
        TipDefinition(
            id: id,
            copy: copy(),
            rules: rules,
            options: TipOptions(
                maxDisplayCount: maybe { $0.roll(1...9) },
                maxDisplayDuration: maybe { Double($0.roll(1...900)) / 4 },
                ignoresDisplayFrequency: flip()
            ),
            priority: roll(-3...3),
            presentation: maybe { $0.pick(["inline", "popover"]) },
            revision: Int64(roll(1...3))
        )
    }

    private mutating func copy() -> Copy {
        Copy(
            title: maybe { $0.localizedText() },
            message: maybe { $0.localizedText() },
            image: maybe { $0.text() },
            actions: names("action").map { id in
                ActionDefinition(id: id, title: maybe { $0.localizedText() }, invalidates: flip())
            }
        )
    }

    private mutating func localizedText() -> LocalizedText {
        if flip() { return LocalizedText(text()) }
        let locales = ["en", "ja", "pt-BR", ""].filter { _ in flip() }
        return LocalizedText(
            variants: (locales.isEmpty ? ["en"] : locales).map { .init(locale: $0, text: text()) }
        )
    }

    private mutating func experiment(
        id: String,
        of tip: TipDefinition,
        audience: [Rule]
    ) -> ExperimentDefinition {
        let variants = (1...roll(1...3)).map { index in
            ExperimentDefinition.Variant(
                id: "variant-\(index)",
                copy: copy(),
                weight: index == 1 ? 1 : pick([0, 0.5, 1, 3]),
                shows: flip()
            )
        }
        return ExperimentDefinition(
            id: id,
            tip: tip.id,
            unit: pick([.person, .device]),
            audience: audience,
            inclusion: pick([0, 0.1, 1]),
            namespace: maybe { _ in .init(id: "n", from: 0.25, to: 0.75) },
            variants: variants,
            primary: metric(),
            secondary: (0..<roll(0...2)).map { _ in metric() },
            guardrails: (0..<roll(0...2)).map { _ in metric() },
            plan: maybe { dice in
                .init(
                    peoplePerVariant: dice.maybe { Int64($0.roll(1...9000)) },
                    looks: dice.maybe { $0.roll(1...9) },
                    alpha: dice.maybe { $0.pick([0.01, 0.05]) },
                    minimumLift: dice.maybe { $0.pick([0.1, 0.2]) }
                )
            }
        )
    }

    private mutating func metric() -> MetricDefinition {
        MetricDefinition(
            metric: pick([.tap, .invalidation(.tipClosed), .invalidation(.displayCountExceeded)]),
            within: maybe { $0.pick([0.5, 1, 90, 3600, 5400, 86_400, 604_800, 1e15]) },
            direction: maybe { $0.pick(MetricDefinition.Direction.allCases) },
            margin: maybe { $0.pick([0, 0.02]) }
        )
    }
}
