import Reports
import TipCore
import TipStore

/// The events of past tests, one after another.
struct CountsEvents: Sendable {
    private let experiments: [ExperimentCounts]
    private var experiment = 0
    private var variant = 0
    private var person: Int64 = 1
    private var isTap = false

    init(_ experiments: [ExperimentCounts]) {
        self.experiments = experiments
    }

    /// The next events; fewer than asked for only at the end.
    mutating func next(_ count: Int) -> [IncomingEvent] {
        var events: [IncomingEvent] = []
        events.reserveCapacity(count)
        while events.count < count, experiment < experiments.count {
            let counts = experiments[experiment]
            guard variant < counts.variants.count else {
                experiment += 1
                variant = 0
                continue
            }
            let arm = counts.variants[variant]
            guard person <= arm.people else {
                variant += 1
                person = 1
                continue
            }
            events.append(isTap ? tap(counts.experiment, arm) : impression(counts.experiment, arm))
            if isTap || person > arm.conversions {
                person += 1
                isTap = false
            } else {
                isTap = true
            }
        }
        return events
    }

    private func impression(_ experiment: String, _ arm: VariantCounts) -> IncomingEvent {
        let name = "counts:\(experiment):\(arm.variant):\(person)"
        return event(
            name,
            ":impression",
            at: CountsLoader.exposedAt,
            .impression(.init(tip: experiment, display: name, experiment: experiment, variant: arm.variant))
        )
    }

    private func tap(_ experiment: String, _ arm: VariantCounts) -> IncomingEvent {
        let name = "counts:\(experiment):\(arm.variant):\(person)"
        return event(
            name,
            ":tap",
            at: CountsLoader.tappedAt,
            .actionTap(tip: experiment, action: "tap", display: name)
        )
    }

    private func event(_ person: String, _ suffix: String, at: Timestamp, _ body: EventBody) -> IncomingEvent
    {
        IncomingEvent(
            Event(id: person + suffix, person: person, at: at, body: body),
            statedMilliseconds: at.milliseconds
        )
    }
}
