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
                displayName: "Embedding SQL into \(target.name)",
                executable: try context.tool(named: "embed-sql").url,
                arguments: [output.path(percentEncoded: false), folder.path(percentEncoded: false)],
                inputFiles: files(in: folder),
                outputFiles: [output]
            )
        ]
    }

    /// The files and folders whose changes make the output out of date.
    ///
    /// A folder changes when a file comes to it or goes, so the tool, which reads the folder itself, meets new files.
    /// Their later changes are watched from the next time the package is planned, which `touch Package.swift` brings.
    private func files(in folder: URL) -> [URL] {
        guard let names = FileManager.default.subpaths(atPath: folder.path(percentEncoded: false)) else {
            return []
        }
        return [folder] + names.sorted().map { folder.appending(path: $0) }
    }
}
