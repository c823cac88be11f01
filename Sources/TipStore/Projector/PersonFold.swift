import TipCore

/// Folds one person's history into a participation for each phase and unit.
struct PersonFold: Sendable {
    /// What one unit did in one phase.
    struct Result: Hashable, Sendable {
        let experiment: String
        let phase: Int
        /// The device where that is the unit; else empty.
        let device: String
        let participation: Participation
    }

    let index: PhaseIndex

    /// The participations of a person, from the whole history in its order.
    func results(of history: [LoggedEvent]) -> [Result] {
        var results: [Result] = []
        var seen: Set<Phase> = []
        for tip in tips(in: history) {
            for entry in index.entries(forTip: tip) where seen.insert(Phase(entry)).inserted {
                results += fold(history, entry)
            }
        }
        return results
    }

    private struct Phase: Hashable {
        let experiment: String
        let number: Int

        init(_ entry: PhaseIndex.Entry) {
            experiment = entry.experiment
            number = entry.phase.number
        }
    }

    /// The tips that were shown, or would have been, each once.
    private func tips(in history: [LoggedEvent]) -> Set<String> {
        var tips: Set<String> = []
        for logged in history {
            switch logged.event.body {
            case .impression(let impression): tips.insert(impression.tip)
            case .exposure(let tip, _, _): tips.insert(tip)
            default: break
            }
        }
        return tips
    }

    private func fold(_ history: [LoggedEvent], _ entry: PhaseIndex.Entry) -> [Result] {
        let template = TipTemplate(id: entry.phase.tip)
        let tip = entry.phase.tip
        let isOfTip: @Sendable (String) -> Bool = { $0 == tip || template?.matches($0) ?? false }
        let units: [(device: String, history: [LoggedEvent])] =
            switch entry.phase.unit {
            case .person: [("", history)]
            case .device:
                Set(history.map(\.event.device)).sorted().map { device in
                    (device, history.filter { $0.event.device == device })
                }
            }
        return units.compactMap { unit in
            guard let first = unit.history.first else { return nil }
            let name = entry.phase.unit == .person ? first.event.person : unit.device
            var fold = ParticipationFold(
                phase: entry.phase,
                experiment: entry.experiment,
                assigned: { [assignment = entry.assignment] in assignment.variant(of: name, at: $0) },
                isOfTip: isOfTip
            )
            for logged in unit.history { fold.apply(logged) }
            return fold.result.map {
                Result(
                    experiment: entry.experiment,
                    phase: entry.phase.number,
                    device: unit.device,
                    participation: $0
                )
            }
        }
    }
}
