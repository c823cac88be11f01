package import TipCore

/// What a metric counts, in words.
extension MetricDefinition {
    /// The window as it is written in a catalog: `7d`; nil where there is none.
    package var window: Figure<String> {
        guard let within else { return .missing(reason: "no window: conversions count until the phase ends") }
        let (count, unit) = Self.inLongestUnit(within)
        return .value(JSON.number(count).text() + String(unit.prefix(1)))
    }

    /// What is counted, and until when: "tap within 7 days of the first impression".
    package var phrase: Sentence {
        guard let within else { return "\(metric.name) after the first impression" }
        let (count, unit) = Self.inLongestUnit(within)
        let length = Sentence(
            template: "{1}\u{A0}" + (count == 1 ? unit : unit + "s"),
            parts: [.text(JSON.number(count).text())]
        )
        return "\(metric.name) within \(length) of the first impression"
    }

    /// What a person did who converted: "tapped it".
    package var deed: Sentence {
        switch metric {
        case .tap: "tapped it"
        case .action(let id): "pressed \"\(id)\""
        case .donation(let event): "did \"\(event)\""
        case .invalidation(.actionPerformed): "did what it says"
        case .invalidation(.tipClosed): "closed it"
        case .invalidation(.displayCountExceeded): "saw it as often as allowed"
        case .invalidation(.displayDurationExceeded): "saw it as long as allowed"
        }
    }

    /// Seconds in the longest unit that leaves no fraction.
    private static func inLongestUnit(_ seconds: Double) -> (count: Double, unit: String) {
        let units: [(Double, String)] = [(86_400, "day"), (3600, "hour"), (60, "minute")]
        let whole = units.first { seconds >= $0.0 && (seconds / $0.0).rounded() * $0.0 == seconds }
        return whole.map { (seconds / $0.0, $0.1) } ?? (seconds, "second")
    }
}
