import HTTPServer
import TipCore
import TipStore

/// Routes over one person: their history, and its end.
struct PersonRoutes: Sendable {
    let timelines: TimelineService
    let erasures: ErasureService

    /// The most events of one page.
    static let largestPage = 1000

    var all: [Route] {
        [
            Route("GET", "/v1/people/{person}/events", scope: .read, "The history of a person") {
                try await history($0)
            },
            Route(
                "DELETE",
                "/v1/people/{person}",
                scope: .admin,
                "Erase a person, and refuse them from now on"
            ) {
                HTTPResponse(try await erasures.erase($0.capture("person")).json)
            },
        ]
    }

    private func history(_ request: RoutedRequest) async throws -> HTTPResponse {
        let question = TimelineService.Question(
            person: request.capture("person"),
            since: try request.http.time("since"),
            until: try request.http.time("until")
        )
        let page = try page(request.http)
        do {
            let paged = try await timelines.page(page, of: question)
            return HTTPResponse(paged.json(isNewestFirst: page.isNewestFirst))
        } catch is UnknownCursor {
            throw Problem(
                404,
                "bad_cursor",
                "No page of this history ended with this cursor.",
                hint: "Take next from the page before, with the same order, since and until."
            )
        }
    }

    private func page(_ request: HTTPRequest) throws(Problem) -> TimelineService.Page {
        var page = TimelineService.Page()
        page.cursor = request.queryValue("cursor")
        if let limit = try request.limit(most: Self.largestPage) { page.limit = limit }
        switch request.queryValue("order") {
        case nil, "oldest": page.isNewestFirst = false
        case "newest": page.isNewestFirst = true
        default: throw Problem(400, "bad_field", "The word in ?order= is none.", hint: "oldest or newest")
        }
        return page
    }
}

extension HTTPRequest {
    /// The number in `?limit=`, from 1 to the most that is given at once; nil where it is not given.
    func limit(most: Int) throws(Problem) -> Int? {
        guard let text = queryValue("limit") else { return nil }
        guard let limit = Int(text), (1...most).contains(limit) else {
            throw Problem(
                400,
                "bad_field",
                "The number in ?limit= is none.",
                hint: "Give a whole number from 1 to \(most)."
            )
        }
        return limit
    }

    /// Whether a part of the query says yes; no where it is not given.
    func flag(_ name: String) throws(Problem) -> Bool {
        switch queryValue(name) {
        case "1", "true": return true
        case nil, "0", "false": return false
        default:
            throw Problem(
                400,
                "bad_field",
                "The value of ?\(name)= is not one.",
                hint: "Write ?\(name)=1 or leave it out."
            )
        }
    }

    /// The time of a query's value; nil where there is none.
    func time(_ name: String) throws(Problem) -> Timestamp? {
        guard let text = queryValue(name) else { return nil }
        guard let time = Timestamp(rfc3339: text) else {
            throw Problem(
                400,
                "bad_time",
                "The time in ?\(name)= cannot be read.",
                hint: "Write it as RFC 3339."
            )
        }
        return time
    }
}
