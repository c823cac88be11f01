import Foundation
import Testing

@testable import Postgres

@Suite("The parts of a private cluster do what they say")
struct ClusterPartsTests {
    @Test("the socket's folder is called by its path where that fits an address")
    func socketFolder() async throws {
        try await withTemporaryFolder { folder in
            #expect(try SocketFolder(folder).path == folder)
            for name in ["a,b", String(repeating: "x", count: 107)] {
                let path = folder + "/" + name
                try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
                try "here".write(toFile: path + "/file", atomically: true, encoding: .utf8)
                let short = try SocketFolder(path)
                #expect(short.path.hasPrefix("/proc/self/fd/"))
                #expect(try String(contentsOfFile: short.path + "/file", encoding: .utf8) == "here")
            }
            #expect(throws: ClusterError.self) { _ = try SocketFolder(folder + "/a,b/none") }
        }
    }

    @Test("the end of a log is told in a line, from where the watching began")
    func logTail() async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/log"
            #expect(LogTail(path).text == "it said nothing")
            try "old postmaster.pid\" already exists\n".write(
                toFile: path,
                atomically: false,
                encoding: .utf8
            )
            let tail = LogTail(path, fromEnd: true)
            #expect(tail.text == "it said nothing")
            #expect(!tail.saysDataAreHeld)
            #expect(LogTail(path).saysDataAreHeld)

            let file = try #require(FileHandle(forWritingAtPath: path))
            try file.seekToEnd()
            try file.write(contentsOf: Data("one\ntwo\nthree\nfour: block is still in use\n".utf8))
            try file.close()
            #expect(tail.text == "two / three / four: block is still in use")
            #expect(tail.saysDataAreHeld)
        }
    }

    @Test("settings are durable unless said otherwise, and may be overruled")
    func options() {
        func value(_ name: String, _ options: ClusterOptions) -> String? {
            options.serverSettings.first { $0.name == name }?.value
        }
        for name in ["fsync", "full_page_writes", "synchronous_commit"] {
            #expect(value(name, .standard) == "on")
            #expect(value(name, .throwaway) == "off")
        }
        var options = ClusterOptions.standard
        options.settings["max_connections"] = "7"
        #expect(value("max_connections", options) == "7")
        #expect(value("listen_addresses", options) == "")
        let memory = value("shared_buffers", .standard).flatMap { Int($0.dropLast(2)) } ?? 0
        #expect((64...1024).contains(memory))
    }

    @Test("the programs are found where the variable says, or on the path")
    func programs() async throws {
        try await withTemporaryFolder { folder in
            let named = [ServerPrograms.variable: folder]
            #expect(throws: ClusterError.self) {
                _ = try ServerPrograms.find(version: nil, environment: named)
            }
            for name in ["postgres", "initdb"] {
                #expect(throws: ClusterError.self) {
                    _ = try ServerPrograms.find(version: nil, environment: named)
                }
                let made = FileManager.default.createFile(
                    atPath: folder + "/" + name,
                    contents: nil,
                    attributes: [.posixPermissions: 0o755]
                )
                #expect(made)
            }
            let found = try ServerPrograms.find(version: 99, environment: named)
            #expect(found.postgres == folder + "/postgres")
            #expect(found.initdb == folder + "/initdb")
            let onPath = try ServerPrograms.find(version: 99, environment: ["PATH": "/nowhere:" + folder])
            #expect(onPath.folder == folder)
        }
    }

    @Test("a log that has grown is put aside at the next start")
    func longLog() async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/c"
            var options = ClusterOptions.standard
            options.isDurable = false
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
            try String(repeating: "x", count: 1_100_000).write(
                toFile: path + "/server.log",
                atomically: true,
                encoding: .utf8
            )
            let cluster = try await PrivateCluster.start(folder: path, options: options)
            await cluster.close()
            let aside = try String(contentsOfFile: path + "/server.log.1", encoding: .utf8)
            #expect(aside.count == 1_100_000)
            #expect(
                try String(contentsOfFile: path + "/server.log", encoding: .utf8).contains("ready to accept")
            )
        }
    }

    @Test("a pool brings a killed server back by itself")
    func poolRevives() async throws {
        try await withTemporaryFolder { folder in
            var options = ClusterOptions.standard
            options.isDurable = false
            let cluster = try await PrivateCluster.start(folder: folder + "/c", options: options)
            let pool = Pool(cluster, size: 2, patience: .seconds(60))
            try await pool.query("select 1")
            let process = try #require(ServerLook(folder: folder + "/c").process)
            Signal.kill(process)
            try await waitUntil("it is dead") { !Signal.exists(process) }

            let answer = try await pool.query("select 7").one().int(0)
            #expect(answer == 7)
            await pool.close()
            await cluster.close()
        }
    }
}
