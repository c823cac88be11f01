import TipCore
import TipService
import TipStore

/// `tipledger serve`: takes events, answers, folds, until it is told to end.
enum ServeCommand {
    static let command = Command(
        spec: CommandSpec(
            path: ["serve"],
            summary: "Take events over HTTP, answer decisions and reports",
            options: [
                .init(
                    "listen",
                    value: "ADDRESS",
                    "where to listen (default 127.0.0.1:8080; port 0 takes a free one)"
                ),
                .init(
                    "settings",
                    value: "FILE",
                    "limits, names of events, proxies and team addresses, as JSON"
                ),
                .init("access-log", "write a line of JSON for each request, without bodies, keys or persons"),
            ],
            examples: ["tipledger serve", "tipledger serve --listen 127.0.0.1:0 --access-log"]
        ),
        run: run
    )

    private static func run(_ command: ParsedCommand, _ context: Context) async throws -> ExitCode {
        let settings = try SettingsFile.read(command)
        let write: @Sendable (String) -> Void = { Streams.note($0) }
        let log = command.has("access-log") ? write : nil
        return try await context.withWorkspace(command) { workspace in
            let server = try Server(
                workspace,
                listen: command.value(of: "listen") ?? "127.0.0.1:8080",
                settings: settings,
                log: log
            ) { Streams.note("tipledger: \($0)") }
            try await FirstKeys.make(workspace)
            let endings = Signals.endings()
            let address = try await server.start()
            Streams.note("listening on http://\(address)")
            let manager = ServiceManager(environment: context.environment)
            manager?.tell("READY=1", "STATUS=listening on http://\(address)")
            let watched = try Readiness(of: address)
            let watch = Task { await manager?.keepAlive { await watched.isAlive() } }
            var iterator = endings.makeAsyncIterator()
            _ = await iterator.next()
            watch.cancel()
            await watch.value
            manager?.tell("STOPPING=1", "STATUS=answering requests that are under way")
            Streams.note("tipledger: stopping; requests under way are answered, a second signal ends at once")
            let hardStop = Task {
                var more = iterator
                if await more.next() != nil { ProcessExit.now(.failed) }
            }
            await server.stop()
            hardStop.cancel()
            return .done
        }
    }
}
