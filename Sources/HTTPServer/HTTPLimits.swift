/// How much a client may send, and how long it may take.
package struct HTTPLimits: Hashable, Sendable {
    /// Most bytes of a body, as sent and after its content coding is undone.
    package var bodyBytes = 8 << 20

    /// Most bytes of the bodies of all requests in progress together; over it a request gets 503.
    package var allBodiesBytes = 256 << 20

    /// Most bytes from the request line to the empty line behind the header.
    package var headerBytes = 16 << 10

    /// Longest time from the start of a request (or of the connection) to the end of its header.
    package var headerTime: Duration = .seconds(10)

    /// Longest time from the end of the header to the end of the body.
    package var bodyTime: Duration = .seconds(30)

    /// Least bytes of a body that a client must send a second, once `rateGrace` is over.
    package var bytesPerSecond = 240

    /// How long a body may come as slowly as it likes.
    package var rateGrace: Duration = .seconds(5)

    /// Longest time that the client may take to receive the answer.
    package var answerTime: Duration = .seconds(60)

    /// Longest silence on a connection, between requests or within one; whole seconds, at least one.
    package var idleTime: Duration = .seconds(60)

    /// Most connections at a time.
    package var connections = 4_096

    /// Most connections at a time from one address; 0 for no such limit.
    ///
    /// A proxy in front is one address.
    package var connectionsPerAddress = 1_024

    /// The defaults.
    package init() {}
}
