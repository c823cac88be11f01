package import HTTPServer
import TipCore
package import TipStore

/// A request that a route has matched, with what the pattern captured.
package struct RoutedRequest: Sendable {
    /// The request.
    package let http: HTTPRequest
    /// The captured parts of the path by the names in the pattern.
    package let captures: [String: String]

    /// Most bytes that its body may have once all packing is undone.
    var bodyBytes = HTTPLimits().bodyBytes

    /// A captured part; the pattern guarantees that it is there.
    package func capture(_ name: String) -> String { captures[name] ?? "" }
}

/// A route: what it answers to, what it needs, and what it does.
///
/// The table of routes is the only list of them: it serves, it documents, and it labels metrics.
package struct Route: Sendable {
    /// The method.
    package let method: String
    /// The path with `{name}` for what it captures.
    package let pattern: String
    /// The scope of the key it needs; nil where it is open.
    package let scope: KeyStore.Scope?
    /// What it does, in a few words.
    package let summary: String
    /// Whether the route itself finds and checks the key, since that may stand in the path or the body.
    package let checksItsKey: Bool
    /// Whether a slash may follow the path, as some SDKs send one.
    let allowsSlash: Bool
    /// How the route's clients are told what was wrong.
    let refusal: @Sendable (Problem, _ path: String) -> HTTPResponse
    /// Answers a request.
    let answer: @Sendable (RoutedRequest) async throws -> HTTPResponse

    /// Whether pages of any origin may call it: by default those routes whose keys are in apps that anybody has.
    package let isForAnyOrigin: Bool

    /// What the document needs to know of a route on which a dialect is spoken; nil for others.
    let dialect: DialectNote?
    /// Whether it answers people with a page; programs are not told of it in the document.
    let isPage: Bool

    private let parts: [Part]

    /// How a dialect answers, and where its keys may be.
    struct DialectNote: Sendable {
        /// The schema of the answer to a request that was read.
        let answer: JSON
        /// Whether the key may stand in the body.
        let hasKeyInBody: Bool
    }

    private enum Part: Sendable {
        case literal(String)
        case capture(String)
    }

    /// Creates a route.
    init(
        _ method: String,
        _ pattern: String,
        scope: KeyStore.Scope?,
        _ summary: String,
        checksItsKey: Bool = false,
        allowsSlash: Bool = false,
        isForAnyOrigin: Bool? = nil,
        dialect: DialectNote? = nil,
        isPage: Bool = false,
        refusal: @escaping @Sendable (Problem, _ path: String) -> HTTPResponse = { problem, _ in
            problem.response
        },
        answer: @escaping @Sendable (RoutedRequest) async throws -> HTTPResponse
    ) {
        self.method = method
        self.pattern = pattern
        self.scope = scope
        self.summary = summary
        self.checksItsKey = checksItsKey
        self.allowsSlash = allowsSlash
        self.isForAnyOrigin = isForAnyOrigin ?? (scope == .write || scope == .evaluate)
        self.dialect = dialect
        self.isPage = isPage
        self.refusal = refusal
        self.answer = answer
        let words = pattern.split(separator: "/")
        parts = words.map { part in
            part.hasPrefix("{") ? .capture(String(part.dropFirst().dropLast())) : .literal(String(part))
        }
        literalCount = words.count { !$0.hasPrefix("{") }
    }

    /// Whether HEAD may be asked where GET may: not of a GET that stores events, an old habit of browsers.
    var takesHead: Bool { method == "GET" && dialect == nil }

    /// How many parts the path has.
    var partCount: Int { parts.count }

    /// How many parts of the path are words of ours rather than what a client names.
    let literalCount: Int

    /// What the pattern captures of a path; nil where it does not match.
    func captures(of path: [String]) -> [String: String]? {
        let segments = allowsSlash && path.last == "" ? path.dropLast() : path[...]
        guard segments.count == parts.count else { return nil }
        var captures: [String: String] = [:]
        for (part, segment) in zip(parts, segments) {
            switch part {
            case .literal(let text): guard text == segment else { return nil }
            case .capture(let name):
                guard !segment.isEmpty else { return nil }
                captures[name] = segment
            }
        }
        return captures
    }
}
