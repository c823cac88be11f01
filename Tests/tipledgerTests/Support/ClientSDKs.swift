import Foundation
import TipCore
import TipTestSupport

/// The SDKs of other systems, and the programs beside the repository that drive them.
enum ClientSDKs {
    /// The interpreter that has the packages; nil where it has not.
    static let python = Programs.python(
        importing: "segment",
        "rudderstack",
        "posthog",
        "cloudevents",
        "growthbook",
        "requests",
        "openfeature.contrib.provider.ofrep"
    )

    /// The folder of drivers and recordings; nil where the repository stands alone.
    static let folder: URL? = {
        var folder = URL(filePath: #filePath)
        for _ in 0..<4 { folder.deleteLastPathComponent() }
        folder = folder.deletingLastPathComponent().appending(path: "shared/wire")
        return FileManager.default.fileExists(atPath: folder.path(percentEncoded: false)) ? folder : nil
    }()

    /// Whether drivers can be run.
    static var areThere: Bool { folder != nil && python != nil }

    /// What a driver says its caller saw; nil where it fails.
    static func drive(_ driver: String, _ arguments: [String]) async -> JSON? {
        guard let folder, let python else { return nil }
        let script = folder.appending(path: "drive_\(driver).py").path(percentEncoded: false)
        return await Programs.output(of: python, [script] + arguments).flatMap {
            JSON(parsing: $0.trimmingCharacters(in: .whitespacesAndNewlines))
        }
    }
}
