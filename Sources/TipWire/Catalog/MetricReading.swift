import TipCore

/// Reading what an experiment counts.
extension CatalogParser {
    /// Reads a metric, and notes its place beside the others of its experiment.
    mutating func metric(
        _ value: LocatedJSON,
        _ metrics: inout [(metric: Metric, offset: Int)]
    ) -> MetricDefinition? {
        guard var object = ObjectReader(value, "a metric such as { metric: \"tap\" }", &log) else {
            return nil
        }
        let nameValue = object.required("metric", &log)
        let metric = nameValue.flatMap { metricName($0) }
        let within = object.value("within").flatMap { duration($0) }
        let direction = object.word("direction", as: MetricDefinition.Direction.self, &log)
        let margin = object.number("margin", expected: "a share, 0 or more", where: { $0 >= 0 }, &log)
        let measure = measure(&object)
        object.finish(&log)
        guard let metric, let nameValue else { return nil }
        metrics.append((metric, nameValue.offset))
        if let measure, measure.value.field != nil, !metric.isDonation {
            log.error(
                "bad_measure",
                at: measure.offset,
                found: "\(measure.value.word) of \(metric.name)",
                expected: "a metric donation:<event>, whose info has the field",
                hint: "Leave measure and field out to count how many people did it."
            )
        }
        return MetricDefinition(
            metric: metric,
            within: within,
            direction: direction,
            margin: margin,
            measure: measure?.value ?? .once
        )
    }

    /// Reads `measure`, and the `field` that a sum or a mean is of.
    private mutating func measure(
        _ object: inout ObjectReader
    ) -> (value: MetricDefinition.Measure, offset: Int)? {
        let wordValue = object.value("measure")
        let fieldValue = object.value("field")
        guard let value = wordValue ?? fieldValue else { return nil }
        let word = wordValue.map { log.name($0) } ?? "once"
        let field = fieldValue.flatMap { log.name($0) }
        guard let word, fieldValue == nil || field != nil else { return nil }
        if let measure = MetricDefinition.Measure(word: word, field: field) { return (measure, value.offset) }
        let isKnown = MetricDefinition.Measure.words.contains(word)
        log.error(
            "bad_measure",
            at: value.offset,
            found: isKnown ? "\(word) \(field == nil ? "without" : "with") a field" : value.inWords,
            expected: "once, count, time, or sum or mean with a field of the donation's info",
            hint: isKnown
                ? (field == nil ? "Add the field, such as field: \"price\"." : "Leave the field out.")
                : NameHint.of(
                    word,
                    in: MetricDefinition.Measure.words,
                    else: "Leave it out to count each person once."
                )
        )
        return nil
    }

    private mutating func metricName(_ value: LocatedJSON) -> Metric? {
        guard let name = log.name(value) else { return nil }
        if let metric = Metric(name: name) { return metric }
        let reasons = InvalidationReason.allCases.map { "invalidation:" + $0.rawValue }
        log.error(
            "bad_metric",
            at: value.offset,
            found: value.inWords,
            expected: "tap, action:<id>, donation:<event> or invalidation:<reason>",
            hint: NameHint.of(
                name,
                in: ["tap"] + reasons,
                else: "A tap counts any button; donation:checkout counts the event \"checkout\"."
            )
        )
        return nil
    }

    /// Seconds as a number, or a text such as `7d`.
    private mutating func duration(_ value: LocatedJSON) -> Double? {
        let expected = "seconds, more than 0, or a text such as \"7d\" (s, m, h, d or w)"
        guard case .string(let text) = value.value else {
            return log.number(value, expected: expected) { $0 > 0 }
        }
        guard let seconds = DurationText.seconds(text), seconds > 0 else {
            log.error(
                "bad_duration",
                at: value.offset,
                found: value.inWords,
                expected: expected,
                hint: "Write a number and one letter: \"7d\" is seven days, \"90m\" ninety minutes."
            )
            return nil
        }
        return seconds
    }
}

/// Durations as people write them: a number and a unit.
enum DurationText {
    /// The units with their seconds, the longest that texts are written with first.
    private static let units: [(letter: Character, seconds: Double)] = [
        ("d", 86_400), ("h", 3600), ("m", 60), ("s", 1),
    ]

    /// The seconds of a text such as `7d`, `90m` or `1.5h`, or nil where it is none.
    static func seconds(_ text: String) -> Double? {
        guard let letter = text.last, let number = Double(text.dropLast()), number.isFinite,
            text.first?.isNumber == true
        else { return nil }
        if letter == "w" { return number * 604_800 }
        return units.first { $0.letter == letter }.map { number * $0.seconds }
    }

    /// The text of a duration in the longest unit that leaves no fraction, or nil where none does.
    static func text(_ seconds: Double) -> String? {
        for unit in units {
            let count = seconds / unit.seconds
            guard count >= 1, count.rounded() == count, count * unit.seconds == seconds else { continue }
            return Int64(exactly: count).map { "\($0)\(unit.letter)" }
        }
        return nil
    }
}

extension Metric {
    /// Whether it counts donations, which alone have info.
    fileprivate var isDonation: Bool {
        if case .donation = self { true } else { false }
    }
}
