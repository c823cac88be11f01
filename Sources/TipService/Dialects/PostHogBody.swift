import FoundationEssentials
import HTTPServer
import TipCore

/// The bytes of PostHog's events in the ways that browsers pack them: in a form's or a query's `data`, in base64, or
/// gzipped without a Content-Encoding, which scripts may not set.
enum PostHogBody {
    /// The JSON that a request carries.
    ///
    /// - Throws: `Problem` 400 where it is not what it says, 413 where it inflates to too much, 415 for another packing.
    static func json(of request: RoutedRequest) throws(Problem) -> [UInt8] {
        let http = request.http
        let isForm = MediaType.name(http.headers["Content-Type"]) == "application/x-www-form-urlencoded"
        guard http.method == "GET" || isForm else {
            return try unpacked(http.body, as: http.queryValue("compression"), atMost: request.bodyBytes)
        }
        let items = isForm && !http.body.isEmpty ? try form(http.body) : http.query
        func value(_ name: String) -> String? { items.first { $0.name == name }?.value }
        guard let data = value("data"), !data.isEmpty else {
            throw Problem(
                400,
                "missing_field",
                "The field data is missing.",
                hint: "Send data=, the events as JSON."
            )
        }
        let isPlain = data.first.map { "{[ \n".contains($0) } ?? false
        let packing = value("compression") ?? http.queryValue("compression") ?? (isPlain ? nil : "base64")
        return try unpacked(Array(data.utf8), as: packing, atMost: request.bodyBytes)
    }

    private static func form(_ body: [UInt8]) throws(Problem) -> [HTTPQueryItem] {
        let text = String(decoding: body, as: UTF8.self).filter { !$0.isNewline }
        guard let items = try? HTTPRequest(method: "POST", target: "/?" + text).query else {
            throw Problem(400, "malformed", "The form cannot be read.", hint: "Percent-encode it as UTF-8.")
        }
        return items
    }

    private static func unpacked(
        _ bytes: [UInt8],
        as packing: String?,
        atMost limit: Int
    ) throws(Problem) -> [UInt8] {
        switch packing {
        case nil, "": return bytes
        case "base64":
            // A plus that was not escaped has become a space.
            let text = bytes.map { $0 == UInt8(ascii: " ") ? UInt8(ascii: "+") : $0 }
            guard let data = Data(base64Encoded: Data(text)) else { throw damaged("base64") }
            return Array(data)
        case "gzip", "gzip-js":
            // A client that names the packing and sets Content-Encoding too has it undone already.
            guard bytes.starts(with: [0x1F, 0x8B]) else { return bytes }
            return try inflated(bytes, atMost: limit)
        default:
            throw Problem(
                415,
                "unsupported_encoding",
                "The packing in compression= is not known.",
                hint: "Send gzip-js, base64, or none."
            )
        }
    }

    private static func inflated(_ bytes: [UInt8], atMost limit: Int) throws(Problem) -> [UInt8] {
        var output: [UInt8] = []
        do throws(Inflater.Failure) {
            var inflater = try Inflater(.gzip, start: bytes)
            try inflater.inflate(bytes.span, into: &output, limit: limit)
            guard inflater.isComplete else { throw Inflater.Failure.corrupt }
        } catch {
            guard error == .tooLarge else { throw damaged("gzip") }
            throw Problem(
                413,
                "body_too_large",
                "The body inflates to more than \(limit) bytes.",
                hint: "Send fewer events a request; GET /v1/limits has the limits."
            )
        }
        return output
    }

    private static func damaged(_ packing: String) -> Problem {
        Problem(400, "bad_encoding", "The events are not \(packing) as they say.", hint: "Pack them whole.")
    }
}
