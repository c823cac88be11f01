import Foundation
import HTTPServer
import Testing

extension OverSockets {
    @Suite("A request arrives whole and its answer goes back")
    struct ServingTests {
        @Test("a GET has no body, and the connection stays open for the next")
        func keepAlive() async throws {
            try await TestServer().run { address in
                let client = try await RawClient(address)
                for path in ["/a", "/b?x=1&y=a+b%21", "/c"] {
                    await client.send("GET \(path) HTTP/1.1\r\nHost: x\r\n\r\n")
                    let received = await client.receive()
                    #expect(received.statuses == [200])
                    #expect(received.answers.first?.fields["connection"] == nil)
                    let line = path == "/b?x=1&y=a+b%21" ? "GET /b x=1 y=a b!" : "GET \(path)"
                    #expect(received.answers.first?.text == "\(line)\n\n")
                }
            }
        }

        static let bodies: [(why: String, framing: String)] = [
            ("by its length", "Content-Length: 11\r\n\r\nhello world"),
            ("in one chunk", "Transfer-Encoding: chunked\r\n\r\nb\r\nhello world\r\n0\r\n\r\n"),
            ("in chunks", "Transfer-Encoding: Chunked\r\n\r\n6\r\nhello \r\n05\r\nworld\r\n0\r\n\r\n"),
            ("with an extension", "Transfer-Encoding: chunked\r\n\r\nB;a=b\r\nhello world\r\n0\r\n\r\n"),
            ("with a trailer", "Transfer-Encoding: chunked\r\n\r\nb\r\nhello world\r\n0\r\nX: y\r\n\r\n"),
        ]

        @Test("a body arrives, whatever its framing", arguments: bodies)
        func body(why: String, framing: String) async throws {
            try await TestServer().run { address in
                let client = try await RawClient(address)
                await client.send(
                    "POST /p HTTP/1.1\r\nHost: x\r\n\(framing)GET /next HTTP/1.1\r\nHost: x\r\n\r\n"
                )
                let received = await client.receive(2)
                #expect(
                    received.answers.map(\.text) == ["POST /p\n\nhello world", "GET /next\n\n"],
                    "\(why)"
                )
            }
        }

        @Test("a client that waits for leave to send its body gets it")
        func expectation() async throws {
            try await TestServer().run { address in
                let client = try await RawClient(address)
                await client.send(
                    "POST /p HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nExpect: 100-Continue\r\n\r\n"
                )
                #expect(await client.receive().statuses == [100])
                await client.send("abc")
                #expect(await client.receive().answers.map(\.text) == ["POST /p\n\nabc"])
            }
        }

        @Test("HEAD has the headers of GET and no body")
        func head() async throws {
            try await TestServer().run { address in
                let client = try await RawClient(address)
                await client.send(
                    "HEAD /h HTTP/1.1\r\nHost: x\r\n\r\nHEAD /hh HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
                )
                let received = await client.receive(.max, headOnly: true)
                #expect(received.answers.map { $0.fields["content-length"] } == ["9", "10"])
                #expect(received.rest.isEmpty)
            }
        }

