import Foundation
import Testing
import TipTestSupport

@Suite("The Swift that is made of SQL compiles under the package's settings")
struct GeneratedSwiftTests {
    private static let types = [
        "bool", "int2", "int4", "int8", "float8", "text", "bytea", "uuid", "timestamptz", "jsonb",
    ]
    private static let shapes = ["", "?", "[]", "?[]", "[]?", "?[]?"]

    private static let swiftc: String? = (ProcessInfo.processInfo.environment["PATH"] ?? "")
        .split(separator: ":").map { "\($0)/swiftc" }
        .first { FileManager.default.isExecutableFile(atPath: $0) }

    /// A statement that takes and gives every type in every shape.
    private static var everything: String {
        let fields = types.flatMap { type in
            shapes.enumerated().map { "\(type)_\($0.offset): \(type)\($0.element)" }
        }
        let places = fields.indices.map { "$\($0 + 1)" }.joined(separator: ", ")
        return """
            -- Gives back what it takes.
            -- param \(fields.joined(separator: ", "))
            -- result \(fields.joined(separator: ", "))
            select \(places)
            """
    }

    @Test(
        "every type in every shape, and names that are words of Swift",
        .enabled(if: swiftc != nil, "the compiler is not on the path")
    )
    func compiles() async throws {
        try await withTemporaryFolder { folder in
            let outcome = try await EmbedTool.run(
                [
                    "queries/everything.sql": Self.everything,
                    "reports/default.sql":
                        "-- A.\n-- param in: int4\n-- result class: int4\nselect $1 as class",
                    "migrations/0001-a.sql": "select '\\(x) \"\"\"#'\n",
                    "views/v.sql": "create view v as select 1\n",
                    "distribute.sql": "select 1;\n",
                ],
                keepingIn: folder
            )
            #expect(outcome.complaints == "")
            let build = URL(filePath: try BuiltProgram.path("embed-sql")).deletingLastPathComponent()
            let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
            let compiler = try #require(Self.swiftc)
            // SwiftPM calls a package after its folder.
            let package = root.standardizedFileURL.lastPathComponent.lowercased()
            let features = ["ExistentialAny", "MemberImportVisibility", "InternalImportsByDefault"]
            let (status, printed) = try await Command.run(
                [
                    compiler, "-typecheck", folder + "/SQL.swift", "-package-name", package,
                    "-module-name", "Generated", "-swift-version", "6", "-strict-memory-safety",
                    "-warnings-as-errors", "-parse-as-library",
                    "-I", build.appending(path: "Modules").path(percentEncoded: false),
                    "-I", root.appending(path: "Sources/CPostgres").path(percentEncoded: false),
                    "-Xcc", "-I/usr/include/postgresql",
                ] + features.flatMap { ["-enable-upcoming-feature", $0] }
            )
            #expect(printed == "")
            #expect(status == 0)
        }
    }
}
