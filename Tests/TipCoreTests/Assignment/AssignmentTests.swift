import Testing

@testable import TipCore

@Suite("A unit is assigned once and for all by three independent draws")
struct AssignmentTests {
    private static func experiment(
        weights: [Double] = [1, 1],
        inclusion: Double = 1,
        namespace: ExperimentDefinition.Namespace? = nil
    ) -> ExperimentDefinition {
        ExperimentDefinition(
            id: "copy",
            tip: "t",
            inclusion: inclusion,
            namespace: namespace,
            variants: weights.enumerated().map { ExperimentDefinition.Variant(id: "v\($0)", weight: $1) }
        )
    }

    private static func assigner(_ experiment: ExperimentDefinition, salt: String = "salt") -> Assigner {
        var phase = ExperimentPhase(first: experiment, start: .epoch)
        phase.salt = salt
        return Assigner(experiment, phase)
    }

    private static let units = (0..<20_000).map { "person-\($0)" }

    @Test("six assignments that were measured with GrowthBook's SDK")
    func measured() {
        let draw = Draw(seed: "exp-favorites-copy")
        let ranges = GrowthBook.ranges(count: 2, coverage: 1, weights: nil)
        let variations = (0..<6).map { number in
            GrowthBook.variation(at: Double(draw.place(of: "person-\(number)")) / 10_000, in: ranges)
        }

        #expect(variations == [0, 0, 1, 1, 0, 1])
    }

    @Test("the phase's seed is its salt and a word")
    func seeds() {
        let experiment = Self.experiment()
        let assigner = Self.assigner(experiment, salt: "s")
        let draw = Draw(seed: "s:variant")

        for unit in Self.units.prefix(500) {
            #expect(assigner.assign(unit).variant == (draw.place(of: unit) < 5000 ? 0 : 1))
        }
    }

    private static let third: Double = 1.0 / 3
    private static let sum: Double = 0.1 + 0.2

    static let bounds: [(share: Double, bound: Int)] = [
        (0.0, 0), (-1.0, 0), (.nan, 0), (0.5, 5000), (1.0, 10_000), (2.0, 10_000), (third, 3334),
        (0.33333333, 3334), (0.00001, 1), (0.0001, 1), (0.00010001, 2), (0.99999, 10_000), (sum, 3001),
        (0.3, 3000), (0.7, 7000), (0.0029, 29), (0.57, 5700), (0.58, 5800),
    ]

    @Test("a bound is the least place that is not below the share", arguments: bounds)
    func bound(share: Double, bound: Int) {
        #expect(Draw.bound(of: share) == bound)
    }

    @Test("places and doubles decide alike, for every place", arguments: Seeds.first(30))
    func boundLaw(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let share =
            generator.chance(1, in: 2)
            ? Double.random(in: 0...1, using: &generator) : Double(generator.next() % 10_001) / 10_000
        let bound = Draw.bound(of: share)

        #expect((0..<10_000).allSatisfy { ($0 < bound) == (Double($0) / 10_000 < share) })
    }

    @Test("every GrowthBook SDK puts the unit in the same variant", arguments: Seeds.first(10))
    func sameAsGrowthBook(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let weights = (0..<Int.random(in: 2...5, using: &generator)).map { _ in
            Double(Int.random(in: 1...9, using: &generator))
        }
        let experiment = Self.experiment(weights: weights)
        let phase = ExperimentPhase(first: experiment, start: .epoch)
        let assigner = Assigner(experiment, phase)
        let ranges = GrowthBook.ranges(
            count: weights.count,
            coverage: 1,
            weights: phase.shares(of: weights.count)
        )

        for unit in Self.units.prefix(2000) {
            let place = GrowthBook.hash(seed: "copy:variant", value: unit, version: 2) ?? 0
            #expect(assigner.assign(unit).variant == GrowthBook.variation(at: place, in: ranges))
        }
    }

