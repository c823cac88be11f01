import Foundation
import Testing
import TipCore

@Suite("analyze says what counts mean, in the format and place that were asked for")
struct AnalyzeCommandTests {
    private static let counts = """
        experiment,variant,people,conversions,copy
        plain,a,4000,300,First
        plain,b,4100,420,お得な情報
        """

    static let formats: [(format: String, begins: String, holds: String)] = [
        ("table", "", "お得な情報"), ("json", "{", "\"tipledger.analysis/1\""), ("ndjson", "{", "\"plain\""),
        ("csv", "experiment,", "plain,"), ("markdown", "", "| "), ("html", "<!doctype html>", "お得な情報"),
    ]

    @Test("each format", arguments: formats)
    func format(format: String, begins: String, holds: String) async throws {
        try await withFolder { folder in
            let file = try folder.write("counts.csv", Self.counts)
            let run = try await Program.run(["analyze", file, "--format", format], in: folder)
            #expect(run.code == 0 && run.messages.isEmpty, "\(run.messages)")
            #expect(run.output.hasPrefix(begins) && run.output.contains(holds), "\(run.output)")
            #expect(run.output.utf8.last == 0x0A && !run.output.contains("\u{1B}"), "no colours in a file")
        }
    }

    @Test("a pipe is as good as a file, and a file as good as the standard output")
    func places() async throws {
        try await withFolder { folder in
            let file = try folder.write("counts.csv", Self.counts)
            let direct = try await Program.run(["analyze", file, "--format=json"], in: folder)
            let piped = try await Program.run(
                ["analyze", "-", "--format", "json"],
                in: folder,
                input: Array(Self.counts.utf8)
            )
            #expect(piped.output == direct.output && !direct.output.isEmpty)
            let target = folder.path("report.json")
            let written = try await Program.run(
                ["analyze", file, "--format", "json", "--output", target],
                in: folder
            )
            #expect(written.code == 0 && written.output.isEmpty)
            #expect(try String(contentsOfFile: target, encoding: .utf8) == direct.output)
        }
    }

    static let wrong: [(why: String, arguments: [String], text: String, code: Int32, says: String)] = [
        ("no file", ["none.csv"], "", 5, "none.csv"),
        ("more conversions than people", [], "experiment,variant,people,conversions\nx,a,1,2\n", 5, "Line 2"),
        ("a negative number", [], "experiment,variant,people,conversions\nx,a,5,1\nx,b,-1,0\n", 5, "Line 3"),
        ("a column too few", [], "experiment,variant,people\nx,a,1\n", 5, "conversions"),
        ("an empty file", [], "", 5, "Line 1"),
        ("a level that is none", ["--alpha", "2"], "x", 2, "--alpha"),
        ("a variant that is not there", ["--baseline", "c"], counts, 2, "c"),
        ("a format that is none", ["--format", "yaml"], counts, 2, "yaml"),
        ("a folder that is not there", ["--output", "none/x.json"], counts, 2, "--output"),
    ]

    @Test("what is wrong ends with its code and says where", arguments: wrong)
    func refused(why: String, arguments: [String], text: String, code: Int32, says: String) async throws {
        try await withFolder { folder in
            let file = why == "no file" ? [] : [try folder.write("counts.csv", text)]
            let run = try await Program.run(["analyze"] + file + arguments, in: folder)
            #expect(run.code == code, "\(why): \(run.messages)")
            #expect(run.output.isEmpty && run.messages.contains(says), "\(why): \(run.messages)")
        }
    }
}
