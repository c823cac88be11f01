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
                )
            ],
            examples: ["tipledger serve", "tipledger serve --listen 127.0.0.1:0"]
        ),
        run: run
    )

    private static func run(_ command: ParsedCommand, _ context: Context) async throws -> ExitCode {
        try await context.withWorkspace(command) { workspace in
            let server = try Server(workspace, listen: command.value(of: "listen") ?? "127.0.0.1:8080") {
                Streams.note("tipledger: \($0)")
            }
            try await FirstKeys.make(workspace)
            let endings = Signals.endings()
            let address = try await server.start()
            Streams.note("listening on http://\(address)")
            var iterator = endings.makeAsyncIterator()
            _ = await iterator.next()
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
