import HTTPServer
import JSONReading
import TipCore
import TipStore
import TipWire

/// A wire that an app speaks already: its requests become native events, its client hears what makes it happy.
///
/// Adding a dialect is one file with a conformance, and its name in `Dialects.all`: the routes, the keys, the
/// quarantine, replaying and `ingest --as` follow from it.
protocol Dialect: Sendable {
    /// What it is called in quarantine, in metrics and after `--as`.
    var name: String { get }

    /// Where it is spoken.
    var doors: [DialectDoor] { get }

    /// Whether reading its events needs the experiments that run.
    var asksForExperiments: Bool { get }

    /// Takes a request apart without reading its events.
    ///
    /// - Throws: `Problem` where the request as a whole cannot be read.
    func parcel(_ request: RoutedRequest) throws(Problem) -> Parcel

    /// Which keys let events in.
    var scopes: [KeyStore.Scope] { get }

    /// The dialect that a request on this one's path is in after all.
    func speaker(of request: HTTPRequest) -> any Dialect

    /// The key that stands in the query rather than in a header; nil where there is none.
    func key(inQueryOf request: HTTPRequest) -> String?

    /// Whether a key may stand in the body, which then has to be read before anybody is let in.
    var hasKeyInBody: Bool { get }

    /// The key that stands in the body; nil where there is none.
    func key(in batch: JSONBatch) -> String?

    /// What one element says, as native events in their order.
    ///
    /// - Throws: `Rejection` where it says nothing the log can hold.
    func translate(_ element: JSON, _ context: DialectContext) throws(Rejection) -> [JSON]

    /// What the client calls an element, and whose it is, as far as that can be read of an unfit one.
    func sender(of element: JSON) -> (id: String?, person: String?)

    /// The answer to a request that was read.
    func answer(_ answer: BatchAnswer, to request: RoutedRequest) -> HTTPResponse

    /// The schema of that answer, for the document.
    func answerSchema(on path: String) -> JSON

    /// The answer to a request that was refused as a whole.
    func refusal(_ problem: Problem, path: String) -> HTTPResponse
}

extension Dialect {
    var asksForExperiments: Bool { false }

    var scopes: [KeyStore.Scope] { [.write] }

    func speaker(of request: HTTPRequest) -> any Dialect { self }

    func key(inQueryOf request: HTTPRequest) -> String? { nil }

    var hasKeyInBody: Bool { false }

    func key(in batch: JSONBatch) -> String? { nil }

    func answerSchema(on path: String) -> JSON { ["$ref": "#/components/schemas/Events"] }
}

/// A route of a dialect.
struct DialectDoor: Sendable {
    /// The method.
    var method = "POST"
    /// The path with `{name}` for what it captures.
    let pattern: String
    /// What it takes, in a few words.
    let summary: String
}

/// The events of a request, not read yet.
struct Parcel: Sendable {
    /// The bytes of the events: the body, or what the headers and the body say together.
    var body: [UInt8]
    /// How events stand in them.
    var form: JSONBatch.Form
    /// The member beside the events, or of a single one, that says when the client sent them.
    var sentAtMember: String?
    /// Whether the client stamps that time when it sends; else a file of events waits with it.
    var isStampedOnSending: Bool

    /// Takes events without a byte order mark, which says nothing in UTF-8 and which some editors write.
    init(
        body: [UInt8],
        form: JSONBatch.Form,
        sentAtMember: String? = nil,
        isStampedOnSending: Bool = true
    ) {
        self.body = body.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(body.dropFirst(3)) : body
        self.form = form
        self.sentAtMember = sentAtMember
        self.isStampedOnSending = isStampedOnSending
    }
}

/// What a dialect needs to know besides an event.
struct DialectContext: Sendable {
    /// Which names of events are ours.
    var names = EventNames()
    /// How large events may be.
    var limits = EventLimits()
    /// Makes a name for what the client gave none.
    var makeID: @Sendable () -> String = { "" }
    /// The experiments that run, by id.
    var experiments: [String: Experiment] = [:]

    /// What an exposure that another SDK reports needs of our experiment.
    struct Experiment: Sendable {
        /// The tip whose copy varies.
        let tip: String
        /// The number of the phase.
        let phase: Int
        /// The variants in their order.
        let variants: [String]
    }
}

/// The dialects that are spoken.
enum Dialects {
    /// All of them, the native one first.
    static let all: [any Dialect] = [
        NativeDialect(), SegmentDialect(), CloudEventsDialect(), PostHogDialect(), GrowthBookTracking(),
    ]

    /// The dialect of a name.
    static func named(_ name: String) -> (any Dialect)? { all.first { $0.name == name } }
}
