import Foundation
import Glibc
import Postgres
import TipTestSupport

/// A go-between on a database's socket that cuts connections: after so many bytes, and, most unkindly, after a
/// commit was sent and before its answer comes.
final class CuttingProxy {
    /// How the database is reached through it.
    let settings: ConnectionSettings
    private let process: Process
    private let folder: String

    /// Starts a go-between before a database of the tests' cluster.
    init(to database: ConnectionSettings, seed: Int) async throws {
        folder =
            FileManager.default.temporaryDirectory.path
            + "/tipledger-proxy-\(UInt32.random(in: .min ... .max))"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        settings = ConnectionSettings(
            socketFolder: folder,
            user: "tipledger",
            database: database.database ?? ""
        )
        process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        let target = (database.host ?? "") + "/.s.PGSQL.5432"
        process.arguments = ["python3", "-c", Self.script, folder + "/.s.PGSQL.5432", target, String(seed)]
        try process.run()
        for _ in 0..<500 where !FileManager.default.fileExists(atPath: folder + "/.s.PGSQL.5432") {
            try await Task.sleep(for: .milliseconds(20))
        }
    }

    /// Ends it, and every connection through it.
    func stop() {
        // Its friendlier signals may be blocked, as a child inherits what its parent blocks.
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        try? FileManager.default.removeItem(atPath: folder)
    }

    private static let script = """
        import asyncio, random, sys
        here, there, seed = sys.argv[1], sys.argv[2], int(sys.argv[3])
        random.seed(seed)

        async def client(reader, writer):
            try:
                server_reader, server_writer = await asyncio.open_unix_connection(there)
            except OSError:
                writer.close()
                return
            limit = random.choice([None, random.randint(3000, 90000)])

            async def up():
                count = 0
                while data := await reader.read(65536):
                    count += len(data)
                    server_writer.write(data)
                    await server_writer.drain()
                    if b"commit" in data.lower() and random.random() < 0.25:
                        await asyncio.sleep(0.02)
                        return
                    if limit and count > limit:
                        return

            async def down():
                while data := await server_reader.read(65536):
                    # An answer waits a moment, so that a cut can come before it.
                    await asyncio.sleep(0.001)
                    writer.write(data)
                    await writer.drain()

            tasks = [asyncio.ensure_future(up()), asyncio.ensure_future(down())]
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in tasks:
                task.cancel()
            writer.transport.abort()
            server_writer.transport.abort()

        async def main():
            server = await asyncio.start_unix_server(client, here)
            await server.serve_forever()

        asyncio.run(main())
        """
}
