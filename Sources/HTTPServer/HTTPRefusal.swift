/// Why the server refuses a request before anything else sees it.
package struct HTTPRefusal: Error, Hashable, Sendable {
    /// The kinds of refusal.
    package enum Reason: String, CaseIterable, Sendable {
        /// Not HTTP as RFC 9112 has it, or a shape that two programs could read in two ways.
        case badRequest = "bad_request"
        /// The target is no path, or does not decode to text.
        case badTarget = "bad_target"
        /// The header has more bytes than the limit.
        case headersTooLarge = "headers_too_large"
        /// The body, as sent or decoded, has more bytes than the limit.
        case bodyTooLarge = "body_too_large"
        /// The body is not what its content coding says.
        case badEncoding = "bad_encoding"
        /// A content coding other than gzip, deflate or identity.
        case unsupportedEncoding = "unsupported_encoding"
        /// A transfer coding other than chunked.
        case unsupportedTransferEncoding = "unsupported_transfer_encoding"
        /// An expectation other than `100-continue`.
        case unsupportedExpectation = "unsupported_expectation"
        /// A version of HTTP other than 1.0 and 1.1.
        case unsupportedVersion = "unsupported_version"
        /// Header or body did not arrive in time.
        case timeout = "timeout"
        /// The bodies of all requests together take more memory than the limit.
        case overloaded = "overloaded"
        /// The server is stopping.
        case stopping = "stopping"
    }

    /// The kind.
    package let reason: Reason

    /// One sentence for a person; never repeats what was sent.
    package let detail: String

    /// Refuses for a reason.
    package init(_ reason: Reason, _ detail: String) {
        self.reason = reason
        self.detail = detail
    }

    /// What libmicrohttpd refuses by itself, by the status it would have sent.
    ///
    /// Nil where it is no fault of the client's: the connection closes without an answer then.
    init?(parserStatus status: Int) {
        switch status {
        case 400: self.init(.badRequest, "The request cannot be read as HTTP/1.1")
        case 413: self.init(.bodyTooLarge, "The body says to have more bytes than can be counted")
        case 414, 431: self.init(.headersTooLarge, "The header has more bytes than there is room for")
        case 505: self.init(.unsupportedVersion, "The versions of HTTP here are 1.0 and 1.1")
        default: return nil
        }
    }

    /// The status code that says it.
    package var status: Int {
        switch reason {
        case .badRequest, .badTarget, .badEncoding: 400
        case .timeout: 408
        case .bodyTooLarge: 413
        case .unsupportedEncoding: 415
        case .unsupportedExpectation: 417
        case .headersTooLarge: 431
        case .unsupportedTransferEncoding: 501
        case .overloaded, .stopping: 503
        case .unsupportedVersion: 505
        }
    }

    /// Header fields that belong to the status, whatever the body of the answer is.
    package var headers: HTTPHeaders {
        switch reason {
        case .unsupportedEncoding: ["Accept-Encoding": "gzip, deflate"]
        case .overloaded, .stopping: ["Retry-After": "1"]
        case .badRequest, .badTarget, .headersTooLarge, .bodyTooLarge, .badEncoding,
            .unsupportedTransferEncoding,
            .unsupportedExpectation, .unsupportedVersion, .timeout:
            [:]
        }
    }
}
