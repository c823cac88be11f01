/// What became of one request.
package struct HTTPSummary: Hashable, Sendable {
    /// The name of the request in logs.
    package var id: String

    /// The method; nil where the header was refused.
    package var method: String?

    /// The path as sent, without query; nil where the target is none.
    package var path: String?

    /// The client's address.
    package var peer: String

    /// The status of the answer; nil where none was sent.
    package var status: Int?

    /// Why the server itself refused it.
    package var refusal: HTTPRefusal.Reason?

    /// Bytes of the body as decoded.
    package var requestBytes = 0

    /// Bytes of the answer's body.
    package var responseBytes = 0

    /// Time from the request line to the end of the answer.
    package var duration: Duration

    /// Whether the answer was sent to its end.
    package var isComplete: Bool

    /// Says what became of a request.
    package init(
        id: String,
        method: String?,
        path: String?,
        peer: String,
        status: Int?,
        refusal: HTTPRefusal.Reason? = nil,
        requestBytes: Int = 0,
        responseBytes: Int = 0,
        duration: Duration,
        isComplete: Bool
    ) {
        self.id = id
        self.method = method
        self.path = path
        self.peer = peer
        self.status = status
        self.refusal = refusal
        self.requestBytes = requestBytes
        self.responseBytes = responseBytes
        self.duration = duration
        self.isComplete = isComplete
    }
}
