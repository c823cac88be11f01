import HTTPServer
import JSONReading
package import TipCore
package import TipStore

/// Routes over the events that were refused.
///
/// What a person typed is in their bytes, so whoever shows or changes them needs administration.
struct QuarantineRoutes: Sendable {
    let service: QuarantineService

    var all: [Route] {
        [
            Route("GET", "/v1/quarantine", scope: .read, "Refused events with their reasons") {
                try await list($0)
            },
            Route("GET", "/v1/quarantine/{id}", scope: .admin, "A refused event with its bytes") {
                try await show($0)
            },
            Route("POST", "/v1/quarantine/replay", scope: .admin, "Try refused events again") {
                try await replay($0)
            },
            Route("POST", "/v1/quarantine/purge", scope: .admin, "Throw refused events away") {
                try await purge($0)
            },
        ]
    }

    private func list(_ request: RoutedRequest) async throws -> HTTPResponse {
        let limit = try request.http.limit(most: QuarantineService.largestPage) ?? 100
        var filter = Quarantine.Filter()
        filter.code = request.http.queryValue("code")
        filter.dialect = request.http.queryValue("dialect")
        filter.after = try request.http.time("since")
        filter.before = try request.http.time("until")
        let entries = try await service.list(filter, limit: limit)
        return HTTPResponse(["events": .array(entries.map(\.json))])
    }

    private func show(_ request: RoutedRequest) async throws -> HTTPResponse {
        guard let entry = try await service.entry(request.capture("id")) else {
            throw Problem(
                404,
                "not_found",
                "There is no refused event of this name.",
                hint: "GET /v1/quarantine lists them."
            )
        }
        return HTTPResponse(entry.json)
    }

    private func replay(_ request: RoutedRequest) async throws -> HTTPResponse {
        switch try Self.choice(request.http.body) {
        case .ids(let ids): HTTPResponse(try await service.replay(ids).json)
        case .filter(let filter): HTTPResponse(try await service.replay(filter).json)
        }
    }

    private func purge(_ request: RoutedRequest) async throws -> HTTPResponse {
        let count: Int
        switch try Self.choice(request.http.body) {
        case .ids(let ids): count = try await service.purge(ids)
        case .filter(let filter): count = try await service.purge(filter)
        }
        return HTTPResponse(["purged": .integer(Int64(count))])
    }

    private enum Choice {
        case ids([String])
        case filter(Quarantine.Filter)
    }

    /// Which events a body names: some ids, or all of a reason, a dialect, a time; never all without saying so.
    private static func choice(_ body: [UInt8]) throws -> Choice {
        let value: JSON
        do throws(JSONFailure) {
            value = JSON(try JSONValue.read(body))
        } catch {
            throw Problem(error, hint: hint)
        }
        guard case .object(let members) = value, !members.isEmpty else {
            throw Problem(400, "missing_field", "The body names no events.", hint: hint)
        }
        if let ids = value["ids"] {
            let texts = ids.arrayValue?.compactMap(\.stringValue)
            guard members.count == 1 else {
                throw Problem(400, "bad_field", "Besides ids the body may name nothing.", hint: hint)
            }
            guard let texts, texts.count == ids.arrayValue?.count,
                texts.count <= QuarantineService.largestPage
            else {
                throw Problem(400, "bad_field", "The member ids is no list of names.", hint: hint)
            }
            return .ids(texts)
        }
        var filter = Quarantine.Filter()
        for member in members {
            switch (member.key, member.value) {
            case ("code", .string(let code)): filter.code = code
            case ("dialect", .string(let dialect)): filter.dialect = dialect
            case ("before", .string(let text)) where Timestamp(rfc3339: text) != nil:
                filter.before = Timestamp(rfc3339: text)
            case ("all", true): break
            default: throw Problem(400, "bad_field", "The body has a member that is none.", hint: hint)
            }
        }
        return .filter(filter)
    }

    private static let hint =
        #"Send {"ids":[…]}, {"code":"…"}, {"dialect":"…"}, {"before":"…"} or {"all":true}."#
}

extension Quarantine.Entry {
    /// The refused event as lists show it, and with its bytes where these are there.
    package var json: JSON {
        var members: [JSON.Member] = [
            .init("id", .string(id)), .init("receivedAt", .string(receivedAt.rfc3339)),
            .init("code", .string(code)),
            .init("dialect", .string(dialect)), .init("field", field.map { .string($0) } ?? .null),
            .init("detail", .string(detail)), .init("eventId", eventID.map { .string($0) } ?? .null),
            .init("bytes", .integer(Int64(byteCount))),
        ]
        if let body { members.append(.init("body", .string(String(decoding: body, as: UTF8.self)))) }
        return .object(members)
    }
}
