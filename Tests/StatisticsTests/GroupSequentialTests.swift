import Statistics
import Testing

@Suite("Looks at planned times spend the error rate as planned")
struct GroupSequentialTests {
    @Test(.enabled(if: ReferenceCase.isThere), arguments: ReferenceCase.of("lan_demets_power2"))
    func lan_demets_power2(_ reference: ReferenceCase) throws {
        let plan = try GroupSequential(
            times: reference.inputs["t"].doubles,
            level: reference.level,
            isTwoSided: reference.inputs["sides"].double == 2
        )
        #expect(reference.mismatches(["z": .numbers(plan.bounds)]) == [])
    }
}
