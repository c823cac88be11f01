import TipCore

extension Benchmark {
    /// Assignments on one core, whole persons' names hashed three times.
    static let assignment = Benchmark(name: "assignment", summary: "assignments a second on one core") { _ in
        let definition = ExperimentDefinition(
            id: "favorites-copy",
            tip: "T",
            inclusion: 0.9,
            namespace: .init(id: "n", from: 0, to: 0.95),
            variants: [.init(id: "control"), .init(id: "benefit")]
        )
        let phase = ExperimentPhase(first: definition, start: .epoch)
        let assigner = Assigner(definition, phase)
        let people = (0..<100_000).map { "person-\($0)" }
        let clock = ContinuousClock()
        var assigned = 0
        let rounds = 20
        let time = clock.measure {
            for _ in 0..<rounds {
                for person in people where assigner.assign(person).variant != nil { assigned += 1 }
            }
        }
        guard assigned > 0 else { throw BenchFailure("nobody was assigned") }
        let rate = Double(rounds * people.count) / (time / .seconds(1))
        return [BenchResult(name: "assignment", value: rate, unit: "assignments/s")]
    }
}
