import HTTPServer
import JSONReading
import Reports
package import TipCore
import TipStore

/// Routes over experiments: list, report, lifecycle.
struct ExperimentRoutes: Sendable {
    let workspace: Workspace

    var all: [Route] {
        [
            Route("GET", "/v1/experiments", scope: .read, "All experiments") { _ in try await list() },
            Route("GET", "/v1/experiments/{id}/report", scope: .read, "What an experiment has found") {
                try await report($0)
            },
        ]
            + Step.allCases.map { step in
                Route("POST", "/v1/experiments/{id}/\(step)", scope: .admin, "Experiment: \(step)") {
                    try await take(step, $0)
                }
            }
    }

    /// The steps of an experiment's life, as paths name them.
    private enum Step: CaseIterable {
        case start, ramp, pause, resume, stop
    }

    private func list() async throws -> HTTPResponse {
        try await workspace.store.project.refresh()
        let entries = try ExperimentService(workspace).list()
        return HTTPResponse(["experiments": .array(entries.map(\.json))])
    }

    private func report(_ request: RoutedRequest) async throws -> HTTPResponse {
        try await workspace.store.project.refresh()
        let options = try ReportQuery(request.http).options(now: workspace.now())
        do {
            let report = try await ReportService(workspace).report(request.capture("id"), options)
            return HTTPResponse(report.json(locale: options.locale))
        } catch let error as UnknownExperiment {
            throw Problem(404, "unknown_experiment", "There is no such experiment.", hint: error.hint)
        } catch let error as UnknownPhase {
            throw Problem(404, "unknown_phase", "The experiment has no such phase.", hint: error.hint)
        } catch let error as AnalysisProblem {
            throw Problem(
                404,
                error.code.rawValue,
                "The report cannot be made as asked.",
                hint: NearestName.hint(for: error.variant ?? "", among: error.variants)
            )
        }
    }

    private func take(_ step: Step, _ request: RoutedRequest) async throws -> HTTPResponse {
        let id = request.capture("id")
        let body = try Self.object(request.http.body)
        var at: Timestamp?
        if let value = body["at"], value != .null {
            guard let time = value.stringValue.flatMap({ Timestamp(rfc3339: $0) }) else {
                throw Problem(400, "bad_time", "The field at cannot be read.", hint: "Write it as RFC 3339.")
            }
            at = time
        }
        try await workspace.store.project.refresh()
        let service = ExperimentService(workspace)
        do {
            switch step {
            case .start:
                try await service.start(id, at: at, isForced: body["underpowered"] == .boolean(true))
            case .ramp:
                guard let share = body["inclusion"]?.doubleValue, (0...1).contains(share) else {
                    throw Problem(
                        400,
                        body["inclusion"] == nil ? "missing_field" : "bad_share",
                        "The body needs inclusion, a number from 0 to 1.",
                        hint: "{\"inclusion\":0.5}"
                    )
                }
                try await service.step(id, at: at, .experimentRamped(id: id, share: share))
            case .pause: try await service.step(id, at: at, .experimentPaused(id: id))
            case .resume: try await service.step(id, at: at, .experimentResumed(id: id))
            case .stop:
                try await service.step(
                    id,
                    at: at,
                    .experimentStopped(id: id, decision: try Self.decision(body))
                )
            }
        } catch let error as UnknownExperiment {
            throw Problem(404, "unknown_experiment", "There is no such experiment.", hint: error.hint)
        } catch let error as LifecycleError {
            throw Problem(409, error.code, error.description)
        } catch let error as PlanRefusal {
            throw Problem(409, error.code.rawValue, error.description)
        }
        return HTTPResponse(try service.entry(id).json)
    }

    private static func decision(_ body: JSON) throws -> StopDecision? {
        guard let value = body["decision"], value != .null else { return nil }
        guard let decision = value.stringValue.flatMap({ StopDecision(name: $0) }) else {
            throw Problem(400, "bad_field", "The field decision is not one.", hint: "ship:<variant> or keep")
        }
        return decision
    }

    /// The object in a body; an empty body is an empty object.
    private static func object(_ body: [UInt8]) throws -> JSON {
        guard !body.isEmpty else { return .object([]) }
        do throws(JSONFailure) {
            let value = JSON(try JSONValue.read(body))
            if case .object = value { return value }
        } catch {
            throw Problem(error)
        }
        throw Problem(400, "malformed", "The body must be a JSON object.")
    }
}

extension ExperimentService.Entry {
    /// The experiment as lists show it.
    package var json: JSON {
        [
            "experiment": .string(id), "tip": .string(tip), "status": .string(status.rawValue),
            "phase": record.map { .integer(Int64($0.currentPhase.number)) } ?? .null,
            "startedAt": record.map { .string($0.phases[0].startedAt.rfc3339) } ?? .null,
            "stoppedAt": (status == .stopped ? record?.currentPhase.endedAt : nil).map { .string($0.rfc3339) }
                ?? .null,
            "decision": record?.decision.map { .string($0.name) } ?? .null,
            "variants": .array(
                (record?.currentPhase.variants.map(\.id) ?? definition?.variants.map(\.id) ?? []).map {
                    .string($0)
                }
            ),
        ]
    }
}
