import Foundation
import FoundationNetworking
import HTTPServer
import Postgres
import Testing
import TipCore
import TipService
import TipStore

@Suite("Over a socket: what was compressed counts as what it holds, and the server leaves nothing undone")
struct SocketTests {
    private static let events = (0..<40).map { number in
        #"{"type":"session","person":"p\#(number % 4)","id":"e\#(number)"}"#
    }

    /// Gives a body a server that listens, and stops it.
    private func withSocket(_ body: (ServiceBench, _ address: String) async throws -> Void) async throws {
        try await withService { bench in
            let address = try await bench.server.start()
            do {
                try await body(bench, address)
                await bench.server.stop()
            } catch {
                await bench.server.stop()
                throw error
            }
        }
    }

    private func send(
        _ body: [UInt8],
        to address: String,
        key: String?,
        type: String = "application/json",
        coding: String? = nil
    ) async throws -> (status: Int, json: JSON) {
        var request = URLRequest(url: try #require(URL(string: "http://\(address)/v1/events")))
        request.httpMethod = "POST"
        request.httpBody = Data(body)
        request.timeoutInterval = 30
        request.setValue(type, forHTTPHeaderField: "Content-Type")
        if let coding { request.setValue(coding, forHTTPHeaderField: "Content-Encoding") }
        if let key { request.setValue("Bearer \(key)", forHTTPHeaderField: "Authorization") }
        let (data, response) = try await URLSession.shared.data(for: request)
        let http = try #require(response as? HTTPURLResponse)
        return (http.statusCode, JSON(parsing: String(decoding: data, as: UTF8.self)) ?? .null)
    }

    @Test("plain, gzip and deflate are one and the same events")
    func codings() async throws {
        let body = Array("[\(Self.events.joined(separator: ","))]".utf8)
        try await withSocket { bench, address in
            let sent: [(coding: String?, bytes: [UInt8])] = [
                ("gzip", StoredDeflate.gzip(body)), ("deflate", StoredDeflate.zlib(body)), (nil, body),
            ]
            for (index, (coding, bytes)) in sent.enumerated() {
                let answer = try await send(bytes, to: address, key: bench.keys[.write], coding: coding)
                #expect(answer.status == 200)
                let word = index == 0 ? "accepted" : "duplicates"
                #expect(answer.json[word]?.integerValue == 40, "\(coding ?? "plain")")
            }
            #expect(try await bench.count("select count(*) from event") == 40)
        }
    }

    @Test("a body that is not what its coding says, a coding nobody knows, and no key")
    func refused() async throws {
        let body = Array(Self.events[0].utf8)
        try await withSocket { bench, address in
            let damaged = try await send(body, to: address, key: bench.keys[.write], coding: "gzip")
            #expect(damaged.status == 400 && damaged.json["code"] != nil)
            let unknown = try await send(body, to: address, key: bench.keys[.write], coding: "br")
            #expect(unknown.status == 415 && unknown.json["code"] != nil)
            let nobody = try await send(body, to: address, key: nil)
            #expect(nobody.status == 401 && nobody.json["code"]?.stringValue == "key_missing")
            #expect(try await bench.count("select count(*) from event") == 0)
        }
    }

    @Test("many clients at once, and a stop in their midst: what was answered is stored")
    func stopping() async throws {
        try await withService { bench in
            let address = try await bench.server.start()
            let key = bench.keys[.write]
            let answered = try await withThrowingTaskGroup(of: [String].self) { group in
                for client in 0..<6 {
                    group.addTask {
                        var stored: [String] = []
                        for number in 0..<40 {
                            let id = "\(client)-\(number)"
                            let event = #"{"type":"session","person":"p\#(client)","id":"\#(id)"}"#
                            let answer = try? await send(Array(event.utf8), to: address, key: key)
                            guard let answer, answer.status == 200 else { break }
                            stored.append(id)
                        }
                        return stored
                    }
                }
                var stored = try await group.next() ?? []
                await bench.server.stop()
                for try await more in group { stored += more }
                return stored
            }
            let rows = try await bench.rows("select e.given_id from event e")
            let ids = try rows.map { try $0.string(0) }
            #expect(Set(answered).isSubset(of: ids) && ids.count == Set(ids).count && answered.count >= 40)
        }
    }
}
