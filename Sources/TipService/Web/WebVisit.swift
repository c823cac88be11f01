import HTTPServer
import Postgres
import TipPages
import TipStore

/// A request for a page, with who asks and what they sent.
struct WebVisit: Sendable {
    /// The request.
    let request: RoutedRequest
    /// Who is signed in.
    let session: Session
    /// The language of the page.
    let language: PageLanguage
    /// The fields of the form that was sent; empty where none was.
    let form: WebFields

    /// Who asks.
    struct Session: Sendable {
        /// The key.
        let key: KeyStore.Key
        /// What the cookie holds; nil where the key came with the request itself.
        let token: String?

        /// What a form of the session carries: only who holds the cookie can know it.
        var formToken: String { token.map { SHA256.digest(of: "form:" + $0).hex } ?? "" }

        /// The session as pages know it.
        var shown: PageContext.Session {
            PageContext.Session(formToken: formToken, isAdmin: key.scope == .admin, keyID: key.id)
        }
    }

    /// What the page must know of whoever looks at it.
    ///
    /// `path` is the address at which it can be asked for again; nil is that of the request. `backlog` is what
    /// its figures leave out.
    func context(
        path: String? = nil,
        notice: PageNotice? = nil,
        without backlog: Projector.Backlog? = nil
    ) -> PageContext {
        PageContext(
            language: language,
            path: path ?? request.http.address,
            session: session.shown,
            notice: notice,
            uncounted: backlog.map { PageContext.Uncounted(events: $0.events, seconds: $0.seconds) }
        )
    }
}

/// The fields of a form.
struct WebFields: Sendable {
    private let items: [HTTPQueryItem]

    /// Takes the fields of a request.
    init(_ items: [HTTPQueryItem]) {
        self.items = items
    }

    /// All values of a field that may be given more than once, without empty ones.
    func values(_ name: String) -> [String] {
        items.filter { $0.name == name && !$0.value.isEmpty }.map(\.value)
    }

    /// The value of a field; nil where it is missing or empty.
    func value(_ name: String) -> String? {
        items.first { $0.name == name }.flatMap { $0.value.isEmpty ? nil : $0.value }
    }
}

extension HTTPRequest {
    /// The address of the request without the choice of a language.
    var address: String {
        let items = query.filter { $0.name != "language" && $0.name != "done" }
            .map { WebAddress.part($0.name) + "=" + WebAddress.part($0.value) }
        return path + (items.isEmpty ? "" : "?" + items.joined(separator: "&"))
    }

    /// The value of a cookie; nil where it was not sent.
    func cookie(_ name: String) -> String? {
        for header in headers.values("Cookie") {
            for part in header.split(separator: ";") {
                let pair = part.drop { $0 == " " }.split(separator: "=", maxSplits: 1)
                if pair.count == 2, pair[0] == name { return String(pair[1]) }
            }
        }
        return nil
    }

    /// Whether the client came by TLS, as a proxy in front says.
    var isSecure: Bool {
        headers["X-Forwarded-Proto"]?.split(separator: ",").first.map { $0.lowercased() == "https" } ?? false
    }

    /// Whether a page of another origin sent it, as far as the browser says.
    var isFromElsewhere: Bool {
        if let site = headers["Sec-Fetch-Site"] { return site != "same-origin" && site != "none" }
        guard let origin = headers["Origin"], let host = headers["Host"] else { return false }
        return origin.lowercased() != "http://" + host.lowercased()
            && origin.lowercased() != "https://" + host.lowercased()
    }

    /// The language of a page: what was chosen now, or before, or what the browser prefers.
    var language: PageLanguage {
        if let chosen = chosenLanguage { return chosen }
        if let kept = cookie(WebResponse.languageCookie).flatMap(PageLanguage.init(rawValue:)) { return kept }
        let ranges = (headers["Accept-Language"] ?? "").split(separator: ",").map { range in
            let parts = range.split(separator: ";")
            let weight = parts.dropFirst().lazy.compactMap { part -> Double? in
                let text = part.filter { $0 != " " }
                return text.hasPrefix("q=") ? Double(text.dropFirst(2)) : nil
            }.first
            return (tag: parts.first.map { $0.filter { $0 != " " } } ?? "", weight: weight ?? 1)
        }
        // Sorting keeps the order of those that are preferred alike.
        let best = ranges.enumerated().filter { $0.element.weight > 0 }
            .sorted { ($1.element.weight, $0.offset) < ($0.element.weight, $1.offset) }
        let known = best.lazy.compactMap { PageLanguage(speaking: $0.element.tag) }
        return known.first ?? .english
    }

    /// The language that the address chooses; nil where it does not.
    var chosenLanguage: PageLanguage? { queryValue("language").flatMap(PageLanguage.init(rawValue:)) }
}
