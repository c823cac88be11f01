import HTTPServer
import TipPages
import TipStore

/// Answers to browsers: pages that may do nothing but show themselves and send forms back here.
enum WebResponse {
    /// The cookie of a session.
    static let sessionCookie = "tipledger_session"
    /// The cookie of the language that was chosen.
    static let languageCookie = "tipledger_language"

    /// What every answer to a browser says.
    ///
    /// A page runs no script, fetches its style and pictures from here, and is framed by nobody.
    private static let policy: HTTPHeaders = [
        "Content-Security-Policy":
            "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
        "X-Content-Type-Options": "nosniff", "X-Frame-Options": "DENY", "Referrer-Policy": "same-origin",
        "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Resource-Policy": "same-origin",
    ]

    /// A page; it is kept nowhere, as it is about people.
    static func page(_ html: String, status: Int = 200, language: PageLanguage) -> HTTPResponse {
        HTTPResponse(
            status: status,
            headers: [
                "Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store",
                "Content-Language": language.rawValue, "Vary": "Cookie, Accept-Language",
            ],
            body: Array(html.utf8)
        ).adding(policy)
    }

    /// Sends a browser on to another page, which it asks for with GET.
    static func redirect(to path: String) -> HTTPResponse {
        HTTPResponse(status: 303, headers: ["Location": path, "Cache-Control": "no-store"]).adding(policy)
    }

    /// Something that never changes under its address.
    static func asset(_ text: String, type: String) -> HTTPResponse {
        HTTPResponse(
            status: 200,
            headers: ["Content-Type": type, "Cache-Control": "public, max-age=31536000, immutable"],
            body: Array(text.utf8)
        ).adding(policy)
    }

    /// A file to keep.
    ///
    /// Whatever it holds, a browser that shows it runs nothing of it.
    static func file(_ text: String, type: String, name: String) -> HTTPResponse {
        let plain = name.map { $0.isASCII && ($0.isLetter || $0.isNumber || "-_.".contains($0)) ? $0 : "_" }
        return HTTPResponse(
            status: 200,
            headers: [
                "Content-Type": type, "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff",
                "Content-Disposition": "attachment; filename=\"\(String(plain))\"",
                "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
            ],
            body: Array(text.utf8)
        )
    }

    /// The cookie that signs a browser in, or, without a token, out.
    static func session(_ token: String?, of request: HTTPRequest) -> String {
        let age = token == nil ? 0 : SessionStore.lasts
        return "\(sessionCookie)=\(token ?? ""); Path=/; HttpOnly; SameSite=Strict; Max-Age=\(age)"
            + (request.isSecure ? "; Secure" : "")
    }

    /// The cookie that keeps the language.
    static func language(_ language: PageLanguage, of request: HTTPRequest) -> String {
        "\(languageCookie)=\(language.rawValue); Path=/; HttpOnly; SameSite=Strict; Max-Age=31536000"
            + (request.isSecure ? "; Secure" : "")
    }
}
