import HTTPServer
import Testing

extension OverSockets {
    @Suite("What libmicrohttpd refuses by itself is answered in the owner's words and told to the owner")
    struct ParserRefusalTests {
        /// A server whose refusals are told from libmicrohttpd's own by their form.
        private static func server(_ onFinish: @escaping HTTPServer.Observer = { _ in }) -> HTTPServer {
            var limits = HTTPLimits.patient
            limits.headerBytes = 2_000
            return HTTPServer(
                address: HTTPAddress(host: "127.0.0.1", port: 0),
                limits: limits,
                refuse: { refusal, path in
                    HTTPResponse(
                        status: refusal.status,
                        headers: ["Content-Type": "application/problem+json"],
                        body: Array(
                            "{\"code\":\"\(refusal.reason.rawValue)\",\"path\":\"\(path ?? "-")\"}".utf8
                        )
                    )
                },
                onFinish: onFinish,
                respond: TestServer.echo
            )
        }

        /// Where in a request its parser gives up, what that is answered with, and whether the path is known by then.
        static let refused: [(why: String, request: String, status: Int, code: String, path: String)] = [
            ("half a request line", "GET /a\r\nHost: x\r\n\r\n", 400, "bad_request", "-"),
            ("another version", "GET /a HTTP/2.0\r\nHost: x\r\n\r\n", 505, "unsupported_version", "-"),
            (
                "a header line without colon", "GET /a HTTP/1.1\r\nHost: x\r\nnonsense\r\n\r\n", 400,
                "bad_request", "/a"
            ),
            (
                "a length that is no number", "POST /a?b HTTP/1.1\r\nHost: x\r\nContent-Length: abc\r\n\r\n",
                400, "bad_request", "/a"
            ),
            (
                "a length beyond 64 bits",
                "POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999999999999\r\n\r\n", 413,
                "body_too_large", "/a"
            ),
            (
                "a chunk size that is no number",
                "POST /a HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\nabc\r\n0\r\n\r\n",
                400,
                "bad_request", "/a"
            ),
            (
                "a chunk without its end, behind a good one",
                "POST /a HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n3\r\nabcdef",
                400,
                "bad_request", "/a"
            ),
            (
                "a header without end",
                "GET /a HTTP/1.1\r\nHost: x\r\nX: \(String(repeating: "a", count: 60_000))", 431,
                "headers_too_large", "/a"
            ),
            (
                "a request line without end", "GET /\(String(repeating: "a", count: 60_000))", 431,
                "headers_too_large", "-"
            ),
        ]

        @Test(
            "the client reads a problem and then the end, not a page of HTML or a reset",
            arguments: refused
        )
        func answered(why: String, request: String, status: Int, code: String, path: String) async throws {
            let (summaries, seen) = AsyncStream.makeStream(of: HTTPSummary.self)
            let server = Self.server { seen.yield($0) }
            let address = try await server.start()
            let client = try await RawClient(address)
            await client.send(request)
            let received = await client.receiveAll()
            #expect(received.statuses == [status], "\(why)")
            #expect(received.isClosed && !received.isReset && received.rest.isEmpty, "\(why)")
            let answer = try #require(received.answers.first)
            #expect(answer.fields["content-type"] == "application/problem+json", "\(why)")
            #expect(answer.text == "{\"code\":\"\(code)\",\"path\":\"\(path)\"}", "\(why)")
            for await summary in summaries {
                #expect(summary.status == status && summary.refusal?.rawValue == code, "\(why)")
                #expect(summary.id == answer.fields["x-request-id"], "\(why)")
                #expect(summary.responseBytes == answer.body.count, "\(why)")
                break
            }
            await server.stop()
        }

        @Test("a line without a space, of which libmicrohttpd tells nobody, ends the connection")
        func noRequestLine() async throws {
            let server = Self.server()
            let address = try await server.start()
            let client = try await RawClient(address)
            await client.send("nonsense\r\n\r\n")
            let received = await client.receiveAll()
            #expect(received.isClosed && received.answers.isEmpty && received.rest.isEmpty)
            await server.stop()
        }

        @Test("the answers to requests before it on the connection arrive whole")
        func pipelined() async throws {
            let server = Self.server()
            let address = try await server.start()
            let good = "POST /good HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nok"
            let client = try await RawClient(address)
            await client.send(good + good + "GET / HTTP/1.1\r\nnonsense\r\n\r\n" + good)
            let received = await client.receiveAll()
            #expect(received.statuses == [200, 200, 400])
            #expect(received.isClosed)
            await server.stop()
        }
    }
}
