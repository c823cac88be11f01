import Synchronization

/// Lets each name do so much a second, with some more at once: a bucket that fills by itself.
final class RateLimiter: Sendable {
    private struct Bucket {
        var tokens: Double
        var filledAt: ContinuousClock.Instant
    }

    /// How many requests a second; 0 for no limit.
    let perSecond: Double
    private let burst: Double
    private let buckets = Mutex<[String: Bucket]>([:])

    /// Beyond so many names, those whose bucket is full again are forgotten.
    private static let mostNames = 50_000

    /// Sets a limit; the bucket holds what five seconds fill.
    init(perSecond: Double) {
        self.perSecond = perSecond
        burst = max(perSecond * 5, 1)
    }

    /// Takes one request of a name.
    ///
    /// - Returns: nil where it may go on, else after how many seconds it may.
    func take(_ name: String, at now: ContinuousClock.Instant = .now) -> Int? {
        guard perSecond > 0 else { return nil }
        return buckets.withLock { buckets in
            var bucket = buckets[name] ?? Bucket(tokens: burst, filledAt: now)
            bucket.tokens = min(
                burst,
                bucket.tokens + bucket.filledAt.duration(to: now) / .seconds(1) * perSecond
            )
            bucket.filledAt = now
            defer { buckets[name] = bucket }
            if buckets.count > Self.mostNames { forgetFull(&buckets, at: now) }
            guard bucket.tokens < 1 else {
                bucket.tokens -= 1
                return nil
            }
            return max(1, Int(min((1 - bucket.tokens) / perSecond, 86_400).rounded(.up)))
        }
    }

    private func forgetFull(_ buckets: inout [String: Bucket], at now: ContinuousClock.Instant) {
        buckets = buckets.filter { _, bucket in
            bucket.tokens + bucket.filledAt.duration(to: now) / .seconds(1) * perSecond < burst
        }
        // A flood of names that are all busy is no reason to keep more of them.
        if buckets.count > Self.mostNames { buckets = [:] }
    }
}

/// The limits of requests over time.
struct RateLimits: Sendable {
    private let keys: RateLimiter
    private let admins: RateLimiter
    private let addresses: RateLimiter

    init(_ settings: ServiceSettings) {
        keys = RateLimiter(perSecond: settings.keyRequestsPerSecond)
        admins = RateLimiter(perSecond: settings.adminRequestsPerSecond)
        addresses = RateLimiter(perSecond: settings.addressRequestsPerSecond)
    }

    /// Takes a request of an address.
    func takeAddress(_ address: String) throws(Problem) { try Self.pass(addresses.take(address), "address") }

    /// Takes a request with a key; administration has a small budget of its own.
    func takeKey(_ id: String, isAdmin: Bool) throws(Problem) {
        try Self.pass((isAdmin ? admins : keys).take(id), "key")
    }

    private static func pass(_ seconds: Int?, _ what: String) throws(Problem) {
        guard let seconds else { return }
        throw Problem(
            429,
            "too_many_requests",
            "There were too many requests from this \(what).",
            hint: "Send the same request again after \(seconds) s; send more events a request.",
            retryAfterSeconds: seconds
        )
    }
}
