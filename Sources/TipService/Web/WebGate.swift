import HTTPServer
import TipPages
import TipStore

/// Lets browsers in: finds out who asks, keeps forms of other pages out, and tells what was wrong as a page.
struct WebGate: Sendable {
    let workspace: Workspace
    let gatekeeper: Gatekeeper

    /// What keeps a form from being obeyed.
    private enum Refusal: Error {
        /// It was not sent from a page of this session.
        case formExpired
        /// The key that administers is missing, unknown, or may not.
        case wrongAdminKey
    }

    /// A page for whoever is signed in.
    func page(
        _ method: String,
        _ pattern: String,
        _ summary: String,
        _ answer: @escaping @Sendable (WebVisit) async throws -> HTTPResponse
    ) -> Route {
        open(method, pattern, summary) { request in
            guard let session = try await session(of: request.http) else { return signIn(request.http) }
            do {
                let form = try Self.form(of: request.http, in: session)
                let visit = WebVisit(
                    request: request,
                    session: session,
                    language: request.http.language,
                    form: form
                )
                return try await answer(visit)
            } catch {
                return try refusal(error, of: request.http, in: session)
            }
        }
    }

    /// A page for everyone.
    func open(
        _ method: String,
        _ pattern: String,
        _ summary: String,
        _ answer: @escaping @Sendable (RoutedRequest) async throws -> HTTPResponse
    ) -> Route {
        Route(
            method,
            pattern,
            scope: .read,
            summary,
            checksItsKey: true,
            allowsSlash: true,
            isPage: true,
            refusal: { problem, path in Self.page(of: problem, path: path, .english, in: nil) },
            answer: { request in
                var response = try await answer(request)
                if let chosen = request.http.chosenLanguage {
                    response.headers.add("Set-Cookie", WebResponse.language(chosen, of: request.http))
                }
                return response
            }
        )
    }

    /// What a browser is shown where there is nothing; nil for programs.
    func nothingHere(_ request: HTTPRequest) async -> HTTPResponse? {
        guard request.headers["Accept"]?.contains("text/html") ?? false else { return nil }
        let session = try? await session(of: request)
        let context = PageContext(language: request.language, path: "/", session: session?.shown)
        return WebResponse.page(ProblemPage.nothingHere(context), status: 404, language: request.language)
    }

    /// Checks that whoever asks may change something: by the session's own key, or by one given in the form.
    func requireAdmin(_ visit: WebVisit) async throws {
        if visit.session.key.scope == .admin { return }
        do {
            try await gatekeeper.check(visit.form.value("adminKey"), scope: .admin, of: visit.request.http)
        } catch let problem as Problem where [401, 403].contains(problem.status) {
            throw Refusal.wrongAdminKey
        }
    }

    /// Who asks: by the cookie, or by a key in the header as programs send it; nil where nobody is known.
    func session(of request: HTTPRequest) async throws -> WebVisit.Session? {
        if let text = Gatekeeper.key(in: request) {
            return .init(key: try await gatekeeper.check(text, scope: .read, of: request), token: nil)
        }
        guard let token = request.cookie(WebResponse.sessionCookie),
            let id = try await workspace.store.sessions.keyID(of: token, at: workspace.now())
        else { return nil }
        do {
            return .init(
                key: try await gatekeeper.check(keyID: id, scope: .read, of: request),
                token: token
            )
        } catch let problem as Problem where problem.status == 401 {
            // The session ends with its key.
            return nil
        }
    }

    private func signIn(_ request: HTTPRequest) -> HTTPResponse {
        let isPage = request.method != "POST" || WebSection(rawValue: request.path) != nil
        return WebResponse.redirect(to: "/sign-in?to=" + WebAddress.part(isPage ? request.address : "/"))
    }

    /// The fields of a form that was sent from a page of the session.
    private static func form(of request: HTTPRequest, in session: WebVisit.Session) throws -> WebFields {
        guard request.method == "POST" else { return WebFields([]) }
        guard !request.isFromElsewhere, let items = try? request.form() else { throw Refusal.formExpired }
        let fields = WebFields(items)
        // A key in the header cannot be sent by a page of somebody else's.
        if session.token == nil { return fields }
        guard let token = fields.value("form"), token.isEqualInConstantTime(to: session.formToken) else {
            throw Refusal.formExpired
        }
        return fields
    }

    private func refusal(_ error: any Error, of request: HTTPRequest, in session: WebVisit.Session) throws
        -> HTTPResponse
    {
        let language = request.language
        let context = PageContext(language: language, path: "/", session: session.shown)
        switch error {
        case Refusal.formExpired:
            return WebResponse.page(ProblemPage.formExpired(context), status: 403, language: language)
        case Refusal.wrongAdminKey:
            return WebResponse.page(ProblemPage.wrongAdminKey(context), status: 403, language: language)
        case let problem as Problem:
            return Self.page(of: problem, path: "/", language, in: session)
        default: throw error
        }
    }

    /// A problem as a page.
    private static func page(
        of problem: Problem,
        path: String,
        _ language: PageLanguage,
        in session: WebVisit.Session?
    ) -> HTTPResponse {
        let page = ProblemPage(
            PageContext(language: language, path: path, session: session?.shown),
            status: problem.status,
            detail: problem.detail,
            hint: problem.hint
        )
        return WebResponse.page(page.html, status: problem.status, language: language)
            .adding(problem.headers)
    }
}

extension String {
    /// Whether two texts are the same, in a time that does not tell where they part.
    fileprivate func isEqualInConstantTime(to other: String) -> Bool {
        guard utf8.count == other.utf8.count else { return false }
        return zip(utf8, other.utf8).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
