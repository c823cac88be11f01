import Foundation

/// A clock of libfaketime that programs started under it, and their children, take for the system's.
struct FakeClock {
    /// The file that says how far it is off.
    let file: String

    private static let library = "/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1"

    /// Whether the library is installed; `scripts/bootstrap tests` installs it.
    static var isThere: Bool { FileManager.default.fileExists(atPath: library) }

    /// The variables under which a program sees it; how long something takes stays true.
    var environment: [String: String] {
        [
            "LD_PRELOAD": Self.library, "FAKETIME_TIMESTAMP_FILE": file, "FAKETIME_NO_CACHE": "1",
            "FAKETIME_DONT_FAKE_MONOTONIC": "1", "DONT_FAKE_MONOTONIC": "1",
        ]
    }

    /// Sets it, such as to `+2d`; those who see it do so at once.
    func set(_ offset: String) throws {
        try (offset + "\n").write(toFile: file, atomically: true, encoding: .utf8)
    }
}
