import Statistics
import Testing
import TipCore
import TipTestSupport

@testable import Reports

@Suite("What holds for the report of every experiment")
struct ReportLawTests {
    /// An experiment with the report of it as it is, and as another system's finished one.
    struct Drawn: Sendable, CustomTestStringConvertible {
        let snapshot: ExperimentSnapshot
        let report: ExperimentReport
        let finished: ExperimentReport

        var testDescription: String {
            snapshot.arms.map { "\($0.conversions)/\($0.people)" }.joined(separator: " ")
        }
    }

    /// Experiments drawn at random, large and small, with empty arms among them.
    static let drawn: [Drawn] = {
        var generator = SeededGenerator(seed: 11)
        return (0..<30).compactMap { number in
            let most: Int64 = [3, 30, 3000, 300_000][number % 4]
            var snapshots = Snapshots(
                arms: (0..<Int.random(in: 1...5, using: &generator)).map { _ in
                    let people = Int64.random(in: 0...most, using: &generator)
                    return (Int64.random(in: 0...people, using: &generator), people)
                }
            )
            snapshots.status = [.running, .stopped, .paused][number % 3]
            snapshots.assignment = number % 2 == 0 ? .hash : .external
            if number % 5 < 2 {
                snapshots.plan = .init(peoplePerVariant: most / 2 + 1, looks: 1 + number % 7)
            }
            snapshots.guardrails = [
                (
                    MetricDefinition(metric: .invalidation(.tipClosed), direction: .down, margin: 0.1),
                    snapshots.arms.map { Int64.random(in: 0...$0.people, using: &generator) }
                )
            ]
            var snapshot = snapshots.snapshot
            snapshot.immature = .random(in: 0...9, using: &generator)
            snapshot.multipleVariants = .random(in: 0...9, using: &generator)
            snapshot.unexpectedVariant = .random(in: 0...9, using: &generator)
            snapshot.testers = .random(in: 0...9, using: &generator)
            snapshot.bots = .random(in: 0...9, using: &generator)
            snapshot.optedOut = .random(in: 0...9, using: &generator)
            var finished = snapshot
            finished.status = .stopped
            finished.phase?.assignment = .external
            guard let report = try? ExperimentReport(snapshot), let end = try? ExperimentReport(finished)
            else {
                Issue.record("no report of \(snapshot.arms)")
                return nil
            }
            return Drawn(snapshot: snapshot, report: report, finished: end)
        }
    }()

    @Test("the figures are those of an analysis of the same counts, to the last bit", arguments: drawn)
    func sameAsAnalysis(drawn: Drawn) throws {
        let report = drawn.report.json()
        let analysed = try analysis(of: drawn.snapshot.counts(metric: 0)).json
        let verdictFree: (JSON) -> [JSON.Member] = { comparison in
            members(comparison).filter { !["verdict", "sequential"].contains($0.key) }
        }

        for (ours, theirs) in zip(list(report, "variants"), list(analysed, "variants")) {
            for member in members(theirs) { #expect(ours[member.key] == member.value) }
        }
        #expect(
            list(report, "comparisons").map(verdictFree) == list(analysed, "comparisons").map(verdictFree)
        )
        #expect(report["health"]?["srm"] == analysed["health"]?["srm"])
    }

    @Test("at fixed horizon the verdicts are the same as well, and nothing is sequential", arguments: drawn)
    func fixedHorizon(drawn: Drawn) throws {
        let analysed = try analysis(of: drawn.snapshot.counts(metric: 0)).json

        #expect(drawn.finished.json()["comparisons"] == analysed["comparisons"])
    }

