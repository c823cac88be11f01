import Dispatch
import HTTPServer

/// Whether a running server is alive and can take events, asked from outside of it.
package struct Readiness: Sendable {
    private let probe: ServerProbe

    /// Prepares to ask a server.
    ///
    /// - Parameter address: Where it listens, with or without `http://` before it.
    /// - Throws: `BadServerAddress`.
    package init(of address: String) throws {
        let scheme = "http://"
        var bare = address.hasPrefix(scheme) ? address.dropFirst(scheme.count) : address[...]
        if bare.hasSuffix("/") { bare = bare.dropLast() }
        guard let place = HTTPAddress(String(bare)), place.port > 0 else {
            throw BadServerAddress(text: address)
        }
        probe = ServerProbe(place)
    }

    /// Where the server is asked.
    package var address: String { "http://\(probe.address)" }

    /// Whether it can take events; false also while it is stopping or its database does not answer.
    ///
    /// - Throws: Where nobody answers.
    package func isReady() async throws -> Bool { try await status(of: "/readyz") == 200 }

    /// Whether it answers at all, whatever its database does.
    package func isAlive() async -> Bool { (try? await status(of: "/healthz")) == 200 }

    /// Asks on a thread of its own: the question blocks, and it is asked of servers that hang.
    private func status(of path: String) async throws -> Int {
        let probe = self.probe
        return try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async {
                continuation.resume(with: Result { try probe.status(of: path) })
            }
        }
    }
}

/// An address of a server that cannot be read.
package struct BadServerAddress: Error, Hashable, Sendable, CustomStringConvertible {
    /// What was given.
    package let text: String

    /// What is wrong and what to write.
    package var description: String { "--server cannot read '\(text)'. Write 127.0.0.1:8080 or [::1]:8080." }
}
