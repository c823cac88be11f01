import Foundation
import TipCore

/// The SDKs of other systems, in an environment of their own, and the programs beside the repository that drive them.
enum ClientSDKs {
    /// The interpreter that has the packages; nil where they could not be installed from PyPI.
    static let python: String? = {
        let folder = FileManager.default.temporaryDirectory.appending(path: "tipledger-wire-sdks")
        let python = folder.appending(path: "bin/python").path(percentEncoded: false)
        let check = [
            "-c",
            "import segment, rudderstack, posthog, cloudevents, growthbook, requests, openfeature.contrib.provider.ofrep",
        ]
        if run(python, check) != nil { return python }
        _ = run("/usr/bin/env", ["python3", "-m", "venv", folder.path(percentEncoded: false)])
        _ = run(python, ["-m", "pip", "-q", "install"] + packages)
        return run(python, check) == nil ? nil : python
    }()

    private static let packages = [
        "segment-analytics-python==2.4.0", "rudder-sdk-python==2.1.9", "posthog==7.91.1",
        "cloudevents==2.2.0",
        "openfeature-sdk==0.10.0", "openfeature-provider-ofrep==0.3.0", "growthbook==4.0.0", "requests",
    ]

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
    static func drive(_ driver: String, _ arguments: [String]) -> JSON? {
        guard let folder, let python else { return nil }
        let script = folder.appending(path: "drive_\(driver).py").path(percentEncoded: false)
        return run(python, [script] + arguments).flatMap {
            JSON(parsing: $0.trimmingCharacters(in: .whitespacesAndNewlines))
        }
    }

    /// What a program prints; nil where it cannot be run or fails.
    static func run(_ program: String, _ arguments: [String]) -> String? {
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return nil }
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return process.terminationStatus == 0 ? String(decoding: data, as: UTF8.self) : nil
    }
}
