import Testing
import TipCore

@testable import Reports

@Suite("A guardrail holds, is broken, or is not clear, by its direction and margin")
struct GuardrailTests {
    private static let closed = Metric.invalidation(.tipClosed)

    private func findings(
        _ conversions: [Int64],
        of people: Int64,
        direction: MetricDefinition.Direction?,
        margin: Double?,
        build: (inout Snapshots) -> Void = { _ in }
    ) throws -> MetricFindings {
        var snapshots = Snapshots(arms: conversions.map { _ in (people / 10, people) })
        snapshots.status = .stopped
        snapshots.assignment = .external
        let metric = MetricDefinition(metric: Self.closed, direction: direction, margin: margin)
        snapshots.guardrails = [(metric, conversions)]
        build(&snapshots)
        return try #require(try snapshots.report().guardrails.first)
    }

    static let table:
        [(
            why: String, conversions: [Int64], direction: MetricDefinition.Direction?, margin: Double?,
            state: GuardrailState
        )] = [
            ("more people close it, which is worse", [500, 700], .down, nil, .breached),
            ("fewer close it", [700, 500], .down, nil, .held),
            ("chance explains it", [500, 510], .down, nil, .unclear),
            ("without a direction fewer closings are better", [500, 700], nil, nil, .breached),
            ("and more are worse, so fewer hold", [700, 500], nil, nil, .held),
            ("unless the catalog says that more is better", [500, 700], .up, nil, .held),
            ("a margin of zero is none", [500, 700], .down, 0, .breached),
            ("worse by 40 %, 20 % allowed", [500, 700], .down, 0.2, .breached),
            ("worse by 10 %, 40 % allowed", [500, 550], .down, 0.4, .held),
            ("worse for sure, but perhaps by less than the margin", [500, 600], .down, 0.15, .unclear),
            ("the same, but the margin is too narrow for so few people", [500, 500], .down, 0.05, .unclear),
            ("less by 30 %, 10 % allowed", [700, 490], .up, 0.1, .breached),
            ("less by 3 %, 20 % allowed", [700, 679], .up, 0.2, .held),
            ("nobody closes the variant: better, though there is no interval", [500, 0], .down, 0.1, .held),
            ("nobody closed the baseline: worse, though there is no lift", [0, 200], .down, 0.1, .breached),
            ("nobody closes either", [0, 0], .down, 0.1, .unclear),
        ]

    @Test("the state of a guardrail of 5000 people a variant", arguments: table)
    func state(
        why: String,
        conversions: [Int64],
        direction: MetricDefinition.Direction?,
        margin: Double?,
        state: GuardrailState
    ) throws {
        let found = try findings(conversions, of: 5000, direction: direction, margin: margin)

        #expect(found.guardrail == [state], "\(why)")
    }

    @Test("without people there is no state")
    func noData() throws {
        #expect(try findings([0, 0], of: 0, direction: .down, margin: 0.1).guardrail == [.noData])
    }

    @Test("while it runs, a guardrail is not broken by peeking")
    func peeking() throws {
        let once = try findings([500, 580], of: 5000, direction: .down, margin: nil)
        let peeked = try findings([500, 580], of: 5000, direction: .down, margin: nil) {
            ($0.status, $0.assignment) = (.running, .hash)
        }

        #expect(once.guardrail == [.breached])
        #expect(peeked.guardrail == [.unclear])
    }

    @Test("a margin is tested at a level that is safe under peeking")
    func peekingAtMargin() throws {
        let once = try findings([500, 550], of: 5000, direction: .down, margin: 0.26)
        let peeked = try findings([500, 550], of: 5000, direction: .down, margin: 0.26) {
            ($0.status, $0.assignment) = (.running, .hash)
        }
        let planned = try findings([500, 550], of: 5000, direction: .down, margin: 0.26) {
            ($0.status, $0.assignment) = (.running, .hash)
            $0.plan = .init(peoplePerVariant: 10_000, looks: 2)
        }

        #expect(once.guardrail == [.held])
        #expect(peeked.guardrail == [.unclear])
        #expect(planned.guardrail == [.unclear])
    }

    @Test("secondary metrics have comparisons and no guardrail")
    func secondary() throws {
        var snapshots = Snapshots((100, 1000), (110, 1000))
        snapshots.secondary = [(MetricDefinition(metric: .donation("saved")), [50, 90])]
        snapshots.guardrails = [(MetricDefinition(metric: Self.closed, direction: .down), [10, 10])]
        let report = try snapshots.report()

        #expect(report.secondary.map(\.metric.metric.name) == ["donation:saved"])
        #expect(report.secondary[0].guardrail.isEmpty)
        #expect(report.secondary[0].variants.map(\.counts.conversions) == [50, 90])
        #expect(report.guardrails.map(\.metric.metric.name) == ["invalidation:tipClosed"])
        #expect(report.primary.guardrail.isEmpty)
    }
}
