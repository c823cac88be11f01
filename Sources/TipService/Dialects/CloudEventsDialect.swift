import HTTPServer
import JSONReading
import Postgres
import TipCore
import TipWire

/// CloudEvents 1.0 over HTTP, in its three modes: the event in headers, one event as JSON, a list of them.
struct CloudEventsDialect: Dialect {
    let name = "cloudevents"

    /// Besides this path, whatever comes as CloudEvents on the native one is read as them.
    let doors = [DialectDoor(pattern: "/events", summary: "CloudEvents: binary, structured or batch")]

    private static let json = "application/cloudevents+json"
    private static let batch = "application/cloudevents-batch+json"

    /// Whether a request carries CloudEvents.
    static func isSpoken(in request: HTTPRequest) -> Bool {
        MediaType.name(request.headers["Content-Type"]).hasPrefix("application/cloudevents")
            || request.headers["ce-specversion"] != nil
    }

    func parcel(_ request: RoutedRequest) throws(Problem) -> Parcel {
        let type = MediaType.name(request.http.headers["Content-Type"])
        switch type {
        case Self.batch: return Parcel(body: request.http.body, form: .array)
        case Self.json: return Parcel(body: request.http.body, form: .single)
        case _ where type.hasPrefix("application/cloudevents"):
            throw Problem(
                415,
                "unsupported_format",
                "The only format of CloudEvents here is JSON.",
                hint: "Send \(Self.json) or \(Self.batch)."
            )
        default:
            guard request.http.headers["ce-specversion"] != nil else {
                throw Problem(
                    415,
                    "unsupported_format",
                    "The request carries no CloudEvent.",
                    hint:
                        "Send \(Self.json), \(Self.batch), or the headers ce-specversion, ce-id, ce-source, ce-type."
                )
            }
            return Parcel(body: try Self.structured(request.http, type), form: .single)
        }
    }

    /// An event in headers as the same event in JSON, so that it means the same wherever it is read again.
    private static func structured(_ request: HTTPRequest, _ type: String) throws(Problem) -> [UInt8] {
        var members: [JSON.Member] = []
        for field in request.headers.fields {
            let name = field.name.lowercased()
            guard name.hasPrefix("ce-"), name.utf8.count > 3 else { continue }
            guard let value = HeaderText.decoded(field.value) else {
                throw Problem(
                    400,
                    "bad_text",
                    "A header of the event does not decode to text. Nothing was stored.",
                    hint: "Percent-encode it as UTF-8."
                )
            }
            members.append(.init(String(name.dropFirst(3)), .string(value)))
        }
        guard !request.body.isEmpty else { return JSON.object(members).bytes() }
        let isJSON = type.isEmpty || type == "application/json" || type.hasSuffix("+json")
        guard isJSON else {
            members.append(.init("datacontenttype", .string(type)))
            members.append(.init("data", .string(String(decoding: request.body, as: UTF8.self))))
            return JSON.object(members).bytes()
        }
        return JSON.object(members).bytes().dropLast() + Array(",\"data\":".utf8) + request.body
            + [UInt8(ascii: "}")]
    }

    func key(inQueryOf request: HTTPRequest) -> String? {
        // The place that its rules for webhooks give a token besides the header.
        request.queryValue("access_token")
    }

    func sender(of element: JSON) -> (id: String?, person: String?) {
        (Self.id(of: element), element["subject"]?.stringValue)
    }

    func translate(_ element: JSON, _ context: DialectContext) throws(Rejection) -> [JSON] {
        guard case .object = element else { throw Rejection(.malformed, detail: "An event is an object.") }
        for name in ["specversion", "id", "source", "type"] {
            guard let text = element[name]?.stringValue, !text.isEmpty else {
                throw Rejection(
                    .missingField,
                    field: name,
                    detail: "`\(name)` is missing; every CloudEvent has it."
                )
            }
        }
        guard element["specversion"] == "1.0" else {
            throw Rejection(.badField, field: "specversion", detail: "`specversion` is not 1.0.")
        }
        var data: [JSON.Member] = []
        if case .object(let members) = element["data"] { data = members }
        let subject = [element["subject"], data.value("person")].lazy.compactMap(\.?.stringValue).first {
            !$0.isEmpty
        }
        guard let person = subject else {
            throw Rejection(
                .missingField,
                field: "subject",
                detail: "`subject` is missing; it says whose event it is."
            )
        }
        let event = ForeignEvent(
            name: element["type"]?.stringValue ?? "",
            person: person,
            id: Self.id(of: element),
            at: element["time"],
            device: data.value("device")?.stringValue,
            isTest: data.value("test") == .boolean(true),
            properties: data
        )
        guard EventDecoder.isType(event.name) else { return try event.native(context) }
        return event.native(type: event.name)
    }

    /// An id belongs to its source: both together are one event's name.
    private static func id(of element: JSON) -> String? {
        guard let id = element["id"]?.stringValue, let source = element["source"]?.stringValue else {
            return nil
        }
        let joined = "\(source) \(id)"
        guard joined.utf8.count > EventLimits().idBytes else { return joined }
        return "ce_" + SHA256.digest(of: joined).hex
    }

    func answer(_ answer: BatchAnswer, to request: RoutedRequest) -> HTTPResponse {
        HTTPResponse(answer.json())
    }

    func refusal(_ problem: Problem, path: String) -> HTTPResponse { problem.response }
}

/// The values of headers that carry text beyond ASCII.
enum HeaderText {
    /// A value without its quotes and percent escapes, which are undone once; nil where that is no UTF-8.
    static func decoded(_ value: String) -> String? {
        var source = Array(value.utf8)
        if source.count >= 2, source.first == UInt8(ascii: "\""), source.last == UInt8(ascii: "\"") {
            source = unquoted(source.dropFirst().dropLast())
        }
        var bytes: [UInt8] = []
        var index = 0
        while index < source.count {
            let byte = source[index]
            index += 1
            guard byte == UInt8(ascii: "%"), index + 1 < source.count,
                let high = Character(Unicode.Scalar(source[index])).hexDigitValue,
                let low = Character(Unicode.Scalar(source[index + 1])).hexDigitValue
            else {
                bytes.append(byte)
                continue
            }
            bytes.append(UInt8(high << 4 | low))
            index += 2
        }
        return String(validating: bytes, as: UTF8.self)
    }

    private static func unquoted(_ text: ArraySlice<UInt8>) -> [UInt8] {
        var bytes: [UInt8] = []
        var isEscaped = false
        for byte in text {
            if byte == UInt8(ascii: "\\"), !isEscaped {
                isEscaped = true
                continue
            }
            isEscaped = false
            bytes.append(byte)
        }
        return bytes
    }
}
