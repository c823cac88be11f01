import HTTPServer
import JSONReading
import TipCore
import TipStore
import TipWire

/// The flags in OpenFeature's remote evaluation protocol, OFREP 0.3: one at a time for servers, all for apps.
struct OFREPRoutes: Sendable {
    let decisions: DecisionService
    /// How large the parts of a context may be.
    var limits = EventLimits()

    var all: [Route] {
        [
            route("/ofrep/v1/evaluate/flags/{key}", "OFREP: one flag") { try await one($0) },
            route("/ofrep/v1/evaluate/flags", "OFREP: all flags, with an entity tag") { try await bulk($0) },
        ]
    }

    private func route(
        _ pattern: String,
        _ summary: String,
        answer: @escaping @Sendable (RoutedRequest) async throws -> HTTPResponse
    ) -> Route {
        Route(
            "POST",
            pattern,
            scope: .evaluate,
            summary,
            allowsSlash: true,
            refusal: Self.refusal,
            answer: answer
        )
    }

    private func one(_ request: RoutedRequest) async throws -> HTTPResponse {
        let key = request.capture("key")
        let asked = try OFREPContext(request.http.body, limits)
        if asked.person == nil {
            let project = try await decisions.project()
            if !FlagReader.isStatic(key, in: project.catalog.catalog) {
                // Which flags there are is said first: a missing one stays missing whoever asks.
                guard try await flag(key, .init(person: "-", tips: [])) != nil else { throw Self.unknown }
                throw Self.nobody
            }
        }
        var question = asked.request
        question.tips = FlagReader.tipPart(of: key).map { [$0.tip] } ?? []
        guard let flag = try await flag(key, question) else { throw Self.unknown }
        return HTTPResponse(flag.ofrep)
    }

    private func flag(_ key: String, _ question: DecisionRequest) async throws -> Flag? {
        try await decisions.flags(question).flag(key)
    }

    private func bulk(_ request: RoutedRequest) async throws -> HTTPResponse {
        let asked = try OFREPContext(request.http.body, limits)
        guard asked.person != nil else { throw Self.nobody }
        let reader = try await decisions.flags(asked.request)
        let answer = HTTPResponse([
            "flags": .array(reader.all.map(\.ofrep)),
            "metadata": ["version": .integer(Int64(reader.revision))],
        ])
        // The tag is of what was found, so it changes with the person's result and with nothing else.
        let tag = ETag.of(answer.body)
        let headers: HTTPHeaders = ["ETag": tag, "Cache-Control": "no-cache"]
        if ETag.matches(request.http.headers["If-None-Match"], tag) {
            return HTTPResponse(status: 304, headers: headers)
        }
        return answer.adding(headers)
    }

    // MARK: Refusals

    private static let unknown = Problem(
        404,
        "FLAG_NOT_FOUND",
        "There is no flag of this name.",
        hint: "Flags are parameters, experiment.<id>, and tip.<id>.title or another part."
    )

    private static let nobody = Problem(
        400,
        "TARGETING_KEY_MISSING",
        "The context has no targetingKey.",
        hint: "Give the person's id."
    )

    /// A refusal always has a code and details: one SDK loses the code where the details are missing.
    private static func refusal(_ problem: Problem, path: String) -> HTTPResponse {
        let codes = ["FLAG_NOT_FOUND", "TARGETING_KEY_MISSING", "INVALID_CONTEXT", "PARSE_ERROR"]
        let isUnreadable = JSONFailure.Code(rawValue: problem.code) != nil
        let code = codes.contains(problem.code) ? problem.code : isUnreadable ? "PARSE_ERROR" : "GENERAL"
        var members = [
            JSON.Member("errorCode", .string(code)), JSON.Member("errorDetails", .string(problem.sentence)),
        ]
        let parts = (try? HTTPRequest(method: "POST", target: path).segments) ?? []
        if parts.count >= 5, !parts[4].isEmpty {
            members.insert(JSON.Member("key", .string(parts[4])), at: 0)
        }
        return HTTPResponse(status: problem.status, .object(members), headers: problem.headers)
    }
}

extension Flag {
    /// The flag as the protocol has it.
    fileprivate var ofrep: JSON {
        var members = [JSON.Member("key", .string(key))]
        if let value { members.append(.init("value", value)) }
        members += [.init("variant", .string(variant)), .init("reason", .string(reason.rawValue))]
        if !metadata.isEmpty { members.append(.init("metadata", .object(metadata))) }
        return .object(members)
    }
}

/// Who asks for flags, and what they bring along.
struct OFREPContext: Sendable {
    /// The targeting key; nil where there is none.
    let person: String?
    /// The question, of nobody where there is no key.
    let request: DecisionRequest

    /// Reads the body of a request.
    ///
    /// - Throws: `Problem` 400.
    init(_ body: [UInt8], _ limits: EventLimits) throws(Problem) {
        let value: JSON
        do throws(JSONFailure) {
            value = body.isEmpty ? .object([]) : JSON(try JSONValue.read(body))
        } catch {
            throw Problem(error)
        }
        guard case .object = value else {
            throw Problem(400, "PARSE_ERROR", "The body is no object.", hint: "Send {\"context\":{…}}.")
        }
        var members: [JSON.Member] = []
        switch value["context"] {
        case nil, .null: break
        case .object(let given): members = given
        default: throw Problem(400, "INVALID_CONTEXT", "The context is no object.")
        }
        switch members.value("targetingKey") {
        case nil, .null: person = nil
        case .string(let key) where key.isEmpty: person = nil
        case .string(let key) where key.utf8.count <= limits.personBytes: person = key
        default:
            throw Problem(
                400,
                "INVALID_CONTEXT",
                "The targetingKey is no string of 1 to \(limits.personBytes) bytes."
            )
        }
        let zone = members.first("timeZone", "timezone")?.stringValue.flatMap {
            ZoneClock.named($0) == nil ? nil : $0
        }
        var parameters: NamedValues<Scalar> = [:]
        for member in members where !Self.reserved.contains(member.key) {
            guard (1...limits.nameBytes).contains(member.key.utf8.count),
                let scalar = Scalar(json: member.value)
            else { continue }
            parameters[member.key] = scalar
        }
        request = DecisionRequest(
            person: person ?? "-",
            device: members.first("device", "deviceId")?.stringValue,
            timeZone: zone,
            locale: members.value("locale")?.stringValue,
            parameters: parameters
        )
    }

    private static let reserved: Set<String> = ["targetingKey", "device", "deviceId"]
}
