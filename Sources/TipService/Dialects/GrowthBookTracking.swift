import HTTPServer
import JSONReading
import TipCore
import TipStore
import TipWire

/// What the tracking plug-in of GrowthBook's SDKs sends: views of experiments, evaluations of flags, the app's own events.
///
/// Its events have neither an id nor a time. A view is the same however often it is sent, since it is named by the
/// experiment's phase and the variant; other events are new each time.
struct GrowthBookTracking: Dialect {
    let name = "growthbook"

    let doors = [DialectDoor(pattern: "/track", summary: "GrowthBook: its tracking plug-in")]

    let asksForExperiments = true

    /// The plug-in has one key for flags and for events.
    let scopes: [KeyStore.Scope] = [.write, .evaluate]

    func parcel(_ request: RoutedRequest) throws(Problem) -> Parcel {
        Parcel(body: request.http.body, form: .arrayOrEnvelope(member: "events"))
    }

    func key(inQueryOf request: HTTPRequest) -> String? {
        request.queryValue("client_key")
    }

    func sender(of element: JSON) -> (id: String?, person: String?) { (nil, Self.person(of: element)) }

    func translate(_ element: JSON, _ context: DialectContext) throws(Rejection) -> [JSON] {
        guard case .object = element else { throw Rejection(.malformed, detail: "An event is an object.") }
        guard let name = element["event_name"]?.stringValue, !name.isEmpty else {
            throw Rejection(.missingField, field: "event_name", detail: "`event_name` is missing.")
        }
        let properties = element["properties_json"]
        guard let person = properties?["hash_value"]?.stringValue ?? Self.person(of: element) else {
            throw Rejection(
                .missingField,
                field: "user_id",
                detail: "`user_id` and `device_id` are both missing; one of them says whose it is."
            )
        }
        var members: [JSON.Member] = []
        if case .object(let given) = properties { members = given }
        var event = ForeignEvent(
            name: name,
            person: person,
            device: element["device_id"]?.stringValue,
            context: Self.context(element),
            properties: members
        )
        guard name == "$$experiment_viewed" else { return try event.native(context) }
        guard let id = properties?["experiment_id"]?.stringValue, let experiment = context.experiments[id],
            let variant = Self.variant(properties, of: experiment)
        else { return event.donated(name, members, context.limits) }
        event.id = "growthbook:\(id):\(experiment.phase):\(variant)"
        return event.exposed(tip: experiment.tip, experiment: id, variant: variant)
    }

    private static func variant(_ properties: JSON?, of experiment: DialectContext.Experiment) -> String? {
        if let key = properties?["variation_key"]?.stringValue, experiment.variants.contains(key) {
            return key
        }
        guard let place = properties?["variation_id"]?.integerValue,
            experiment.variants.indices.contains(Int(place))
        else { return nil }
        return experiment.variants[Int(place)]
    }

    private static func person(of element: JSON) -> String? {
        [element["user_id"], element["device_id"]].lazy.compactMap(\.?.stringValue).first { !$0.isEmpty }
    }

    private static func context(_ element: JSON) -> [JSON.Member] {
        let language = element["sdk_language"]?.stringValue.map { "growthbook-\($0)" }
        let sdk = [language, element["sdk_version"]?.stringValue].compactMap(\.self).joined(separator: "/")
        var members: [JSON.Member] = sdk.isEmpty ? [] : [.init("sdk", .string(String(sdk.prefix(64))))]
        if let locale = element["context_json"]?["locale"]?.stringValue {
            members.append(.init("locale", .string(String(locale.prefix(64)))))
        }
        return members
    }

    func answer(_ answer: BatchAnswer, to request: RoutedRequest) -> HTTPResponse {
        HTTPResponse(["success": true])
    }

    func answerSchema(on path: String) -> JSON { RouteSchemas.record([("success", ["const": true])]) }

    func refusal(_ problem: Problem, path: String) -> HTTPResponse {
        HTTPResponse(
            status: problem.status,
            ["status": .integer(Int64(problem.status)), "error": .string(problem.sentence)],
            headers: problem.headers
        )
    }
}
