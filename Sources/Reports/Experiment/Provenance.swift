import Statistics
package import TipCore

/// Where the figures of a report come from: with an export of the log, enough to recompute each of them.
extension ExperimentSnapshot {
    /// The seeds, definitions and the cut of the data, as JSON.
    package var provenance: JSON {
        var members: [JSON.Member] = []
        guard let phase else { return ["phase": .null, "phaseReason": "the experiment has not started"] }
        func addTime(_ key: String, _ time: Timestamp?, to members: inout [JSON.Member]) {
            if let time { members.add(key, .string(time.rfc3339)) }
        }
        members.add("assignment", .string(phase.assignment.rawValue))
        members.add("hashVersion", .integer(Int64(FrozenPhase.hashVersion)))
        members.add("unit", .string(phase.unit.rawValue))
        members.add("salt", .string(phase.salt))
        members.add("seeds", .object(phase.seeds.map { .init($0.draw, .string($0.seed)) }))
        members.add("weights", .object(phase.variants.map { .init($0.id, .number($0.weight)) }))
        if let namespace = phase.namespace { members.add("namespace", namespace.json) }
        members.add("audience", .array(phase.audience.map { .string($0) }))
        members.add(
            "inclusion",
            .array(phase.inclusion.map { ["from": .string($0.at.rfc3339), "share": .number($0.share)] })
        )
        members.add("catalogRevision", .integer(Int64(phase.catalogRevision)))
        members.add("metrics", .array(phase.metrics.map(\.json.present)))
        if let plan = phase.plan { members.add("plan", plan.json.present) }
        members.add("phase", .integer(Int64(phase.number)))
        members.add("startedAt", .string(phase.startedAt.rfc3339))
        addTime("endedAt", phase.endedAt, to: &members)
        members.add("pauses", .array(phase.pauses.map(\.json)))
        members.add("phases", .array(phases.map(\.outline)))
        var cut: [JSON.Member] = []
        addTime("asOf", asOf, to: &cut)
        cut.add("events", events)
        addTime("lastMatured", lastMatured, to: &cut)
        addTime("knownAt", knownAt, to: &cut)
        addTime("since", slice?.since, to: &cut)
        addTime("until", slice?.until, to: &cut)
        members.add("cut", .object(cut))
        return .object(members)
    }
}

extension FrozenPhase {
    /// A phase in a line.
    fileprivate var outline: JSON {
        let outline: JSON = [
            "phase": .integer(Int64(number)), "salt": .string(salt), "startedAt": .string(startedAt.rfc3339),
            "endedAt": endedAt.map { .string($0.rfc3339) } ?? .null,
            "weights": .object(variants.map { .init($0.id, .number($0.weight)) }),
        ]
        return outline.present
    }
}

extension FrozenPhase.Pause {
    fileprivate var json: JSON {
        let pause: JSON = [
            "from": .string(from.rfc3339), "to": to.map { .string($0.rfc3339) } ?? .null,
        ]
        return pause.present
    }
}

extension JSON {
    /// An object without the members that are null: what was not defined is not there.
    var present: JSON {
        guard case .object(let members) = self else { return self }
        return .object(members.filter { $0.value != .null })
    }
}
