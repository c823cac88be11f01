import CMicrohttpd

extension HTTPResponse {
    /// Gives the answer to libmicrohttpd, which copies it.
    ///
    /// - Parameters:
    ///   - connection: the connection of the current call.
    ///   - closes: whether the connection ends behind the answer.
    /// - Returns: NO where there is no memory for it; the connection is closed then.
    @unsafe
    func queue(on connection: OpaquePointer, closes: Bool) -> MHD_Result {
        let made = unsafe body.withUnsafeBytes { bytes in
            unsafe MHD_create_response_from_buffer(
                bytes.count,
                UnsafeMutableRawPointer(mutating: bytes.baseAddress),
                .RESPMEM_MUST_COPY
            )
        }
        guard let response = unsafe made else { return .NO }
        defer { unsafe MHD_destroy_response(response) }
        for field in sendableFields { _ = unsafe MHD_add_response_header(response, field.name, field.value) }
        if closes { _ = unsafe MHD_add_response_header(response, "Connection", "close") }
        return unsafe cmicrohttpd_queue(connection, UInt32(sendableStatus), response)
    }

    /// The answer as it goes over the wire where libmicrohttpd cannot send it; the connection ends behind it.
    var wireBytes: [UInt8] {
        let phrase = unsafe MHD_get_reason_phrase_for(UInt32(sendableStatus)).map {
            unsafe String(cString: $0)
        }
        var head = "HTTP/1.1 \(sendableStatus) \(phrase ?? "Unknown")\r\nConnection: close\r\n"
        for field in sendableFields { head += "\(field.name): \(field.value)\r\n" }
        return Array("\(head)Content-Length: \(body.count)\r\n\r\n".utf8) + body
    }

    /// The same answer with the name that the request has in logs.
    func named(_ id: String) -> HTTPResponse {
        guard headers["X-Request-Id"] == nil else { return self }
        var named = self
        named.headers.add("X-Request-Id", id)
        return named
    }

    /// The status code, or 500 where it is none of a final answer.
    private var sendableStatus: Int { (200...599).contains(status) ? status : 500 }

    /// The fields that can stand in a header and are not the server's own business.
    private var sendableFields: [HTTPHeaders.Field] {
        let own = ["content-length", "transfer-encoding", "connection", "date"]
        return headers.fields.filter { field in
            !own.contains(field.name.lowercased()) && !field.name.isEmpty
                && field.name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: ":") }
                && field.value.utf8.allSatisfy { $0 == 0x09 || ($0 >= 0x20 && $0 != 0x7F) }
        }
    }
}