    @Test("exclusions and the compared add up to the enrolled", arguments: drawn)
    func addsUp(drawn: Drawn) throws {
        let json = drawn.report.json()
        let health = try #require(json["health"])
        let excluded = members(try #require(health["excluded"])).compactMap(\.value.integerValue).reduce(0, +)
        let people = list(json, "variants").compactMap { $0["people"]?.integerValue }.reduce(0, +)
        let others = [
            json["immature"], health["multipleVariants"]?["people"], health["unexpectedVariant"],
        ].compactMap { $0?.integerValue }.reduce(0, +)

        #expect(json["enrolled"]?.integerValue == people + excluded + others)
    }

    @Test("every null has a reason beside it, and only recommendations do without", arguments: drawn)
    func reasons(drawn: Drawn) throws {
        let shipsNothing = drawn.report.recommendation.variant == nil

        #expect(unexplained(drawn.report.json(), at: "") == (shipsNothing ? ["/recommendation/variant"] : []))
    }

    @Test("the order of the variants other than the baseline changes no finding", arguments: drawn)
    func permutation(drawn: Drawn) throws {
        var turned = drawn.snapshot
        turned.arms = Array(turned.arms.prefix(1) + turned.arms.dropFirst().reversed())
        let (one, other) = (drawn.report, try ExperimentReport(turned))

        #expect(one.primary.comparisons == other.primary.comparisons.reversed())
        #expect(one.guardrails[0].guardrail == other.guardrails[0].guardrail.reversed())
        #expect(one.recommendation.decision == other.recommendation.decision)
        #expect(one.health.srm.value?.ok == other.health.srm.value?.ok)
    }

    @Test("other names for the variants change names and nothing else", arguments: drawn)
    func renaming(drawn: Drawn) throws {
        var renamed = drawn.snapshot
        for index in renamed.arms.indices { renamed.arms[index].variant += "-2" }
        let (one, other) = (drawn.report, try ExperimentReport(renamed))

        #expect(other.primary.comparisons.map(\.pair) == one.primary.comparisons.map(\.pair))
        #expect(other.primary.comparisons.map(\.verdict) == one.primary.comparisons.map(\.verdict))
        #expect(other.primary.comparisons.map(\.sequential) == one.primary.comparisons.map(\.sequential))
        #expect(other.recommendation.decision == one.recommendation.decision)
    }

    @Test(
        "a verdict that allows for peeking is never given where one look would not give it",
        arguments: drawn
    )
    func peekingIsStricter(drawn: Drawn) throws {
        for (running, fixed) in zip(drawn.report.primary.comparisons, drawn.finished.primary.comparisons)
        where running.verdict == .better || running.verdict == .worse {
            #expect(running.verdict == fixed.verdict)
        }
    }

    @Test("only a variant that is better is shipped, and no alarm is overlooked", arguments: drawn)
    func decisions(drawn: Drawn) throws {
        let report = drawn.report
        let advice = report.recommendation

        #expect((advice.decision == .ship) == (advice.variant != nil))
        if let variant = advice.variant {
            #expect(report.primary.comparisons.first { $0.variant == variant }?.verdict == .better)
            #expect(!report.health.isAlarming)
        }
        if drawn.snapshot.status == .stopped { #expect(advice.decision != .continue) }
        #expect(!advice.because.isEmpty && !advice.because.english.contains { "<>*|\u{1B}".contains($0) })
    }

    @Test("any variant can be the baseline, and one that is not there is a problem with a hint")
    func baseline() throws {
        var snapshots = Snapshots((100, 1000), (160, 1000), (120, 1000))
        snapshots.guardrails = [(MetricDefinition(metric: .donation("saved")), [1, 2, 3])]
        let report = try snapshots.report(baseline: "benefit")
        let thrown = #expect(throws: AnalysisProblem.self) { try snapshots.report(baseline: "benefits") }

        #expect(report.baseline == "benefit")
        #expect(report.primary.comparisons.map(\.variant) == ["control", "question"])
        #expect(report.guardrails[0].comparisons.map(\.baseline) == ["benefit", "benefit"])
        #expect(report.primary.variants.map(\.counts.variant) == ["control", "benefit", "question"])
        #expect(
            thrown?.description
                == "Experiment \"favorites-copy\" has no variant \"benefits\" [unknown_baseline]. "
                + "Did you mean benefit?"
        )
    }

    // MARK: Looking into JSON

    private func list(_ json: JSON, _ key: String) -> [JSON] { json[key]?.arrayValue ?? [] }

    private func members(_ json: JSON) -> [JSON.Member] {
        if case .object(let members) = json { members } else { [] }
    }

    /// The paths of nulls without a reason beside them.
    private func unexplained(_ json: JSON, at path: String) -> [String] {
        if let elements = json.arrayValue { return elements.flatMap { unexplained($0, at: path + "/-") } }
        return members(json).flatMap { member -> [String] in
            let path = path + "/" + member.key
            if member.value == .null { return json[member.key + "Reason"]?.stringValue == nil ? [path] : [] }
            return unexplained(member.value, at: path)
        }
    }
}
