import HTTPServer
import Testing

extension OverSockets {
    @Suite("A body over the limit gets an answer and costs no more than the limit")
    struct BodyLimitTests {
        private static func limits(_ bytes: Int) -> HTTPLimits {
            var limits = HTTPLimits.patient
            limits.bodyBytes = bytes
            return limits
        }

        @Test("the limit holds to the byte", arguments: [(1_000, 200), (1_001, 413)])
        func toTheByte(size: Int, status: Int) async throws {
            let body = String(repeating: "x", count: size)
            try await TestServer(limits: Self.limits(1_000)).run { address in
                let sized = try await RawClient(address)
                await sized.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: \(size)\r\n\r\n\(body)")
                #expect(await sized.receive().statuses == [status])

                let chunked = try await RawClient(address)
                await chunked.send("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n")
                await chunked.send("\(String(size, radix: 16))\r\n\(body)\r\n0\r\n\r\n")
                #expect(await chunked.receive().statuses == [status])
            }
        }

        @Test("a length over the limit is answered before the body comes")
        func atOnce() async throws {
            try await TestServer(limits: Self.limits(1_000)).run { address in
                let client = try await RawClient(address)
                await client.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1001\r\n\r\n")
                let received = await client.receiveAll()
                #expect(received.statuses == [413])
                #expect(received.isClosed)
            }
        }

        @Test("a client that waits for leave is refused it")
        func expectation() async throws {
            try await TestServer(limits: Self.limits(1_000)).run { address in
                let client = try await RawClient(address)
                await client.send(
                    "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1001\r\nExpect: 100-continue\r\n\r\n"
                )
                #expect(await client.receiveAll().statuses == [413])
            }
        }

        @Test(
            "a client that sends all before it reads gets the answer, not a reset",
            arguments: [true, false]
        )
        func sendsAllFirst(chunked: Bool) async throws {
            let size = 9 << 20
            try await TestServer().run { address in
                let client = try await RawClient(address)
                let body = [UInt8](repeating: 120, count: size)
                if chunked {
                    await client.send("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n")
                    #expect(
                        await client.send(
                            Array("\(String(size, radix: 16))\r\n".utf8) + body + Array("\r\n0\r\n\r\n".utf8)
                        )
                    )
                } else {
                    await client.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: \(size)\r\n\r\n")
                    #expect(await client.send(body))
                }
                let received = await client.receiveAll()
                #expect(received.statuses == [413])
                #expect(!received.isReset)
            }
        }

        @Test("chunks without end are answered, drained for a while, and cut")
        func endlessChunks() async throws {
            try await TestServer(limits: Self.limits(100_000)).run { address in
                let client = try await RawClient(address)
                await client.send("POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n")
                let chunk = Array("2710\r\n\(String(repeating: "x", count: 10_000))\r\n".utf8)
                var sent = 0
                while sent < 10_000, await client.send(chunk) { sent += 1 }
                #expect(sent < 10_000, "100 MB were taken for a limit of 100 kB")
                #expect(await client.receive().statuses == [413])
            }
        }

        @Test("all bodies together are limited; what is over gets 503, and memory comes back")
        func together() async throws {
            var limits = Self.limits(100_000)
            limits.allBodiesBytes = 150_000
            try await TestServer(limits: limits).run { address in
                let body = String(repeating: "x", count: 90_000)
                let request = "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n"
                let first = try await RawClient(address)
                await first.send(request + body)
                try await Task.sleep(for: .milliseconds(200))

                let second = try await RawClient(address)
                await second.send(request + body + String(repeating: "y", count: 10_000))
                let refused = try #require(await second.receive().answers.first)
                #expect(refused.status == 503)
                #expect(refused.fields["retry-after"] == "1")

                await first.send(String(repeating: "y", count: 10_000))
                #expect(await first.receive().statuses == [200])
                for _ in 0..<3 {
                    let third = try await RawClient(address)
                    await third.send(request + body + String(repeating: "y", count: 10_000))
                    #expect(await third.receive().statuses == [200])
                }
            }
        }

        @Test(
            "a header over the limit gets 431, whoever finds it",
            arguments: [1_000, 2_000, 20_000, 300_000]
        )
        func header(size: Int) async throws {
            var limits = HTTPLimits.patient
            limits.headerBytes = 1_000
            try await TestServer(limits: limits).run { address in
                let client = try await RawClient(address)
                await client.send(
                    "GET / HTTP/1.1\r\nHost: x\r\nX: \(String(repeating: "a", count: size))\r\n\r\n"
                )
                let received = await client.receiveAll()
                #expect(received.statuses == [431])
            }
        }

        @Test("many small fields are a large header")
        func manyFields() async throws {
            try await TestServer().run { address in
                let client = try await RawClient(address)
                await client.send(
                    "GET / HTTP/1.1\r\nHost: x\r\n" + String(repeating: "a:\r\n", count: 20_000) + "\r\n"
                )
                #expect(await client.receiveAll().statuses == [431])
            }
        }

        @Test("a header just within the limit is read")
        func headerWithin() async throws {
            var limits = HTTPLimits.patient
            limits.headerBytes = 1_000
            try await TestServer(limits: limits).run { address in
                let client = try await RawClient(address)
                let start = "GET / HTTP/1.1\r\nHost: x\r\nX: "
                let filling = String(repeating: "a", count: 1_000 - start.utf8.count - 4)
                await client.send("\(start)\(filling)\r\n\r\n")
                #expect(await client.receive().statuses == [200])
                await client.send("\(start)\(filling)a\r\n\r\n")
                #expect(await client.receive().statuses == [431])
            }
        }

        @Test("the owner phrases refusals, and the status stays")
        func phrasing() async throws {
            let server = HTTPServer(
                address: HTTPAddress(host: "127.0.0.1", port: 0),
                limits: Self.limits(10),
                refuse: { refusal, path in
                    HTTPResponse(
                        status: 200,
                        headers: ["Content-Type": "application/problem+json"],
                        body: Array("\(refusal.reason.rawValue) \(path ?? "-")".utf8)
                    )
                },
                respond: TestServer.echo
            )
            let address = try await server.start()
            let chunks = "Transfer-Encoding: chunked\r\n\r\nb\r\nhello world\r\n0\r\n\r\n"
            for framing in [chunks, "Content-Length: 11\r\n\r\nhello world"] {
                let client = try await RawClient(address)
                await client.send("POST /a?b HTTP/1.1\r\nHost: x\r\n\(framing)")
                let answer = try #require(await client.receive().answers.first)
                #expect(answer.status == 413)
                #expect(answer.fields["content-type"] == "application/problem+json")
                #expect(answer.text == "body_too_large /a")
            }
            await server.stop()
        }
    }
}
