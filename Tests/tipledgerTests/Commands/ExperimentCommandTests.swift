import Foundation
import Testing

@Suite("What is asked of experiments is checked before anything is begun")
struct ExperimentCommandTests {
    static let wrong: [(arguments: [String], says: String)] = [
        (["report", "x", "--by", "context.oz"], "context.os"),
        (["report", "x", "--timezone", "Mars/Base"], "IANA"),
        (["report", "x", "--aa", "0"], "--aa cannot be '0'"),
        (["experiment", "start", "x", "--at", "2999-01-01"], "--at is later than now"),
        (["plan", "--lift", "0.1"], "--experiment"),
        (["experiment", "ramp", "x", "2"], "a number from 0 to 1"),
        (["experiment", "ramp", "x", "half"], "a number from 0 to 1"),
        (["experiment", "stop", "x", "--decision", "maybe"], "ship:VARIANT or keep"),
    ]

    @Test("a question that cannot be answered ends with 2", arguments: wrong)
    func wrongUse(arguments: [String], says: String) async throws {
        try await withFolder { folder in
            let run = try await Program.run(arguments, in: folder)
            #expect(run.code == 2 && run.messages.contains(says), "\(run.messages)")
            #expect(!FileManager.default.fileExists(atPath: folder.path(".tipledger")), "nothing was begun")
        }
    }

    private static let counts =
        "experiment,variant,people,conversions\nx,control,1000,100\nx,benefit,1000,120\n"

    static let weights: [(weights: String, code: Int32, says: String)] = [
        ("control=2,benefit=1", 0, ""), ("control=2,benefits=1", 2, "benefit"),
        ("control=2,control=1", 2, "twice"), ("control=0,benefit=0", 2, "all 0"),
        ("control", 2, "v1=2,v2=1"),
    ]

    @Test("weights name each variant once, and not all of them are nothing", arguments: weights)
    func analyzeWeights(weights: String, code: Int32, says: String) async throws {
        try await withFolder { folder in
            let run = try await Program.run(
                ["analyze", "-", "--weights", weights],
                in: folder,
                input: Array(Self.counts.utf8)
            )
            #expect(run.code == code, "\(run.messages)")
            #expect(says.isEmpty || run.messages.contains(says), "\(run.messages)")
        }
    }
}
