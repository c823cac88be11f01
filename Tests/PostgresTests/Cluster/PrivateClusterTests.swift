import Foundation
import Testing
import TipTestSupport

@testable import Postgres

@Suite("A private cluster is there for whoever uses it, and gone when nobody does", .serialized)
struct PrivateClusterTests {
    private func expectGone(_ look: ServerLook, sourceLocation: SourceLocation = #_sourceLocation)
        async throws
    {
        try await waitUntil(
            "nothing is left of the server",
            every: .milliseconds(50),
            sourceLocation: sourceLocation
        ) {
            look.all.isEmpty
        }
    }

    private func start(_ probe: Probe, sourceLocation: SourceLocation = #_sourceLocation) async throws {
        let answer = await probe.answer()
        try #require(answer == "started", sourceLocation: sourceLocation)
    }

    private func expect(
        _ expected: String,
        from probe: Probe,
        _ order: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let answer = try await probe.ask(order)
        #expect(answer == expected, sourceLocation: sourceLocation)
    }

    @Test("it starts, answers, and stops with its last user; data stay")
    func life() async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/c"
            let look = ServerLook(folder: path)
            for round in 0..<2 {
                let cluster = try await PrivateCluster.start(folder: path)
                let connection = try await Connection.open(cluster.settings)
                try await connection.execute("create table if not exists t (i int4)")
                try await connection.execute("insert into t values (1)")
                let count = try await connection.query("select count(*) from t").one().int(0)
                #expect(count == round + 1)
                await connection.close()
                await cluster.close()
                #expect(look.process == nil, "closing waits for the end")
                await cluster.close()
                await #expect(throws: ClusterError.self) { try await cluster.ensureRunning() }
            }
            try await expectGone(look)
        }
    }

    @Test("settings and connections keep it in use, also when nobody holds the cluster itself")
    func kept() async throws {
        try await withTemporaryFolder { folder in
            let look = ServerLook(folder: folder + "/c")
            var settings: ConnectionSettings? = try await PrivateCluster.start(
                folder: folder + "/c",
                options: .throwaway
            ).settings
            let connection = try await Connection.open(try #require(settings))
            settings = nil
            try await Task.sleep(for: .milliseconds(300))
            let answer = try await connection.query("select 1").one().int(0)
            #expect(answer == 1)
            #expect(look.process != nil)
            await connection.close()
        }
    }

    @Test("it is safe: on a socket only, of its account only, with checksums and fsync")
    func safety() async throws {
        try await withTemporaryFolder { folder in
            let cluster = try await PrivateCluster.start(folder: folder + "/c")
            let connection = try await Connection.open(cluster.settings)
            let names = [
                "listen_addresses", "fsync", "full_page_writes", "synchronous_commit", "data_checksums",
                "TimeZone",
                "server_encoding", "log_error_verbosity", "log_min_error_statement",
            ]
            let rows = try await connection.query(
                "select setting from unnest(\(names)) with ordinality n(name, i) join pg_settings s using (name) order by i"
            )
            #expect(
                try rows.map { try $0.string(0) } == [
                    "", "on", "on", "on", "on", "UTC", "UTF8", "terse", "panic",
                ]
            )
            let attributes = try FileManager.default.attributesOfItem(atPath: folder + "/c/run")
            #expect(attributes[.posixPermissions] as? Int == 0o700)

            // A value that somebody typed does not get into the log.
            try await connection.execute("create table t (x text primary key)")
            try await connection.execute("insert into t values ('geheim')")
            _ = try? await connection.execute("insert into t values ('geheim')")
            let log = try String(contentsOfFile: cluster.log, encoding: .utf8)
            #expect(log.contains("duplicate key") && !log.contains("geheim"))
            await connection.close()
            await cluster.close()
        }
    }

    @Test("a killed program takes the server with it")
    func killedProgram() async throws {
        try await withTemporaryFolder { folder in
            let probe = try Probe(folder + "/c")
            try await start(probe)
            let look = ServerLook(folder: folder + "/c")
            #expect(look.process != nil)
            await probe.kill()
            try await expectGone(look)

            let next = try Probe(folder + "/c")
            try await start(next)
            try await expect("answer 42", from: next, "query")
            try await next.leave()
            try await expectGone(look)
        }
    }

    @Test("a killed server is brought back, by any of its users")
    func killedServer() async throws {
        try await withTemporaryFolder { folder in
            let first = try Probe(folder + "/c")
            try await start(first)
            let second = try Probe(folder + "/c")
            try await start(second)
            let look = ServerLook(folder: folder + "/c")
            let process = try #require(look.process)
            Signal.kill(process)
            try await waitUntil("it is dead") { !Signal.exists(process) }

            let broken = try await second.ask("query")
            #expect(broken.hasPrefix("error"))
            try await expect("running", from: second, "ensure")
            try await expect("answer 42", from: second, "query")
            try await expect("running", from: first, "ensure")
            try await expect("answer 42", from: first, "query")
            try await expect("closed", from: first, "close")
            try await expect("answer 42", from: second, "query")
            try await expect("closed", from: second, "close")
            #expect(look.process == nil)
            try await expectGone(look)
        }
    }

    @Test("the one who started it may leave in any way: the other goes on")
    func hereditary() async throws {
        try await withTemporaryFolder { folder in
            let look = ServerLook(folder: folder + "/c")
            for way in ["killed", "closed", "ended"] {
                let first = try Probe(folder + "/c")
                try await start(first)
                let second = try Probe(folder + "/c")
                try await start(second)
                let process = look.process

                switch way {
                case "killed": await first.kill()
                case "closed": try await expect("closed", from: first, "close")
                default: try await first.leave()
                }
                // Long enough for a watchman to do the wrong thing.
                try await Task.sleep(for: .milliseconds(300))

                try await expect("answer 42", from: second, "query")
                #expect(look.process == process, "\(way): it is still the same server")
                try await expect("closed", from: second, "close")
                #expect(look.process == nil)
            }
            try await expectGone(look)
        }
    }

    @Test("a killed watchman is replaced, and one of two is enough")
    func killedWatchman() async throws {
        try await withTemporaryFolder { folder in
            let look = ServerLook(folder: folder + "/c")
            let first = try Probe(folder + "/c")
            try await start(first)
            for watchman in look.watchmen { Signal.kill(watchman) }
            try await waitUntil("he is gone") { look.watchmen.isEmpty }
            // A process has lost its words a moment before its parent can see that it ended.
            try await waitUntil("there is one again") {
                try await expect("running", from: first, "ensure")
                return look.watchmen.count == 1
            }
            try await expect("closed", from: first, "close")
            try await expectGone(look)
        }
    }

    @Test("a watchman killed since the last look does not leave the server behind")
    func killedWatchmanAtClose() async throws {
        try await withTemporaryFolder { folder in
            let look = ServerLook(folder: folder + "/c")
            let first = try Probe(folder + "/c")
            try await start(first)
            for watchman in look.watchmen { Signal.kill(watchman) }
            try await waitUntil("he is gone") { look.watchmen.isEmpty }
            try await Task.sleep(for: .milliseconds(100))
            try await expect("closed", from: first, "close")
            try await expectGone(look)
        }
    }

    @Test("eight programs start at once, and one server comes up")
    func race() async throws {
        try await withTemporaryFolder { folder in
            let look = ServerLook(folder: folder + "/c")
            let probes = try (0..<8).map { _ in try Probe(folder + "/c") }
            for probe in probes { try await start(probe) }
            for probe in probes { try await expect("answer 42", from: probe, "query") }
            for probe in probes.dropLast() { await probe.kill() }
            try await expect("answer 42", from: probes[7], "query")
            try await expect("closed", from: probes[7], "close")
            try await expectGone(look)
        }
    }

    @Test("programs that come, go and are killed at random never lose the server", arguments: [UInt64(21)])
    func storm(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        try await withTemporaryFolder { folder in
            let look = ServerLook(folder: folder + "/c")
            var probes = [try Probe(folder + "/c")]
            try await start(probes[0])
            for _ in 0..<15 {
                switch Int.random(in: 0..<4, using: &random) {
                case 0, 1:
                    let probe = try Probe(folder + "/c")
                    try await start(probe)
                    probes.append(probe)
                case 2:
                    let leaver = probes.remove(at: Int.random(in: probes.indices, using: &random))
                    await leaver.kill()
                default:
                    let leaver = probes.remove(at: Int.random(in: probes.indices, using: &random))
                    try await expect("closed", from: leaver, "close")
                }
                for probe in probes { try await expect("answer 42", from: probe, "query") }
                if probes.isEmpty {
                    probes = [try Probe(folder + "/c")]
                    try await start(probes[0])
                }
            }
            for probe in probes { await probe.kill() }
            try await expectGone(look)
        }
    }
}