        @Test("HTTP/1.0 needs no Host and ends the connection unless asked otherwise")
        func version10() async throws {
            try await TestServer().run { address in
                let client = try await RawClient(address)
                await client.send("GET /old HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
                #expect(await client.receive().answers.first?.fields["connection"] == "Keep-Alive")
                await client.send("GET /old HTTP/1.0\r\n\r\n")
                let received = await client.receiveAll()
                #expect(received.statuses == [200])
                #expect(received.isClosed)
            }
        }

        @Test("a client that wants the connection closed gets it closed")
        func close() async throws {
            try await TestServer().run { address in
                let client = try await RawClient(address)
                await client.send("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
                let received = await client.receiveAll()
                #expect(received.statuses == [200])
                #expect(received.answers.first?.fields["connection"] == "close")
                #expect(received.isClosed)
            }
        }

        @Test("a request says what was sent")
        func request() async throws {
            let (requests, seen) = AsyncStream.makeStream(of: HTTPRequest.self)
            let respond: HTTPServer.Handler = { request in
                seen.yield(request)
                return HTTPResponse(status: 204)
            }
            try await TestServer(respond: respond).run { address in
                let client = try await RawClient(address)
                await client.send(
                    "PATCH http://host:1/a/b%2Fc//?q&r=%C3%A9 HTTP/1.1\r\nHost: host:1\r\nX-Two: one\r\nx-two:\ttwo \r\n"
                        + "X-Empty:\r\nX-Old: caf\u{E9}\r\nContent-Length: 2\r\n\r\nok"
                )
                #expect(await client.receive().statuses == [204])
                for await request in requests {
                    #expect(request.id.count == 16)
                    #expect(request.method == "PATCH")
                    #expect(request.path == "/a/b%2Fc//")
                    #expect(request.segments == ["a", "b/c", "", ""])
                    #expect(request.query == [HTTPQueryItem("q", ""), HTTPQueryItem("r", "é")])
                    #expect(request.headers.values("X-TWO") == ["one", "two"])
                    #expect(request.headers["x-empty"] == "")
                    #expect(request.headers["x-old"] == "café")
                    #expect(request.headers["x-none"] == nil)
                    #expect(request.body == Array("ok".utf8))
                    #expect(request.peer == "127.0.0.1")
                    break
                }
            }
        }

        @Test("an answer has the fields it was given, but none that would break the framing")
        func answerFields() async throws {
            var response = HTTPResponse(status: 429, text: "slow down")
            response.headers.add("Retry-After", "3")
            response.headers.add("X-Two", "a")
            response.headers.add("X-Bad", "a\r\nX-Injected: b")
            response.headers.add("X Bad", "a")
            response.headers.add("Content-Length", "1")
            response.headers.add("Transfer-Encoding", "chunked")
            let answer = response
            try await TestServer(respond: { _ in answer }).run { address in
                let client = try await RawClient(address)
                await client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
                let received = try #require(await client.receive().answers.first)
                #expect(received.status == 429)
                #expect(received.text == "slow down")
                #expect(received.fields["retry-after"] == "3")
                #expect(received.fields["content-type"] == "text/plain; charset=utf-8")
                #expect(received.fields["x-two"] == "a")
                #expect(received.fields["date"] != nil)
                let unwanted = ["x-bad", "x-injected", "x bad", "transfer-encoding"]
                #expect(unwanted.allSatisfy { received.fields[$0] == nil })
            }
        }

        @Test("each request has a name of its own")
        func names() async throws {
            let respond: HTTPServer.Handler = { HTTPResponse(status: 200, text: $0.id) }
            try await TestServer(respond: respond).run { address in
                let client = try await RawClient(address)
                await client.send(String(repeating: "GET / HTTP/1.1\r\nHost: x\r\n\r\n", count: 100))
                let names = await client.receive(100).answers.map(\.text)
                #expect(Set(names).count == 100)
                #expect(names.allSatisfy { $0.utf8.count == 16 })
            }
        }

        @Test("the owner hears what became of each request")
        func summaries() async throws {
            let (summaries, seen) = AsyncStream.makeStream(of: HTTPSummary.self)
            try await TestServer(onFinish: { seen.yield($0) }).run { address in
                let client = try await RawClient(address)
                await client.send(
                    "POST /a?b HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabcGET /c HTTP/1.1\r\n\r\n"
                )
                #expect(await client.receive(2).statuses == [200, 400])
                var heard: [HTTPSummary] = []
                for await summary in summaries {
                    heard.append(summary)
                    if heard.count == 2 { break }
                }
                #expect(heard.map(\.method) == ["POST", nil])
                #expect(heard.map(\.path) == ["/a", "/c"])
                #expect(heard.map(\.status) == [200, 400])
                #expect(heard.map(\.refusal) == [nil, .badRequest])
                #expect(heard.map(\.requestBytes) == [3, 0])
                #expect(heard.map(\.responseBytes) == [15, 27])
                #expect(heard.map(\.peer) == ["127.0.0.1", "127.0.0.1"])
                #expect(heard.map(\.isComplete) == [true, true])
                #expect(heard.allSatisfy { $0.duration > .zero })
            }
        }

        @Test("a status that is no final one is sent as 500", arguments: [0, 100, 101, 199, 600, -1])
        func strangeStatus(status: Int) async throws {
            try await TestServer(respond: { _ in HTTPResponse(status: status) }).run { address in
                let client = try await RawClient(address)
                await client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
                #expect(await client.receive().statuses == [500])
            }
        }

        @Test("an answer without body says how long the body is that it stands for")
        func notModified() async throws {
            let respond: HTTPServer.Handler = { request in
                HTTPResponse(
                    status: request.path == "/304" ? 304 : 204,
                    headers: ["ETag": "\"a\""],
                    body: [65, 66]
                )
            }
            try await TestServer(respond: respond).run { address in
                let client = try await RawClient(address)
                await client.send("GET /304 HTTP/1.1\r\nHost: x\r\n\r\nGET /204 HTTP/1.1\r\nHost: x\r\n\r\n")
                let received = await client.receive(2)
                #expect(received.statuses == [304, 204])
                #expect(received.answers.map { $0.fields["content-length"] } == ["2", nil])
                #expect(received.answers.map { $0.fields["etag"] } == ["\"a\"", "\"a\""])
                #expect(received.rest.isEmpty)
            }
        }

        static let hasIPv6 = FileManager.default.fileExists(atPath: "/proc/net/if_inet6")

        @Test("a server listens on IPv6 where there is any", .enabled(if: hasIPv6, "no IPv6 here"))
        func version6() async throws {
            let server = HTTPServer(address: HTTPAddress(host: "::1", port: 0), respond: TestServer.echo)
            let address = try await server.start()
            #expect(address.port != 0)
            #expect(address.description == "[::1]:\(address.port)")
            let client = try await RawClient(address)
            await client.send("GET /six HTTP/1.1\r\nHost: [::1]\r\n\r\n")
            #expect(await client.receive().answers.map(\.text) == ["GET /six\n\n"])
            await server.stop()
        }

        @Test("a large answer arrives whole")
        func largeAnswer() async throws {
            let body = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0) }
            try await TestServer(respond: { _ in HTTPResponse(status: 200, body: body) }).run { address in
                let client = try await RawClient(address)
                await client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
                #expect(await client.receive().answers.first?.body == body)
            }
        }

        @Test("handlers that wait hold up nobody: a hundred answer only once all of them are asked")
        func handlersWaitTogether() async throws {
            let crowd = Crowd(of: 100)
            let respond: HTTPServer.Handler = { request in
                await crowd.join()
                return HTTPResponse(status: 200, text: request.path)
            }
            try await TestServer(respond: respond).run { address in
                let texts = try await withThrowingTaskGroup(of: String?.self) { group in
                    for index in 0..<100 {
                        group.addTask {
                            let client = try await RawClient(address)
                            await client.send("GET /\(index) HTTP/1.1\r\nHost: x\r\n\r\n")
                            return await client.receive().answers.first?.text
                        }
                    }
                    return try await group.reduce(into: Set<String>()) { $0.insert($1 ?? "") }
                }
                #expect(texts == Set((0..<100).map { "/\($0)" }))
            }
        }
    }
}

/// Lets nobody go before all are there.
private actor Crowd {
    private var missing: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(of count: Int) {
        missing = count
    }

    func join() async {
        missing -= 1
        guard missing == 0 else { return await withCheckedContinuation { waiting.append($0) } }
        for one in waiting { one.resume() }
    }
}
