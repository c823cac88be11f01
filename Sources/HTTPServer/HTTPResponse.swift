/// An answer.
///
/// `Content-Length`, `Date` and `Connection` are added when it is sent. The answer to HEAD, and one with status
/// 304, is given with the body that GET or status 200 would have: the body is held back, its length is told.
package struct HTTPResponse: Hashable, Sendable {
    /// The status code, 200 to 599; another one is sent as 500.
    package var status: Int

    /// The header fields; one whose name is no token, or with a control character in its value, is not sent.
    package var headers: HTTPHeaders

    /// The body.
    package var body: [UInt8]

    /// Makes an answer.
    package init(status: Int, headers: HTTPHeaders = [:], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// Makes an answer of plain text.
    package init(status: Int, text: String) {
        self.init(
            status: status,
            headers: ["Content-Type": "text/plain; charset=utf-8"],
            body: Array(text.utf8)
        )
    }
}
