import HTTPServer
import Testing

extension OverSockets {
    @Suite("A compressed body arrives decoded, or not at all")
    struct ContentCodingTests {
        private static let text = Array(
            String(repeating: #"{"type":"impression","tip":"favorite-backyard"}"# + "\n", count: 20).utf8
        )

        /// What zlib's level 9 makes of the text.
        private static let deflated: [UInt8] = [
            0xAB, 0x56, 0x2A, 0xA9, 0x2C, 0x48, 0x55, 0xB2, 0x52, 0xCA, 0xCC, 0x2D, 0x28, 0x4A, 0x2D, 0x2E,
            0xCE, 0xCC, 0xCF, 0x53, 0xD2, 0x51, 0x2A, 0xC9, 0x2C, 0x00, 0x0A, 0xA5, 0x25, 0x96, 0xE5, 0x17,
            0x65, 0x96, 0xA4, 0xEA, 0x26, 0x25, 0x26, 0x67, 0x57, 0x26, 0x16, 0xA5, 0x28, 0xD5, 0x72, 0x55,
            0x8F, 0xAA, 0x1F, 0x55, 0x3F, 0xAA, 0x7E, 0xD0, 0xA8, 0x07, 0x00,
        ]

        /// Sends a body and receives the answer.
        private func post(
            _ body: [UInt8],
            coding: String,
            limits: HTTPLimits = HTTPLimits.patient,
            pieces: Int = 1
        ) async throws -> Received.Answer? {
            var answer: Received.Answer?
            try await TestServer(limits: limits).run { address in
                let client = try await RawClient(address)
                client.sendsAtOnce()
                await client.send(
                    "POST / HTTP/1.1\r\nHost: x\r\nContent-Encoding: \(coding)\r\nContent-Length: \(body.count)\r\n\r\n"
                )
                let size = max((body.count + pieces - 1) / pieces, 1)
                for start in stride(from: 0, to: body.count, by: size) {
                    await client.send(Array(body[start..<min(start + size, body.count)]))
                }
                answer = await client.receive().answers.first
            }
            return answer
        }

        static let readable: [(why: String, coding: String, body: [UInt8], text: [UInt8])] = [
            ("gzip", "gzip", CompressedSample.gzip(deflated, of: text), text),
            ("gzip by its old name", "x-gzip", CompressedSample.gzip(deflated, of: text), text),
            ("gzip in capitals", "GZIP", CompressedSample.gzip(deflated, of: text), text),
            (
                "gzip without compression", "gzip",
                CompressedSample.gzip(CompressedSample.stored(text), of: text), text
            ),
            (
                "gzip in two members", "gzip",
                CompressedSample.gzip(deflated, of: text) + CompressedSample.gzip(deflated, of: text),
                text + text
            ),
            ("gzip of nothing", "gzip", CompressedSample.gzip(CompressedSample.stored([]), of: []), []),
            ("deflate by the book", "deflate", CompressedSample.zlib(deflated, of: text), text),
            ("deflate as some send it", "deflate", deflated, text),
            ("deflate of nothing", "deflate", CompressedSample.zlib(CompressedSample.stored([]), of: []), []),
            ("no bytes at all", "gzip", [], []),
            ("identity", "identity", text, text),
        ]

        @Test("a body is decoded, in one piece and in many", arguments: readable, [1, 3, 200])
        func decodes(body: (why: String, coding: String, body: [UInt8], text: [UInt8]), pieces: Int)
            async throws
        {
            let answer = try await post(body.body, coding: body.coding, pieces: pieces)
            #expect(answer?.status == 200, "\(body.why)")
            #expect(answer?.body == Array("POST /\n\n".utf8) + body.text, "\(body.why)")
        }

        static let corrupt: [(why: String, coding: String, body: [UInt8])] = [
            ("plain text as gzip", "gzip", text),
            ("plain text as deflate", "deflate", text),
            ("zlib as gzip", "gzip", CompressedSample.zlib(deflated, of: text)),
            ("gzip as deflate", "deflate", CompressedSample.gzip(deflated, of: text)),
            ("one byte", "gzip", [0x1F]),
            ("one byte of deflate", "deflate", [0x78]),
            ("cut off in the data", "gzip", Array(CompressedSample.gzip(deflated, of: text).dropLast(20))),
            ("cut off in the sum", "gzip", Array(CompressedSample.gzip(deflated, of: text).dropLast(1))),
            ("a wrong sum", "gzip", CompressedSample.gzip(deflated, of: Array(text.dropLast()))),
            ("a wrong sum of zlib", "deflate", CompressedSample.zlib(deflated, of: Array(text.dropLast()))),
            ("something behind", "gzip", CompressedSample.gzip(deflated, of: text) + [0, 0, 0]),
            ("something behind zlib", "deflate", CompressedSample.zlib(deflated, of: text) + [0x78, 0x01]),
            ("a block of no kind", "deflate", [0x07, 0, 0, 0]),
        ]

        @Test("a body that is not what it says is refused", arguments: corrupt)
        func refusesCorrupt(why: String, coding: String, body: [UInt8]) async throws {
            #expect(try await post(body, coding: coding)?.status == 400, "\(why)")
            #expect(try await post(body, coding: coding, pieces: 40)?.status == 400, "\(why)")
        }

        @Test("an unknown coding is refused with those that are known")
        func unknown() async throws {
            let answer = try await post(Self.text, coding: "zstd")
            #expect(answer?.status == 415)
            #expect(answer?.fields["accept-encoding"] == "gzip, deflate")
        }

        @Test("a bomb is cut at the limit", arguments: ["gzip", "deflate"])
        func bomb(coding: String) async throws {
            let zeros = CompressedSample.zeros(atLeast: 50 << 20)
            let body = coding == "gzip" ? CompressedSample.gzip(zeros, of: []) : zeros
            #expect(body.count < 1 << 20)
            #expect(try await post(body, coding: coding)?.status == 413)
        }

        @Test("the limit holds for the decoded body to the byte", arguments: [(1_291, 200), (1_290, 413)])
        func decodedLimit(limit: Int, status: Int) async throws {
            var limits = HTTPLimits.patient
            limits.bodyBytes = limit
            // A literal and five copies of 258: 1,291 bytes.
            let body = CompressedSample.zeros(atLeast: 1_290)
            #expect(try await post(body, coding: "deflate", limits: limits)?.status == status)
        }

        @Test("compressed bytes that decode to nothing are limited too")
        func emptyBlocks() async throws {
            var limits = HTTPLimits.patient
            limits.bodyBytes = 10_000
            let empty: [UInt8] = [0, 0, 0, 0xFF, 0xFF]
            let body = Array(repeating: empty, count: 3_000).flatMap(\.self)
            #expect(try await post(body, coding: "deflate", limits: limits)?.status == 413)
        }
    }
}
