import Foundation
import PackagePlugin

/// Turns the package's `sql/` into Swift for the target that uses this plug-in.
@main
struct EmbedSQL: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) async throws -> [Command] {
        let folder = context.package.directoryURL.appending(path: "sql")
        let output = context.pluginWorkDirectoryURL.appending(path: "SQL.swift")
        return [
            // Does nothing. A plug-in is asked for its commands only when the package's structure has
            // changed, and of folders outside the targets only those count as structure that such a
            // command writes to: so a file that comes to sql/, or goes, is noticed.
            .prebuildCommand(
                displayName: "Watching SQL",
                executable: URL(filePath: "/bin/true"),
                arguments: [],
                outputFilesDirectory: folder
            ),
            .buildCommand(
                displayName: "Embedding SQL into \(target.name)",
                executable: try context.tool(named: "embed-sql").url,
                arguments: [output.path(percentEncoded: false), folder.path(percentEncoded: false)],
                inputFiles: files(in: folder),
                outputFiles: [output]
            ),
        ]
    }

    /// The files and folders, whose changes make the output out of date.
    private func files(in folder: URL) -> [URL] {
        guard let names = FileManager.default.subpaths(atPath: folder.path(percentEncoded: false)) else {
            return []
        }
        return [folder] + names.sorted().map { folder.appending(path: $0) }
    }
}
