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
    ///
    /// - Parameters:
    ///   - history: The history.
    ///   - isJoined: Whether the person is one of several names of somebody, whom reports count as one.
    /// - Returns: One for each phase and unit.
    func results(of history: [LoggedEvent], isJoined: Bool = false) -> [Result] {
        var results: [Result] = []
        var seen: Set<Phase> = []
        for tip in tips(in: history) {
            for entry in index.entries(forTip: tip) where seen.insert(Phase(entry)).inserted {
                results += fold(history, entry, isJoined: isJoined)
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

    private func fold(_ history: [LoggedEvent], _ entry: PhaseIndex.Entry, isJoined: Bool) -> [Result] {
        let template = TipTemplate(id: entry.phase.tip)
        let tip = entry.phase.tip
        let isOfTip: @Sendable (String) -> Bool = { $0 == tip || template?.matches($0) ?? false }
        return entry.phase.units(in: history).compactMap { unit in
            var fold = ParticipationFold(
                phase: entry.phase,
                experiment: entry.experiment,
                assigned: entry.assignment.candidates(entry.phase.unit, nil),
                isOfTip: isOfTip,
                audience: AudienceFold(entry.phase)
            )
            for logged in unit.history { fold.apply(logged) }
            return fold.result.map { participation in
                var participation = participation
                if isJoined { participation.standing = .joined }
                return Result(
                    experiment: entry.experiment,
                    phase: entry.phase.number,
                    device: unit.device,
                    participation: participation
                )
            }
        }
    }
}
