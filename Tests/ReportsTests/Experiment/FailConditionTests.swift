import Statistics
import Testing
import TipCore

@testable import Reports

@Suite("A command fails on what its caller listed, and says which experiment made it")
struct FailConditionTests {
    @Test("lists are read in any order")
    func lists() throws {
        #expect(try FailCondition.list("srm") == [.srm])
        #expect(try FailCondition.list("guardrail,srm") == [.srm, .guardrail])
    }

    static let bad: [(text: String, message: String)] = [
        ("srn", "\"srn\" is no condition of --fail-on. Did you mean srm?"),
        ("srm,", "\"\" is no condition of --fail-on. There is: srm, guardrail."),
        ("SRM", "\"SRM\" is no condition of --fail-on. Did you mean srm?"),
    ]

    @Test("other words are refused with a hint", arguments: bad)
    func refused(text: String, message: String) {
        let thrown = #expect(throws: FailConditionProblem.self) { try FailCondition.list(text) }
        #expect(thrown?.description == message)
    }

    @Test("a broken split and a broken guardrail make a line each, where they are listed")
    func failures() throws {
        var snapshots = Snapshots((612, 5600), (600, 4400))
        (snapshots.status, snapshots.assignment) = (.stopped, .external)
        snapshots.guardrails = [
            (MetricDefinition(metric: .invalidation(.tipClosed), direction: .down), [300, 450])
        ]
        let report = try snapshots.report()
        let split =
            "favorites-copy: The split is not as configured: "
            + "\"control\" has 5600 people where 5000 were expected (p 3.6e-33)."
        let guardrail = "favorites-copy: the guardrail invalidation:tipClosed got worse in \"benefit\"."

        #expect(report.failures(on: [.srm]) == [split])
        #expect(report.failures(on: [.guardrail]) == [guardrail])
        #expect(report.failures(on: [.guardrail, .srm]) == [split, guardrail])
        #expect(report.failures(on: []) == [])
    }

    @Test("people in a variant of weight zero fail the check of the split, though its p-value is 1")
    func weightZero() throws {
        var snapshots = Snapshots(arms: [(50, 500), (50, 500), (30, 300)])
        snapshots.weights = [1, 1, 0]
        let report = try snapshots.report()
        #expect(report.health.srm.value?.p == 1)
        #expect(
            report.failures(on: [.srm]) == [
                "favorites-copy: \"question\" has 300 people though its weight is 0."
            ]
        )
        #expect(report.recommendation.decision == .blocked)
    }

    @Test("what is not known is no failure")
    func unknown() throws {
        var snapshots = Snapshots((0, 0), (0, 0))
        snapshots.guardrails = [(MetricDefinition(metric: .tap, direction: .down), [0, 0])]

        #expect(try snapshots.report().failures(on: [.srm, .guardrail]) == [])
    }
}
