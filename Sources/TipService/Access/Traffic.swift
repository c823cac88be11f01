import HTTPServer

/// Who a request comes from, as far as reports ask: people, bots, or the team itself.
///
/// Their events are kept like all others and flagged; reports leave them out and say how many there were.
struct Traffic: Hashable, Sendable {
    /// Whether the sender says that it is a machine.
    var isBot = false
    /// Whether it comes from an address of the team.
    var isInternal = false

    /// People.
    init() {}

    /// Looks at a request.
    init(of request: HTTPRequest, client: String, internalAddresses: [AddressRange]) {
        isBot = request.headers["User-Agent"].map(Self.isBot) ?? false
        isInternal = internalAddresses.contain(client)
    }

    /// Whether a user agent names a bot, crawler or spider, as well-behaved ones do.
    static func isBot(_ userAgent: String) -> Bool {
        let text = userAgent.lowercased()
        // "cubot" is a maker of phones.
        return ["bot", "crawl", "spider", "slurp", "headlesschrome", "lighthouse"].contains {
            text.contains($0)
        }
            && !text.contains("cubot")
    }
}
