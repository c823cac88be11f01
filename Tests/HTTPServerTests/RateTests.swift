import HTTPServer
import Testing

extension OverSockets {
    @Suite("A body that has begun must keep coming")
    struct RateTests {
        private static func limits(_ change: (inout HTTPLimits) -> Void) -> HTTPLimits {
            var limits = HTTPLimits()
            limits.bodyTime = .seconds(60)
            limits.rateGrace = .seconds(1)
            limits.bytesPerSecond = 1_000
            change(&limits)
            return limits
        }

        static let framings: [(why: String, framing: String, piece: String)] = [
            ("by its length", "Content-Length: 100000\r\n\r\n", "a"),
            ("in chunks", "Transfer-Encoding: chunked\r\n\r\n", "1\r\na\r\n"),
            ("not at all", "Content-Length: 100000\r\n\r\n", ""),
        ]

        @Test(
            "one that comes more slowly than it must is answered with 408 long before its end",
            arguments: framings
        )
        func slow(why: String, framing: String, piece: String) async throws {
            try await TestServer(limits: Self.limits { _ in }).run { address in
                let client = try await RawClient(address)
                await client.send("POST / HTTP/1.1\r\nHost: x\r\n\(framing)")
                let start = ContinuousClock.now
                while !piece.isEmpty, await client.send(piece), ContinuousClock.now - start < .seconds(15) {
                    try await Task.sleep(for: .milliseconds(50))
                }
                #expect(await client.receiveAll().statuses == [408], "\(why)")
                #expect(ContinuousClock.now - start < .seconds(15), "\(why)")
            }
        }

        @Test("one that comes fast enough may take longer than the grace")
        func fastEnough() async throws {
            try await TestServer(limits: Self.limits { $0.bytesPerSecond = 100 }).run { address in
                let client = try await RawClient(address)
                await client.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 6000\r\n\r\n")
                // A second's worth of bytes in a tenth of one, so that a loaded machine makes nobody slow.
                for _ in 0..<20 {
                    await client.send(String(repeating: "a", count: 300))
                    try await Task.sleep(for: .milliseconds(100))
                }
                #expect(await client.receive().statuses == [200])
            }
        }

        @Test("speed buys no more time than a body has")
        func total() async throws {
            let limits = Self.limits {
                $0.bodyTime = .seconds(2)
                $0.bytesPerSecond = 1
            }
            try await TestServer(limits: limits).run { address in
                let client = try await RawClient(address)
                await client.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n")
                let start = ContinuousClock.now
                while await client.send(String(repeating: "a", count: 100)) {
                    guard ContinuousClock.now - start < .seconds(15) else { break }
                    try await Task.sleep(for: .milliseconds(50))
                }
                #expect(await client.receiveAll().statuses == [408])
                #expect(ContinuousClock.now - start < .seconds(15))
            }
        }
    }
}
