import TipCore

extension Benchmark {
    /// Assignments on one core, whole persons' names hashed three times, beside GrowthBook's SDK for Python.
    static let assignment = Benchmark(
        name: "assignment",
        summary: "assignments a second on one core, beside GrowthBook's SDK from PyPI"
    ) { _ in
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
        var result = BenchResult(name: "assignment", value: rate, unit: "assignments/s")
        guard let peer = PythonPeer(package: "growthbook") else {
            TipledgerBench.note("growthbook could not be installed from PyPI; the figure stands alone")
            return [result]
        }
        result.against = "growthbook (PyPI)"
        result.baseline = try peer.figure(sdkScript)
        result.aim = 100
        return [result]
    }

    /// The same three draws by the SDK, its own objects made once where it allows it.
    private static let sdkScript = """
        import time
        from growthbook import GrowthBook, Experiment
        filters = [{"seed": "n:namespace", "ranges": [(0, 0.95)], "hashVersion": 2, "attribute": "id"},
                   {"seed": "favorites-copy:inclusion", "ranges": [(0, 0.9)], "hashVersion": 2, "attribute": "id"}]
        experiment = Experiment(key="favorites-copy", variations=[0, 1], hashVersion=2, filters=filters,
                                seed="favorites-copy:variant", ranges=[(0, 0.5), (0.5, 1)])
        sdk = GrowthBook(attributes={"id": ""})
        count = 20000
        begin = time.perf_counter()
        for i in range(count):
            sdk.set_attributes({"id": "person-%d" % i})
            sdk.run(experiment)
        print(count / (time.perf_counter() - begin))
        """
}
