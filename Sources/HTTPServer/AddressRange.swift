import Glibc

/// A range of addresses, such as `10.0.0.0/8`, `::1` or `2001:db8::/32`.
package struct AddressRange: Hashable, Sendable {
    private let bytes: [UInt8]
    private let bits: Int

    /// Reads an address, or a range with the number of its fixed bits; nil where it is none.
    package init?(_ text: String) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = parts.first, let bytes = Self.bytes(of: String(first)) else { return nil }
        self.bytes = bytes
        guard parts.count == 2 else {
            bits = bytes.count * 8
            return
        }
        guard let bits = Int(parts[1]), (0...bytes.count * 8).contains(bits) else { return nil }
        self.bits = bits
    }

    /// Whether an address is in the range.
    package func contains(_ address: String) -> Bool {
        guard let other = Self.bytes(of: address), other.count == bytes.count else { return false }
        return (0..<bits).allSatisfy { bit in
            let mask = UInt8(0x80) >> UInt8(bit % 8)
            return bytes[bit / 8] & mask == other[bit / 8] & mask
        }
    }

    /// Four or sixteen bytes; an IPv4 address within IPv6 counts as the IPv4 address.
    private static func bytes(of text: String) -> [UInt8]? {
        let plain =
            text.lowercased().hasPrefix("::ffff:") && text.contains(".") ? String(text.dropFirst(7)) : text
        var four = [UInt8](repeating: 0, count: 4)
        if unsafe inet_pton(AF_INET, plain, &four) == 1 { return four }
        var sixteen = [UInt8](repeating: 0, count: 16)
        return unsafe inet_pton(AF_INET6, plain, &sixteen) == 1 ? sixteen : nil
    }
}

extension [AddressRange] {
    /// Whether an address is in one of the ranges.
    package func contain(_ address: String) -> Bool { contains { $0.contains(address) } }

    /// Whose request it is: the peer, or where that is one of these proxies the last address before them that
    /// `X-Forwarded-For` names.
    ///
    /// What stands further left was written by whoever sent it, so it is believed only behind a known proxy.
    package func client(of request: HTTPRequest) -> String {
        guard !isEmpty, contain(request.peer) else { return request.peer }
        let hops = request.headers.values("X-Forwarded-For").flatMap { $0.split(separator: ",") }
            .map { String($0.filter { $0 != " " && $0 != "\t" }) }
        for hop in hops.reversed() where !contain(hop) { return hop }
        return request.peer
    }
}
