import HTTPServer
import Testing

extension OverSockets {
    @Suite("A slow client holds a connection no longer than each phase may take")
    struct DeadlineTests {
        /// Limits of half a second for one phase, long ones for the others.
        private static func limits(_ change: (inout HTTPLimits) -> Void) -> HTTPLimits {
            var limits = HTTPLimits()
            change(&limits)
            return limits
        }

        /// Sends a byte now and then until the server closes; how long that took.
        private func trickle(_ client: RawClient, _ byte: String = "a") async throws -> Duration {
            let start = ContinuousClock.now
            while await client.send(byte) {
                guard ContinuousClock.now - start < .seconds(15) else { break }
                try await Task.sleep(for: .milliseconds(50))
            }
            return ContinuousClock.now - start
        }

        @Test("a header that trickles in is answered with 408")
        func header() async throws {
            try await TestServer(limits: Self.limits { $0.headerTime = .seconds(1) }).run { address in
                let client = try await RawClient(address)
                await client.send("GET / HTTP/1.1\r\nHost: x\r\nX: ")
                #expect(try await trickle(client) < .seconds(10))
                #expect(await client.receiveAll().statuses == [408])
            }
        }

        @Test(
            "so is a request line that trickles in, and a client that sends nothing",
            arguments: ["GET /", ""]
        )
        func requestLine(start: String) async throws {
            try await TestServer(limits: Self.limits { $0.headerTime = .seconds(1) }).run { address in
                let client = try await RawClient(address)
                await client.send(start)
                if !start.isEmpty { #expect(try await trickle(client) < .seconds(10)) }
                let received = await client.receiveAll()
                #expect(received.statuses == [408])
                #expect(received.isClosed)
            }
        }

        @Test("the header of a later request has its time too")
        func laterHeader() async throws {
            try await TestServer(limits: Self.limits { $0.headerTime = .seconds(2) }).run { address in
                let client = try await RawClient(address)
                await client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
                #expect(await client.receive().statuses == [200])
                await client.send("GET / HTTP/1.1\r\nHost: x\r\nX: ")
                #expect(try await trickle(client) < .seconds(10))
                #expect(await client.receiveAll().statuses == [408])
            }
        }

        static let framings: [(why: String, framing: String, piece: String)] = [
            ("by its length", "Content-Length: 1000\r\n\r\n", "a"),
            ("in chunks", "Transfer-Encoding: chunked\r\n\r\n", "1\r\na\r\n"),
            ("a chunk size without end", "Transfer-Encoding: chunked\r\n\r\n", "0"),
            ("a trailer without end", "Transfer-Encoding: chunked\r\n\r\n0\r\nX: ", "a"),
        ]

        @Test("a body that trickles in is answered with 408, and the owner hears of it", arguments: framings)
        func body(why: String, framing: String, piece: String) async throws {
            let (summaries, seen) = AsyncStream.makeStream(of: HTTPSummary.self)
            let server = TestServer(
                limits: Self.limits { $0.bodyTime = .seconds(1) },
                onFinish: { seen.yield($0) }
            )
            try await server.run { address in
                let client = try await RawClient(address)
                await client.send("POST / HTTP/1.1\r\nHost: x\r\n\(framing)")
                #expect(try await trickle(client, piece) < .seconds(10), "\(why)")
                #expect(await client.receiveAll().statuses == [408], "\(why)")
                for await summary in summaries {
                    #expect(summary.status == 408, "\(why)")
                    #expect(summary.refusal == .timeout, "\(why)")
                    #expect(!summary.isComplete, "\(why)")
                    break
                }
            }
        }

        @Test("a body that comes in time is taken, however slow the header of the next may be")
        func bodyInTime() async throws {
            let limits = Self.limits {
                $0.headerTime = .seconds(2)
                $0.bodyTime = .seconds(15)
                $0.rateGrace = .seconds(15)
            }
            try await TestServer(limits: limits).run { address in
                let client = try await RawClient(address)
                await client.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\n")
                for _ in 0..<5 {
                    try await Task.sleep(for: .milliseconds(600))
                    await client.send("a")
                }
                #expect(await client.receive().statuses == [200])
            }
        }

        @Test("a handler may take longer than any client")
        func handler() async throws {
            let limits = Self.limits {
                $0.headerTime = .seconds(2)
                $0.bodyTime = .seconds(2)
                $0.answerTime = .seconds(2)
                $0.idleTime = .seconds(2)
            }
            let respond: HTTPServer.Handler = { _ in
                try? await Task.sleep(for: .seconds(3))
                return HTTPResponse(status: 200)
            }
            try await TestServer(limits: limits, respond: respond).run { address in
                let client = try await RawClient(address)
                await client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
                #expect(await client.receive().statuses == [200])
            }
        }

        @Test("a connection without requests is closed without a word")
        func idle() async throws {
            let limits = Self.limits { $0.idleTime = .seconds(2) }
            try await TestServer(limits: limits).run { address in
                let client = try await RawClient(address)
                await client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
                let start = ContinuousClock.now
                let received = await client.receiveAll()
                #expect(received.statuses == [200])
                #expect(received.isClosed)
                #expect(ContinuousClock.now - start > .milliseconds(500))
            }
        }

        @Test("an answer that is not received is dropped")
        func answer() async throws {
            let (ends, seen) = AsyncStream.makeStream(of: HTTPSummary.self)
            let body = [UInt8](repeating: 120, count: 64 << 20)
            let server = TestServer(
                limits: Self.limits { $0.answerTime = .seconds(1) },
                onFinish: { seen.yield($0) },
                respond: { _ in HTTPResponse(status: 200, body: body) }
            )
            try await server.run { address in
                let client = try await RawClient(address)
                await client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
                for await summary in ends {
                    #expect(!summary.isComplete)
                    #expect(summary.duration < .seconds(10))
                    break
                }
            }
        }

        @Test("a connection over the limit waits until another ends")
        func connections() async throws {
            let server = HTTPServer(
                address: HTTPAddress(host: "127.0.0.1", port: 0),
                threads: 1,
                limits: Self.limits { $0.connections = 2 },
                respond: TestServer.echo
            )
            let address = try await server.start()
            var clients: [RawClient] = []
            for _ in 0..<2 { clients.append(try await RawClient(address)) }
            for client in clients {
                await client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
                #expect(await client.receive().statuses == [200])
            }
            let third = try await RawClient(address)
            await third.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            async let late = (received: third.receive(), at: ContinuousClock.now)
            try await Task.sleep(for: .milliseconds(300))
            let freed = ContinuousClock.now
            clients.removeAll()
            let (received, time) = await late
            #expect(received.statuses == [200])
            #expect(time > freed)
            await server.stop()
        }

        @Test("an address has no more connections than it may")
        func connectionsPerAddress() async throws {
            let limits = Self.limits { $0.connectionsPerAddress = 3 }
            try await TestServer(limits: limits).run { address in
                var clients: [RawClient] = []
                for _ in 0..<3 { clients.append(try await RawClient(address)) }
                for client in clients {
                    await client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
                    #expect(await client.receive().statuses == [200])
                }
                let fourth = try await RawClient(address)
                await fourth.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
                let refused = await fourth.receiveAll()
                #expect(refused.statuses == [])
                #expect(refused.isClosed)

                clients.removeLast()
                try await Task.sleep(for: .milliseconds(300))
                let fifth = try await RawClient(address)
                await fifth.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
                #expect(await fifth.receive().statuses == [200])
            }
        }
    }
}
