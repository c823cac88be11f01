import Synchronization

/// What is known of requests under way besides their bytes: the route that matched, and the key's id.
///
/// The network tells of a finished request by its name; routes and keys are known here only.
final class RequestNotes: Sendable {
    /// What is noted of a request.
    struct Note: Hashable, Sendable {
        /// The pattern of the route; never the path as sent, which names people and has no end of values.
        var route: String?
        /// The id of the key.
        var keyID: String?
    }

    private let notes = Mutex<[String: Note]>([:])

    /// Notes the route of a request.
    func route(_ pattern: String, of request: String) { change(request) { $0.route = pattern } }

    /// Notes the key of a request.
    func key(_ id: String, of request: String) { change(request) { $0.keyID = id } }

    /// Takes the note of a request that has ended.
    func take(_ request: String) -> Note { notes.withLock { $0.removeValue(forKey: request) } ?? Note() }

    private func change(_ request: String, _ body: (inout Note) -> Void) {
        notes.withLock { notes in
            // Requests without a network have no end that would take their notes.
            if notes.count > 100_000 { notes = [:] }
            body(&notes[request, default: Note()])
        }
    }
}
