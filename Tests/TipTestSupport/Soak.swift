import Foundation

/// Whether the long tests run too: `scripts/soak` sets TIPLEDGER_SOAK.
package enum Soak {
    /// Whether they do.
    package static let isOn = ProcessInfo.processInfo.environment["TIPLEDGER_SOAK"] != nil

    /// How much of something a test does: little in every run, much in a soak.
    package static func amount(_ usual: Int, soak: Int) -> Int { isOn ? soak : usual }
}
