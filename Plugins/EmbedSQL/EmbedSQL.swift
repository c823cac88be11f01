import Foundation
import PackagePlugin

/// Turns the package's `sql/` into Swift for the target that uses this plug-in.
@main
struct EmbedSQL: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) async throws -> [Command] {
        let folder = context.package.directoryURL.appending(path: "sql")
        let output = context.pluginWorkDirectoryURL.appending(path: "SQL.swift")
        return [
            .buildCommand(
                displayName: "Embedding sql/ into \(target.name)",
                executable: try context.tool(named: "embed-sql").url,
                arguments: [output.path(percentEncoded: false), folder.path(percentEncoded: false)],
                inputFiles: inputs(in: folder),
                outputFiles: [output])
        ]
    }

    /// The files, and the folders too, whose dates change when a file comes or goes.
    private func inputs(in folder: URL) -> [URL] {
        guard let names = FileManager.default.subpaths(atPath: folder.path(percentEncoded: false)) else { return [] }
        return [folder] + names.sorted().map { folder.appending(path: $0) }
    }
}
