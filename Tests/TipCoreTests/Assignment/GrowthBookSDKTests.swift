import Foundation
import Testing
import TipCore
import TipTestSupport

/// GrowthBook's own SDK for Python.
enum GrowthBookSDK {
    /// The interpreter that has it; nil where there is none.
    static let python = Programs.python(importing: "growthbook")

    /// Assigns `person-0` and so on by the SDK: a variation for each, or -1.
    static let script = """
        import json, sys
        from growthbook import GrowthBook, Experiment
        asked = json.loads(sys.argv[1])
        experiment = Experiment(
            key="x", variations=list(range(len(asked["ranges"]))), hashVersion=2, seed=asked["seed"],
            ranges=[tuple(r) for r in asked["ranges"]],
            filters=[{"seed": f["seed"], "ranges": [tuple(f["range"])], "hashVersion": 2, "attribute": "id"}
                     for f in asked["filters"]])
        out = []
        for i in range(asked["count"]):
            result = GrowthBook(attributes={"id": "person-%d" % i}).run(experiment)
            out.append(result.variationId if result.inExperiment else -1)
        print(json.dumps(out))
        """
}

@Suite("Assignments are those of GrowthBook's own SDK")
struct GrowthBookSDKTests {
    static let designs: [(why: String, weights: [Double], inclusion: Double, namespace: (Double, Double)?)] =
        [
            ("halves", [1, 1], 1, nil), ("thirds of a slice", [1, 1, 1], 1, (0.25, 0.9)),
            ("uneven, a part of the audience", [7, 2, 1], 0.37, nil),
            ("all at once", [1, 3], 0.5, (0.1, 0.6)),
        ]

    @Test(
        "ten thousand persons, each in the same variant or out of it",
        .enabled(if: GrowthBookSDK.python != nil, "the SDK of GrowthBook could not be installed from PyPI"),
        arguments: designs.indices
    )
    func equal(design: Int) async throws {
        let (why, weights, inclusion, namespace) = Self.designs[design]
        let definition = ExperimentDefinition(
            id: "x",
            tip: "T",
            inclusion: inclusion,
            namespace: namespace.map { .init(id: "line", from: $0.0, to: $0.1) },
            variants: weights.enumerated().map { .init(id: "v\($0)", weight: $1) }
        )
        let phase = ExperimentPhase(first: definition, start: .epoch)
        let assigner = Assigner(definition, phase)
        var sum = 0.0
        var ranges: [JSON] = []
        for (index, share) in phase.shares(of: weights.count).enumerated() {
            let start = sum
            sum += share
            ranges.append([.number(start), .number(index == weights.count - 1 ? 1 : sum)])
        }
        var filters: [JSON] = []
        if let namespace {
            filters.append(["seed": "line:namespace", "range": [.number(namespace.0), .number(namespace.1)]])
        }
        if inclusion < 1 { filters.append(["seed": "x:inclusion", "range": [0, .number(inclusion)]]) }
        let asked: JSON = [
            "seed": "x:variant", "count": 10_000, "ranges": .array(ranges), "filters": .array(filters),
        ]
        let python = try #require(GrowthBookSDK.python)
        let output = try #require(
            await Programs.output(of: python, ["-c", GrowthBookSDK.script, asked.text()])
        )
        let values = try #require(JSON(parsing: output)?.arrayValue)
        let theirs = values.compactMap(\.integerValue)
        let ours = (0..<10_000).map { Int64(assigner.assign("person-\($0)").variant ?? -1) }
        #expect(ours == theirs, "\(why)")
    }
}
