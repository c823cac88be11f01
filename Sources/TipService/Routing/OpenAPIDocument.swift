import HTTPServer
import TipCore
import TipStore

/// The routes as an OpenAPI 3.1 document, made of the table that serves: what is not in one is not in the other.
enum OpenAPIDocument {
    /// Writes the document.
    static func json(of routes: [Route]) -> JSON {
        var paths: [(pattern: String, operations: [JSON.Member])] = []
        for route in routes where !route.isPage {
            let operation = JSON.Member(route.method.lowercased(), operation(of: route))
            if let place = paths.firstIndex(where: { $0.pattern == route.pattern }) {
                guard !paths[place].operations.contains(where: { $0.key == operation.key }) else { continue }
                paths[place].operations.append(operation)
            } else {
                paths.append((route.pattern, [operation]))
            }
        }
        return [
            "openapi": "3.1.0",
            "info": ["title": "Tipledger", "version": .string(Version.text)],
            "paths": .object(paths.map { .init($0.pattern, .object($0.operations)) }),
            "components": [
                "securitySchemes": [
                    "bearer": ["type": "http", "scheme": "bearer"],
                    "header": ["type": "apiKey", "in": "header", "name": "X-API-Key"],
                ],
                "schemas": .object(RouteSchemas.components),
            ],
        ]
    }

    private static func operation(of route: Route) -> JSON {
        let details = RouteDetails.of(route)
        var members: [JSON.Member] = [.init("summary", .string(route.summary))]
        members.append(.init("operationId", .string(identifier(of: route))))
        if route.dialect != nil { members.append(.init("description", .string(strictness))) }
        let parameters = path(of: route) + query(of: details)
        if !parameters.isEmpty { members.append(.init("parameters", .array(parameters))) }
        if let body = details.body {
            let content = body.types.map { JSON.Member($0, ["schema": body.schema]) }
            members.append(
                .init(
                    "requestBody",
                    ["required": .boolean(details.isBodyRequired), "content": .object(content)]
                )
            )
        }
        var responses: [JSON.Member] = [
            .init(
                details.success,
                [
                    "description": "Done",
                    "content": .object([.init(details.answer, ["schema": answer(of: route)])]),
                ]
            )
        ]
        if details.isTagged { responses.append(.init("304", ["description": "As it was"])) }
        responses.append(.init("default", refusal(of: route)))
        members.append(.init("responses", .object(responses)))
        if let scope = route.scope {
            members.append(.init("x-scope", .string(scope.rawValue)))
            // A key in the path is a parameter of the path.
            let isInPath = route.checksItsKey && route.pattern.contains("{key}")
            // One in the body leaves the headers free.
            let inBody: [JSON] = route.dialect?.hasKeyInBody == true ? [[:]] : []
            let places: [JSON] = [["bearer": []], ["header": []]]
            if !isInPath { members.append(.init("security", .array(places + inBody))) }
        }
        return .object(members)
    }

    private static let strictness =
        "An event that is unfit is told in the answer and kept in quarantine; its neighbours are stored. "
        + "With ?strict=1 the request is refused instead, and nothing of it is stored: for tests of an app."

    private static func answer(of route: Route) -> JSON {
        route.dialect?.answer ?? RouteAnswers.table["\(route.method) \(route.pattern)"] ?? RouteSchemas.any
    }

    private static func path(of route: Route) -> [JSON] {
        route.pattern.split(separator: "/").filter { $0.hasPrefix("{") }.map { part in
            [
                "name": .string(String(part.dropFirst().dropLast())), "in": "path", "required": true,
                "schema": ["type": "string", "minLength": 1],
            ]
        }
    }

    private static func query(of details: RouteDetails) -> [JSON] {
        details.query.map { name, schema, isRequired in
            ["name": .string(name), "in": "query", "required": .boolean(isRequired), "schema": schema]
        }
            + details.jsonQuery.map { name, schema in
                [
                    "name": .string(name), "in": "query", "required": true,
                    "content": ["application/json": ["schema": schema]],
                ]
            }
    }

    /// A refusal as the clients of the route are told it: what that looks like is asked of the route itself.
    private static func refusal(of route: Route) -> JSON {
        let sample = route.refusal(Problem(400, "bad_request", "", hint: ""), route.pattern)
        let type = sample.headers["Content-Type"] ?? "application/json"
        let isProblem = type == "application/problem+json"
        let schema: JSON = isProblem ? ["$ref": "#/components/schemas/Problem"] : ["type": "object"]
        // What the network refuses by itself, before it knows the path, is a problem in any case.
        var content = [JSON.Member(type, ["schema": schema])]
        if !isProblem {
            content.append(
                .init("application/problem+json", ["schema": ["$ref": "#/components/schemas/Problem"]])
            )
        }
        return ["description": "Refused, with what to do about it", "content": .object(content)]
    }

    /// A name for the operation, of its method and path.
    private static func identifier(of route: Route) -> String {
        route.method.lowercased()
            + route.pattern.split { !$0.isLetter && !$0.isNumber }
            .map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }
}

/// The route that gives the document.
struct OpenAPIRoutes: Sendable {
    /// The routes besides this one.
    let routes: [Route]

    var all: [Route] {
        let own = Route("GET", "/openapi.json", scope: nil, "This document") { _ in HTTPResponse(.null) }
        let document = HTTPResponse(OpenAPIDocument.json(of: routes + [own]))
        return [Route("GET", own.pattern, scope: nil, own.summary) { _ in document }]
    }
}
