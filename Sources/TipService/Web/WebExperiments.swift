import HTTPServer
import Reports
import TipCore
import TipPages
import TipStore

/// The pages about experiments.
struct WebExperiments: Sendable {
    let gate: WebGate

    private var workspace: Workspace { gate.workspace }

    var all: [Route] {
        [
            gate.page("GET", "/", "All experiments") { try await list($0) },
            gate.page("GET", "/experiments/{id}", "One experiment") { try await show($0) },
            gate.page("POST", "/experiments/{id}/stop", "Stop an experiment") { try await stop($0) },
        ]
            + ["html", "json", "csv", "md"].map { kind in
                gate.page("GET", "/experiments/{id}/report." + kind, "A report as a file") {
                    try await file($0, kind)
                }
            }
    }

    private func list(_ visit: WebVisit) async throws -> HTTPResponse {
        try await workspace.store.project.refresh()
        let all = try ExperimentService(workspace).list()
        var choice = ExperimentsPage.Choice()
        let http = visit.request.http
        choice.status = http.queryValue("status").flatMap(ExperimentRecord.Status.init(rawValue:))
        choice.text = http.queryValue("q") ?? ""
        let wanted = choice.text.lowercased()
        let matching = all.filter { entry in
            (choice.status.map { $0 == entry.status } ?? true)
                && (wanted.isEmpty || entry.id.lowercased().contains(wanted)
                    || entry.tip.lowercased().contains(wanted))
        }
        // What runs is what people come for; within it the order of names.
        let order: [ExperimentRecord.Status] = [.running, .paused, .draft, .stopped]
        let sorted = order.flatMap { status in matching.filter { $0.status == status } }
        let pages = max(
            1,
            (sorted.count + ExperimentsPage.Choice.pageSize - 1) / ExperimentsPage.Choice.pageSize
        )
        choice.page = min(pages, max(1, http.queryValue("page").flatMap { Int($0) } ?? 1))
        choice.matching = sorted.count
        choice.all = all.count
        let shown = sorted.dropFirst((choice.page - 1) * ExperimentsPage.Choice.pageSize)
            .prefix(ExperimentsPage.Choice.pageSize)
        var options = ReportService.Options()
        options.isFromTalliesOnly = true
        options.isAsFolded = true
        let backlog = try await workspace.store.projector.catchUpUnlessBusy()
        let reports = try await ReportService(workspace).reports(of: Array(shown), options)
        return WebResponse.page(
            ExperimentsPage(visit.context(without: backlog), reports, choice).html,
            language: visit.language
        )
    }

    private func show(_ visit: WebVisit) async throws -> HTTPResponse {
        let id = visit.request.capture("id")
        let backlog = try await workspace.store.projector.catchUpUnlessBusy()
        let report = try await report(id, visit, isAsFolded: true)
        let notice = visit.request.http.queryValue("done") == "stop" ? PageNotice.stopped(id) : nil
        let page = ExperimentPage(
            visit.context(notice: notice, without: backlog),
            report,
            locale: visit.request.http.queryValue("locale") ?? visit.language.rawValue
        )
        return WebResponse.page(page.html, language: visit.language)
    }

    private func report(_ id: String, _ visit: WebVisit, isAsFolded: Bool = false) async throws
        -> ExperimentReport
    {
        try await workspace.store.project.refresh()
        var options = try ReportQuery(visit.request.http).options(now: workspace.now())
        options.isAsFolded = isAsFolded
        do {
            return try await ReportService(workspace).report(id, options)
        } catch let error as UnknownExperiment {
            throw Problem(404, "unknown_experiment", "There is no such experiment.", hint: error.hint)
        } catch let error as UnknownPhase {
            throw Problem(404, "unknown_phase", "The experiment has no such phase.", hint: error.hint)
        } catch is AnalysisProblem {
            throw Problem(400, "bad_query", "The report cannot be made as asked.")
        }
    }

    private func file(_ visit: WebVisit, _ kind: String) async throws -> HTTPResponse {
        let id = visit.request.capture("id")
        let report = try await report(id, visit)
        let locale = visit.request.http.queryValue("locale")
        let name = id + "." + kind
        switch kind {
        case "json":
            let text = report.json(locale: locale).text(indented: true) + "\n"
            return WebResponse.file(text, type: "application/json", name: name)
        case "csv":
            return WebResponse.file(
                ExperimentReport.csv(of: [report], locale: locale),
                type: "text/csv; charset=utf-8",
                name: name
            )
        case "md":
            return WebResponse.file(
                report.markdown(locale: locale),
                type: "text/markdown; charset=utf-8",
                name: name
            )
        default:
            return WebResponse.file(
                ReportFile(locale: locale ?? visit.language.rawValue).html(of: report),
                type: "text/html; charset=utf-8",
                name: name
            )
        }
    }

    private func stop(_ visit: WebVisit) async throws -> HTTPResponse {
        try await gate.requireAdmin(visit)
        let id = visit.request.capture("id")
        try await workspace.store.project.refresh()
        let decision = visit.form.value("decision")
        guard decision == nil || decision.flatMap({ StopDecision(name: $0) }) != nil else {
            throw Problem(400, "bad_field", "The decision is none.", hint: "ship:<variant> or keep")
        }
        do {
            try await ExperimentService(workspace).step(
                id,
                .experimentStopped(id: id, decision: decision.flatMap { StopDecision(name: $0) })
            )
        } catch let error as UnknownExperiment {
            throw Problem(404, "unknown_experiment", "There is no such experiment.", hint: error.hint)
        } catch let error as LifecycleError {
            throw Problem(409, error.code, error.description)
        }
        return WebResponse.redirect(to: WebAddress.experiment(id) + "?done=stop")
    }
}
