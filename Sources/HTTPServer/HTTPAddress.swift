/// Where a server listens: a host and a port.
package struct HTTPAddress: Hashable, Sendable {
    /// A name or a numeric address; IPv6 without brackets.
    package let host: String

    /// The port; 0 lets the system choose one.
    package let port: UInt16

    /// Joins a host and a port.
    package init(host: String, port: UInt16) {
        self.host = host
        self.port = port
    }

    /// Reads `127.0.0.1:8080`, `[::1]:8080`, `localhost:8080`, or `:8080` for all IPv4 addresses.
    ///
    /// Nil where the text is none of these.
    ///
    /// - Parameter text: host and port, joined by a colon.
    package init?(_ text: String) {
        guard let colon = text.lastIndex(of: ":") else { return nil }
        let digits = text[text.index(after: colon)...]
        guard digits.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains),
            let port = UInt16(digits)
        else { return nil }
        var host = text[..<colon]
        if host.hasPrefix("["), host.hasSuffix("]") {
            host = host.dropFirst().dropLast()
            guard host.contains(":") else { return nil }
        } else if host.contains(":") || host.contains("[") {
            return nil  // IPv6 needs brackets, or no one could tell where the port starts.
        }
        self.host = host.isEmpty ? "0.0.0.0" : String(host)
        self.port = port
    }
}

extension HTTPAddress: CustomStringConvertible {
    /// The form that a URL takes: IPv6 in brackets.
    package var description: String {
        host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    }
}
