/// A request that has arrived whole, within all limits.
package struct HTTPRequest: Sendable {
    /// A name for the request in logs; 16 hexadecimal digits, made by the server.
    package let id: String

    /// The method as sent, such as `POST`; methods are case-sensitive.
    package let method: String

    /// The path as sent, still percent-encoded, without the query.
    package let path: String

    /// The parts of the path between its slashes, percent-decoded; `/a/b%2Fc/` has `a`, `b/c` and an empty one.
    package let segments: [String]

    /// The items of the query in order, decoded; `+` is a space.
    package let query: [HTTPQueryItem]

    /// The header fields.
    package let headers: HTTPHeaders

    /// The body, without its content coding.
    package let body: [UInt8]

    /// The address of the client, or of the proxy in front, without port.
    package let peer: String

    /// Makes a request, as tests of what answers it do.
    package init(
        id: String = "0000000000000000",
        method: String,
        target: String,
        headers: HTTPHeaders = [:],
        body: [UInt8] = [],
        peer: String = "127.0.0.1"
    ) throws(HTTPRefusal) {
        self.init(
            id: id,
            method: method,
            target: try RequestTarget(Array(target.utf8)),
            headers: headers,
            body: body,
            peer: peer
        )
    }

    /// Joins what was read.
    init(id: String, method: String, target: RequestTarget, headers: HTTPHeaders, body: [UInt8], peer: String)
    {
        self.id = id
        self.method = method
        self.path = target.path
        self.segments = target.segments
        self.query = target.query
        self.headers = headers
        self.body = body
        self.peer = peer
    }

    /// The value of the first query item with this name; empty where it has none.
    package func queryValue(_ name: String) -> String? {
        query.first { $0.name == name }?.value
    }
}

/// A name and its value in a query.
package struct HTTPQueryItem: Hashable, Sendable {
    /// The name, decoded.
    package let name: String

    /// The value, decoded; empty where the item has no equals sign.
    package let value: String

    /// Joins a name and a value.
    package init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}
