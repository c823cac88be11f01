import HTTPServer
import TipPages
import TipStore

/// The web page: `GET /` and below.
struct WebRoutes: Sendable {
    let gate: WebGate
    let settings: ServiceSettings
    let metrics: Metrics

    /// The routes of all pages and of what they fetch.
    var all: [Route] {
        let workspace = gate.workspace
        let shelf = TipFigureShelf(workspace: workspace)
        return assets + access + WebExperiments(gate: gate).all
            + WebTips(gate: gate, shelf: shelf).all + WebPeople(gate: gate).all
            + WebIntake(gate: gate, settings: settings, metrics: metrics).all + WebCatalog(gate: gate).all
    }

    private var assets: [Route] {
        let sheet = WebResponse.asset(WebAssets.stylesheet, type: "text/css; charset=utf-8")
        let icon = WebResponse.asset(WebAssets.icon, type: "image/svg+xml")
        return [
            Route("GET", WebAssets.stylesheetPath, scope: nil, "The style of pages", isPage: true) { _ in
                sheet
            },
            Route("GET", WebAssets.iconPath, scope: nil, "The picture of pages", isPage: true) { _ in icon },
        ]
    }

    private var access: [Route] {
        [
            gate.open("GET", "/sign-in", "The way in") { request in
                let goesTo = Self.local(request.http.queryValue("to"))
                return form(request.http, goesTo: goesTo, goesTo == "/" ? nil : .noSession)
            }, gate.open("POST", "/sign-in", "Sign in with a key") { try await signIn($0.http) },
            gate.page("POST", "/sign-out", "Sign out") { visit in
                if let token = visit.session.token { try await gate.workspace.store.sessions.end(token) }
                var response = WebResponse.redirect(to: "/sign-in")
                response.headers.add("Set-Cookie", WebResponse.session(nil, of: visit.request.http))
                return response
            },
        ]
    }

    private func signIn(_ request: HTTPRequest) async throws -> HTTPResponse {
        guard !request.isFromElsewhere, let items = try? request.form() else {
            return form(request, goesTo: "/", .noSession, status: 403)
        }
        let fields = WebFields(items)
        let goesTo = Self.local(fields.value("to"))
        do {
            let text = fields.value("key")?.filter { !$0.isWhitespace }
            let key = try await gate.gatekeeper.check(text, scope: .read, of: request)
            let token = try await gate.workspace.store.sessions.begin(for: key, at: gate.workspace.now())
            var response = WebResponse.redirect(to: goesTo)
            response.headers.add("Set-Cookie", WebResponse.session(token, of: request))
            return response
        } catch let problem as Problem where [401, 403].contains(problem.status) {
            return form(request, goesTo: goesTo, .wrongKey, status: 403)
        }
    }

    private func form(
        _ request: HTTPRequest,
        goesTo: String,
        _ refusal: SignInPage.Refusal?,
        status: Int = 200
    ) -> HTTPResponse {
        let path = "/sign-in" + (goesTo == "/" ? "" : "?to=" + WebAddress.part(goesTo))
        let context = PageContext(language: request.language, path: path)
        let page = SignInPage(context, goesTo: goesTo, refusal: refusal)
        return WebResponse.page(page.html, status: status, language: request.language)
    }

    /// An address of this server; anything else is the first page, so that signing in leads nobody astray.
    private static func local(_ path: String?) -> String {
        guard let path, path.hasPrefix("/"), !path.hasPrefix("//"),
            path.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\\") })
        else { return "/" }
        return path
    }
}
