import Foundation
import HTTPServer
import TipCore
import TipPages
import TipStore

/// The page about one person, whose id comes in the body of a form and stands in no address.
struct WebPeople: Sendable {
    let gate: WebGate

    private static let pageSize = 50

    var all: [Route] {
        [
            gate.page("GET", "/people", "Look for a person") { visit in
                WebResponse.page(PersonPage(visit.context(), nil).html, language: visit.language)
            }, gate.page("POST", "/people", "One person") { try await show($0) },
        ]
    }

    private func show(_ visit: WebVisit) async throws -> HTTPResponse {
        guard let asked = visit.form.value("person") else {
            return WebResponse.redirect(to: "/people")
        }
        let decisions = DecisionService(gate.workspace)
        var (person, paged) = (asked, try await history(of: asked, visit, decisions))
        let trimmed = asked.trimmingCharacters(in: .whitespacesAndNewlines)
        if !paged.telling.isKnown, trimmed != asked, !trimmed.isEmpty {
            // What is pasted often has a space at an end, which ids hardly ever have.
            (person, paged) = (trimmed, try await history(of: trimmed, visit, decisions))
        }
        var found = PersonFound(
            person: person,
            representative: paged.telling.representative,
            isKnown: paged.telling.isKnown
        )
        found.entries = Self.entries(of: paged)
        found.next = paged.next
        let standings = try await decisions.standings(of: .init(person: person, isExplained: true))
        found.tips = standings.tips.map { ExplanationShown($0, under: standings.catalog) }
        if let tip = visit.form.value("tip") {
            found.explained = try await explanation(of: tip, for: person, decisions)
        }
        return WebResponse.page(
            PersonPage(visit.context(path: "/people"), found).html,
            language: visit.language
        )
    }

    private func history(of person: String, _ visit: WebVisit, _ decisions: DecisionService) async throws
        -> TimelineService.PagedTelling
    {
        var page = TimelineService.Page()
        page.limit = Self.pageSize
        page.isNewestFirst = true
        page.cursor = visit.form.value("cursor")
        do {
            let timelines = TimelineService(gate.workspace, decisions: decisions)
            return try await timelines.page(page, of: .init(person: person))
        } catch is UnknownCursor {
            throw Problem(
                400,
                "bad_cursor",
                "No page of this history ended there.",
                hint: "Look for the person again."
            )
        }
    }

    private func explanation(of tip: String, for person: String, _ decisions: DecisionService) async throws
        -> ExplanationShown
    {
        do {
            let explained = try await decisions.explain(.init(person: person), tip: tip)
            return ExplanationShown(explained.explanation, under: explained.catalog)
        } catch let error as UnknownTip {
            throw Problem(404, "unknown_tip", "The catalog has no such tip.", hint: error.hint)
        }
    }

    /// What happened, the newest first: the events of the page, and what changed tips between them.
    private static func entries(of paged: TimelineService.PagedTelling) -> [PersonFound.Entry] {
        let places = Set(paged.places)
        return paged.telling.entries.reversed().compactMap { entry in
            if case .event(let place) = entry.cause, !places.contains(place) { return nil }
            return PersonFound.Entry(
                at: entry.at,
                text: paged.telling.words(entry),
                changes: entry.changes.map(\.words)
            )
        }
    }
}
