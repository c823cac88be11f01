import Foundation
import TipTestSupport

/// The tool `embed-sql`, run on a folder of SQL made for the occasion.
enum EmbedTool {
    /// What the tool did.
    struct Outcome {
        let status: Int32
        /// The Swift file, when one was written.
        let swift: String?
        /// What it complained of, with `sql/` for the folder.
        let complaints: String
    }

    /// Runs the tool on files, given by their paths in the folder.
    static func run(_ files: [String: String], keepingIn folder: String? = nil) async throws -> Outcome {
        var outcome: Outcome?
        try await withTemporaryFolder { temporary in
            let folder = folder ?? temporary
            for (path, text) in files {
                let file = URL(filePath: folder + "/sql/" + path)
                try FileManager.default.createDirectory(
                    at: file.deletingLastPathComponent(),
                    withIntermediateDirectories: true
                )
                try text.write(to: file, atomically: true, encoding: .utf8)
            }
            outcome = try await run(on: folder)
        }
        return outcome ?? Outcome(status: -1, swift: nil, complaints: "")
    }

    private static func run(on folder: String) async throws -> Outcome {
        let program = try BuiltProgram.path("embed-sql")
        let (status, printed) = try await Command.run([program, folder + "/SQL.swift", folder + "/sql"])
        return Outcome(
            status: status,
            swift: try? String(contentsOfFile: folder + "/SQL.swift", encoding: .utf8),
            complaints: printed.replacing(folder + "/", with: "")
        )
    }
}
