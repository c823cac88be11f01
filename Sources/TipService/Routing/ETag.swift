import HTTPServer
import Postgres

/// Entity tags of RFC 9110.
enum ETag {
    /// The tag of a body: what its bytes say, and nothing else.
    static func of(_ body: [UInt8]) -> String {
        "\"" + SHA256.digest(of: body).hex.prefix(24) + "\""
    }

    /// Whether an `If-None-Match` names a tag, by the weak comparison.
    static func matches(_ header: String?, _ tag: String) -> Bool {
        guard let header else { return false }
        return header.split(separator: ",").contains { part in
            let text = part.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()
            let candidate = String(text)
            return candidate == "*" || candidate == tag || candidate == "W/" + tag
        }
    }
}

extension HTTPResponse {
    /// The same answer with more header fields.
    func adding(_ headers: HTTPHeaders) -> HTTPResponse {
        var response = self
        for field in headers.fields { response.headers.add(field.name, field.value) }
        return response
    }
}
