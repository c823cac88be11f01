import Foundation
import FoundationNetworking
import HTTPServer
import TipCore
import TipStore

/// Runs the simulated app against the real endpoint.
package struct DemoRun: Sendable {
    private let workspace: Workspace
    private let settings: DemoSettings

    /// Creates a run.
    package init(_ workspace: Workspace, _ settings: DemoSettings) {
        self.workspace = workspace
        self.settings = settings
    }

    /// What was sent and what became of it.
    package struct Result: Hashable, Sendable {
        /// Requests that were answered 200.
        package var requests = 0
        /// Events that are in the log now.
        package var accepted: Int64 = 0
        /// Events that were there before.
        package var duplicates: Int64 = 0
        /// Events in quarantine.
        package var rejected: Int64 = 0

        /// Creates the result of nothing.
        package init() {}
    }

    /// Sets the project up and sends everything.
    ///
    /// - Parameters:
    ///   - tell: Told, in a line each, what happens.
    ///   - progress: Told how many of the days have been sent.
    /// - Returns: What was sent and what became of it.
    /// - Throws: `DemoRefused` where the database holds something else.
    package func run(
        tell: @escaping @Sendable (String) -> Void,
        progress: (Int) -> Void
    ) async throws -> Result {
        try await setUp()
        let key = try await workspace.store.keys.create(
            scope: .write,
            name: "demo",
            expiresAt: workspace.now().adding(seconds: 86_400),
            at: workspace.now()
        )
        let server = try Server(workspace, listen: "127.0.0.1:0", tell: tell)
        let address = try await server.start()
        tell("the endpoint listens on http://\(address)/v1/events")
        do {
            let result = try await send(to: "http://\(address)/v1/events", key: key.text, progress: progress)
            await server.stop()
            _ = try await workspace.store.keys.revoke(key.key.id)
            return result
        } catch {
            await server.stop()
            throw error
        }
    }

    private func setUp() async throws {
        let project = workspace.store.project
        let state = try await project.refresh()
        let record = state.lifecycle.experiments[DemoSettings.experiment]
        if state.lifecycle.catalog != nil {
            guard let record, record.phases[0].salt.hasPrefix("demo:") else {
                throw DemoRefused(reason: "This database holds a project of its own.")
            }
            guard record.phases[0].salt == settings.salt else {
                throw DemoRefused(reason: "This database holds a demo with other settings.")
            }
            return
        }
        let service = CatalogService(workspace)
        _ = try await service.apply(try DemoCatalog.read(), at: DemoSettings.start)
        try await ExperimentService(workspace).start(
            DemoSettings.experiment,
            at: DemoSettings.start,
            salt: settings.salt
        )
    }

    private func app() async throws -> DemoPerson.App {
        let state = workspace.store.project.current
        let project = try await workspace.store.compiler.project(state)
        guard let phase = state.lifecycle.experiments[DemoSettings.experiment]?.currentPhase else {
            throw DemoRefused(reason: "The demo's experiment has not started.")
        }
        return DemoPerson.App(
            settings: settings,
            catalog: project.catalog,
            conditions: project.timeline.conditions(at: DemoSettings.start, under: project.catalog),
            assignment: PhaseAssignment(phase)
        )
    }

    /// Sends one request after another, so that the order of arrival is the same in every run.
    private func send(to url: String, key: String, progress: (Int) -> Void) async throws -> Result {
        guard let url = URL(string: url) else { throw DemoRefused(reason: "The address cannot be used.") }
        var traffic = DemoTraffic(try await app())
        var result = Result()
        let session = URLSession(configuration: .ephemeral)
        for day in 0..<settings.days {
            for body in traffic.bodies(of: day) {
                var request = URLRequest(url: url)
                request.httpMethod = "POST"
                request.setValue("Bearer \(key)", forHTTPHeaderField: "Authorization")
                request.setValue("application/json", forHTTPHeaderField: "Content-Type")
                request.httpBody = Data(body)
                try result.add(try await session.data(for: request))
            }
            progress(day + 1)
        }
        session.finishTasksAndInvalidate()
        return result
    }
}

extension DemoRun.Result {
    fileprivate mutating func add(_ answer: (Data, URLResponse)) throws {
        let status = (answer.1 as? HTTPURLResponse)?.statusCode ?? 0
        guard status == 200, let json = JSON(parsing: [UInt8](answer.0)) else {
            throw DemoFailed(status: status)
        }
        requests += 1
        accepted += json["accepted"]?.integerValue ?? 0
        duplicates += json["duplicates"]?.integerValue ?? 0
        rejected += json["rejected"]?.integerValue ?? 0
    }
}

/// The endpoint did not take what the demo sent.
package struct DemoFailed: Error, Hashable, Sendable, CustomStringConvertible {
    /// What it answered.
    let status: Int

    /// What went wrong.
    package var description: String { "The endpoint answered \(status); the messages above say why." }
}
