import HTTPServer
import Synchronization
import Testing

extension OverSockets {
    @Suite("A server that stops loses no request in progress")
    struct StoppingTests {
        private static func server(_ respond: @escaping HTTPServer.Handler) -> HTTPServer {
            HTTPServer(address: HTTPAddress(host: "127.0.0.1", port: 0), respond: respond)
        }

        @Test("a request in progress gets its answer, and the connection ends behind it")
        func finishesBusy() async throws {
            let (arrivals, arrived) = AsyncStream.makeStream(of: Void.self)
            let server = Self.server { _ in
                arrived.yield()
                try? await Task.sleep(for: .milliseconds(500))
                return HTTPResponse(status: 200, text: "done")
            }
            let address = try await server.start()
            let client = try await RawClient(address)
            await client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            for await _ in arrivals { break }

            async let stopped: Void = server.stop(grace: .seconds(10))
            let received = await client.receiveAll()
            await stopped
            #expect(received.answers.map(\.text) == ["done"])
            #expect(received.answers.first?.fields["connection"] == "close")
            #expect(received.isClosed)
        }

        @Test("a body that is still coming may come to its end")
        func finishesReceiving() async throws {
            let server = Self.server(TestServer.echo)
            let address = try await server.start()
            let client = try await RawClient(address)
            await client.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 6\r\n\r\nabc")
            try await Task.sleep(for: .milliseconds(200))

            async let stopped: Void = server.stop(grace: .seconds(10))
            try await Task.sleep(for: .milliseconds(200))
            await client.send("def")
            let received = await client.receiveAll()
            await stopped
            #expect(received.answers.map(\.text) == ["POST /\n\nabcdef"])
        }

        @Test("silent connections are closed at once, and new ones refused")
        func closesIdle() async throws {
            let server = Self.server(TestServer.echo)
            let address = try await server.start()
            let client = try await RawClient(address)
            await client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            #expect(await client.receive().statuses == [200])

            let start = ContinuousClock.now
            await server.stop(grace: .seconds(10))
            #expect(ContinuousClock.now - start < .seconds(5))
            #expect(await client.receiveAll().isClosed)
            await #expect(throws: RawClient.Refused.self) { try await RawClient(address) }
        }

        @Test("when the grace is over, handlers are cancelled and their clients get 503")
        func cancels() async throws {
            let (arrivals, arrived) = AsyncStream.makeStream(of: Void.self)
            let cancelled = Atomic(false)
            let server = Self.server { _ in
                arrived.yield()
                try? await Task.sleep(for: .seconds(60))
                cancelled.store(Task.isCancelled, ordering: .relaxed)
                return HTTPResponse(status: 200)
            }
            let address = try await server.start()
            let client = try await RawClient(address)
            await client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            for await _ in arrivals { break }

            let start = ContinuousClock.now
            await server.stop(grace: .milliseconds(200))
            #expect(ContinuousClock.now - start < .seconds(10))
            #expect(await client.receiveAll().statuses == [503])
            for _ in 0..<200 where !cancelled.load(ordering: .relaxed) {
                try await Task.sleep(for: .milliseconds(10))
            }
            let wasCancelled = cancelled.load(ordering: .relaxed)
            #expect(wasCancelled)
        }

        @Test("a handler that ignores its cancellation holds nobody up, and its late answer harms nobody")
        func ignoresCancellation() async throws {
            let (arrivals, arrived) = AsyncStream.makeStream(of: Void.self)
            let (releases, release) = AsyncStream.makeStream(of: Void.self)
            let (ends, ended) = AsyncStream.makeStream(of: Void.self)
            let server = Self.server { _ in
                arrived.yield()
                await Task { for await _ in releases { break } }.value
                ended.yield()
                return HTTPResponse(status: 200)
            }
            let address = try await server.start()
            let client = try await RawClient(address)
            await client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            for await _ in arrivals { break }
            await server.stop(grace: .zero)
            #expect(await client.receiveAll().statuses == [503])
            release.yield()
            for await _ in ends { break }
        }

        @Test(
            "clients that keep asking while it stops get an answer or a closed connection, never half of one"
        )
        func underLoad() async throws {
            let server = Self.server { request in
                await Task.yield()
                return HTTPResponse(status: 200, text: String(repeating: request.path, count: 1_000))
            }
            let address = try await server.start()
            try await withThrowingTaskGroup(of: Bool.self) { group in
                for _ in 0..<20 {
                    group.addTask {
                        while let client = try? await RawClient(address) {
                            for _ in 0..<5 where await client.send("GET /path HTTP/1.1\r\nHost: x\r\n\r\n") {
                                let received = await client.receive()
                                if received.answers.isEmpty { return received.rest.isEmpty }
                            }
                        }
                        return true
                    }
                }
                try await Task.sleep(for: .milliseconds(300))
                await server.stop(grace: .seconds(10))
                for try await whole in group { #expect(whole) }
            }
        }

        @Test("a stopped server does not start again; its port is free for another")
        func portIsFree() async throws {
            // An address of its own, so that no other test takes the port in between.
            let first = HTTPServer(address: HTTPAddress(host: "127.0.0.2", port: 0), respond: TestServer.echo)
            let address = try await first.start()
            await #expect(throws: HTTPServerError.self) { try await first.start() }
            let rival = HTTPServer(address: address, respond: TestServer.echo)
            let failure = await #expect(throws: HTTPServerError.self) { try await rival.start() }
            #expect(failure?.description == "Cannot listen on \(address): Address already in use")
            await first.stop()
            await first.stop()
            await #expect(throws: HTTPServerError.self) { try await first.start() }

            let second = HTTPServer(address: address, respond: TestServer.echo)
            #expect(try await second.start() == address)
            await second.stop()
        }

        @Test("a host that is none cannot be listened on")
        func unknownHost() async throws {
            let server = HTTPServer(
                address: HTTPAddress(host: "no such host", port: 0),
                respond: TestServer.echo
            )
            await #expect(throws: HTTPServerError.self) { try await server.start() }
        }
    }
}
