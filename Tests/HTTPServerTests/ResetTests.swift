import Foundation
import HTTPServer
import Synchronization
import Testing

extension OverSockets {
    @Suite("Clients that leave cost nothing")
    struct ResetTests {
        /// How many descriptors this process has open.
        private static func descriptorCount() throws -> Int {
            try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
        }

        @Test(
            "three thousand that reset while their answer is made leave no descriptor behind",
            arguments: [1, 4]
        )
        func resets(threads: Int) async throws {
            let arrived = Atomic(0)
            let finished = Atomic(0)
            let server = HTTPServer(
                address: HTTPAddress(host: "127.0.0.1", port: 0),
                threads: threads,
                onFinish: { _ in finished.add(1, ordering: .relaxed) },
                respond: { _ in
                    arrived.add(1, ordering: .relaxed)
                    try? await Task.sleep(for: .milliseconds(50))
                    return HTTPResponse(status: 200)
                }
            )
            let address = try await server.start()
            let before = try Self.descriptorCount()
            for batch in 1...60 {
                var clients: [RawClient] = []
                for _ in 0..<50 {
                    let client = try await RawClient(address)
                    await client.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc")
                    clients.append(client)
                }
                for _ in 0..<2_000 where arrived.load(ordering: .relaxed) < 50 * batch {
                    try await Task.sleep(for: .milliseconds(1))
                }
                for client in clients { client.reset() }
            }
            let client = try await RawClient(address)
            await client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            #expect(await client.receive().statuses == [200])
            // Other suites run beside this one and open sockets of their own, but nowhere near as many.
            #expect(try Self.descriptorCount() < before + 300)

            let start = ContinuousClock.now
            await server.stop(grace: .seconds(20))
            #expect(ContinuousClock.now - start < .seconds(10), "a request is left over")
            let count = finished.load(ordering: .relaxed)
            #expect(count == 3_001)
        }

        @Test(
            "clients that leave in the middle of a request are forgotten",
            arguments: [
                "", "GET / HT", "GET / HTTP/1.1\r\nHost: x\r\n",
                "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nabc",
                "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n",
            ]
        )
        func leavesInTheMiddle(start: String) async throws {
            try await TestServer().run { address in
                for leavesByReset in [true, false] {
                    for _ in 0..<20 {
                        let client = try await RawClient(address)
                        await client.send(start)
                        if leavesByReset { client.reset() }
                    }
                }
                let client = try await RawClient(address)
                await client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
                #expect(await client.receive().statuses == [200])
            }
        }

        @Test("a client that ends sending still gets its answer")
        func halfClosed() async throws {
            let respond: HTTPServer.Handler = { _ in
                try? await Task.sleep(for: .milliseconds(100))
                return HTTPResponse(status: 200)
            }
            try await TestServer(respond: respond).run { address in
                let client = try await RawClient(address)
                await client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
                client.endSending()
                #expect(await client.receiveAll().statuses == [200])
            }
        }

        @Test("random bytes are answered or refused, and the server goes on", arguments: UInt64(1)...30)
        func randomBytes(seed: UInt64) async throws {
            var random = SeededGenerator(seed: seed)
            let pieces = [
                "GET", "POST", " ", "/", "?", "%", "HTTP/1.1", "HTTP/1.0", "\r\n", "\n", "\r", ":", "Host: x",
                "Content-Length:",
                "Transfer-Encoding: chunked", "5", "0", "\0", "a", "\t", "Expect: 100-continue", "\u{FF}",
                "\r\n\r\n",
            ]
            var text = "GET / HTTP/1.1\r\nHost: x\r\n"
            for _ in 0..<Int.random(in: 1...60, using: &random) {
                text += pieces[Int.random(in: pieces.indices, using: &random)]
            }
            let bytes = text
            try await TestServer().run { address in
                let client = try await RawClient(address)
                await client.send(bytes)
                client.endSending()
                let received = await client.receiveAll()
                #expect(received.isClosed)
                #expect(received.statuses.allSatisfy { [200, 400, 413, 501, 505].contains($0) })
                #expect(received.rest.isEmpty)

                let next = try await RawClient(address)
                await next.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
                #expect(await next.receive().statuses == [200])
            }
        }
    }
}
