import Foundation
import HTTPServer
import Testing

extension OverSockets {
    @Suite("No bytes bring the server down")
    struct FuzzTests {
        /// How long bytes are tried: a quarter of a minute in the suite, longer where `TIPLEDGER_FUZZ_SECONDS` says so.
        static let seconds =
            ProcessInfo.processInfo.environment["TIPLEDGER_FUZZ_SECONDS"].flatMap(Double.init) ?? 15

        /// What is broken: requests that are well formed, so that most of each stays so.
        static let corpus = [
            "GET /a?b=c HTTP/1.1\r\nHost: x\r\nX-A: b\r\n\r\n",
            "POST /v1/batch HTTP/1.1\r\nHost: x\r\nContent-Length: 11\r\n\r\n{\"batch\":[]}",
            "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n4;x=y\r\ndefg\r\n0\r\n\r\n",
            "POST / HTTP/1.1\r\nHost: x\r\nContent-Encoding: gzip\r\nContent-Length: 4\r\n\r\n\u{1F}\u{8B}\u{8}\u{0}",
            "PUT /%E3%81%82/%2F HTTP/1.1\r\nHost: [::1]:80\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\nok",
            "OPTIONS * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
            "HEAD / HTTP/1.0\r\n\r\nGET / HTTP/1.1\r\nHost: x\r\n\r\n",
        ].map { Array($0.utf8) }

        private static let tokens = [
            "\r\n", "\n", "\0", ":", " ", "\t", "Content-Length: ", "Transfer-Encoding: chunked\r\n",
            "0\r\n\r\n", "%",
            "HTTP/1.1", "-1", "99999999999999999999", "Host: y\r\n", "\u{FF}",
        ].map { Array($0.utf8) }

        /// A request with some of its bytes changed, taken out, repeated, or put in from what parsers stumble over.
        static func broken(_ request: [UInt8], using generator: inout SeededGenerator) -> [UInt8] {
            var bytes = request
            for _ in 0..<Int.random(in: 1...6, using: &generator) {
                guard !bytes.isEmpty else { break }
                let place = Int.random(in: bytes.indices, using: &generator)
                switch Int.random(in: 0..<5, using: &generator) {
                case 0: bytes[place] = UInt8.random(in: .min ... .max, using: &generator)
                case 1: bytes.remove(at: place)
                case 2: bytes.insert(contentsOf: tokens.randomElement(using: &generator) ?? [], at: place)
                case 3: bytes.removeSubrange(place...)
                default:
                    let end = min(bytes.count, place + Int.random(in: 1...40, using: &generator))
                    bytes.insert(contentsOf: Array(bytes[place..<end]), at: place)
                }
            }
            return bytes
        }

        @Test("the next client is served, whatever was sent", arguments: [UInt64(1), 2])
        func survives(seed: UInt64) async throws {
            var limits = HTTPLimits.patient
            limits.headerTime = .milliseconds(500)
            limits.bodyTime = .milliseconds(500)
            limits.bodyBytes = 64 << 10
            try await TestServer(limits: limits).run { address in
                var generator = SeededGenerator(seed: seed)
                let end = ContinuousClock.now + .seconds(Self.seconds / 2)
                var tries = 0
                while ContinuousClock.now < end {
                    let request = Self.corpus.randomElement(using: &generator) ?? []
                    let client = try await RawClient(address)
                    await client.send(Self.broken(request, using: &generator))
                    client.endSending()
                    let statuses = await client.receiveAll().statuses
                    #expect(
                        statuses.allSatisfy { (100..<600).contains($0) && $0 != 500 },
                        "seed \(seed), try \(tries)"
                    )
                    tries += 1
                }
                let honest = try await RawClient(address)
                await honest.send("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
                #expect(await honest.receiveAll().statuses == [200], "after \(tries) tries")
                #expect(tries > 0)
            }
        }
    }
}