    @Test(
        "shares come out as weighed",
        arguments: [[1, 1], [1, 3], [2, 1, 1], [1, 0, 1], [5, 5, 5, 5]] as [[Double]]
    )
    func shares(weights: [Double]) {
        let assigner = Self.assigner(Self.experiment(weights: weights))
        var counts = weights.map { _ in 0.0 }
        for unit in Self.units { counts[assigner.assign(unit).variant ?? 0] += 1 }

        let total = weights.reduce(0, +)
        for (count, weight) in zip(counts, weights) {
            let found = count / Double(Self.units.count)
            let distance = abs(found - weight / total)
            #expect(distance < 0.015, "\(counts)")
        }
        if weights[1] == 0 { #expect(counts[1] == 0) }
    }

    static let unsound: [[Double]] = [[], [0, 0], [-1, 1], [.nan, 1], [.infinity, 1], [1, 1, 1]]

    @Test("weights that cannot be are equal", arguments: unsound)
    func unsoundWeights(weights: [Double]) {
        let phase = ExperimentPhase(salt: "s", weights: weights, start: .epoch)

        #expect(phase.shares(of: 2) == [0.5, 0.5])
    }

    @Test("a ramp lets more in and moves nobody")
    func ramp() {
        let steps = [0, 0.1, 0.35, 0.8, 1].map { Self.assigner(Self.experiment(inclusion: $0)) }
        for unit in Self.units.prefix(5000) {
            let variants = steps.map { $0.assign(unit).variant }
            let first = variants.firstIndex { $0 != nil } ?? variants.count
            #expect(variants[first...].allSatisfy { $0 == variants.last ?? nil })
        }
        #expect(Self.units.allSatisfy { steps[0].assign($0) == .notIn(.inclusion) })
        let included = Self.units.count { steps[2].assign($0).variant != nil }
        let distance = abs(Double(included) / Double(Self.units.count) - 0.35)
        #expect(distance < 0.015)
    }

    @Test("experiments with stretches of one namespace exclude each other")
    func exclusion() {
        let low = ExperimentDefinition.Namespace(id: "home", from: 0, to: 0.4)
        let high = ExperimentDefinition.Namespace(id: "home", from: 0.4, to: 1)
        let one = Self.assigner(Self.experiment(namespace: low), salt: "one")
        let other = Self.assigner(Self.experiment(namespace: high), salt: "other")
        for unit in Self.units {
            let isInOne = one.assign(unit) != .notIn(.namespace)
            let isInOther = other.assign(unit) != .notIn(.namespace)
            #expect(isInOne != isInOther, "in exactly one")
        }
    }

    @Test("two phases, and two draws of one phase, know nothing of each other")
    func independence() {
        let first = Self.assigner(Self.experiment(inclusion: 0.5), salt: "copy")
        let second = Self.assigner(Self.experiment(), salt: "copy/2")
        var both = [0.0, 0, 0, 0]
        var included = [0.0, 0]
        for unit in Self.units {
            let later = second.assign(unit).variant ?? 0
            guard let earlier = first.assign(unit).variant else { continue }
            both[earlier * 2 + later] += 1
            included[earlier] += 1
        }
        let total = included[0] + included[1]
        for count in both {
            let distance = abs(count / total - 0.25)
            #expect(distance < 0.02, "\(both)")
        }
        let distance = abs(included[0] / total - 0.5)
        #expect(distance < 0.02, "who is in says nothing about the variant")
    }

    @Test("who is not in is told why, and the audience is asked last")
    func reasons() {
        let experiment = Self.experiment(inclusion: 0.5)
        let phase = ExperimentPhase(first: experiment, start: .epoch)
        var asked = 0
        var reasons: [Assignment: Int] = [:]
        for unit in Self.units.prefix(1000) {
            let assignment = Assignment.assign(unit: unit, in: experiment, phase: phase) {
                asked += 1
                return false
            }
            reasons[assignment, default: 0] += 1
        }

        #expect(reasons[.notIn(.audience)] == asked)
        #expect((reasons[.notIn(.inclusion)] ?? 0) + asked == 1000)
        #expect(Assignment.assign(unit: "", in: experiment, phase: phase) == .notIn(.noUnit))
        #expect(Self.assigner(Self.experiment(weights: [])).assign("u") == .notIn(.noVariants))
        #expect(Assignment.assign(unit: "person-1", in: Self.experiment(), phase: phase).variant != nil)
    }
}
