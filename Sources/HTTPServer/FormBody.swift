extension HTTPRequest {
    /// The fields of a form in the body, in order, as `application/x-www-form-urlencoded` has them.
    ///
    /// - Returns: The fields; nil where the body is no such form.
    /// - Throws: `badTarget` where a field does not decode to text.
    package func form() throws(HTTPRefusal) -> [HTTPQueryItem]? {
        let type = headers["Content-Type"]?.prefix { $0 != ";" }.lowercased() ?? ""
        guard type.filter({ $0 != " " }) == "application/x-www-form-urlencoded" else { return nil }
        return try RequestTarget.query(body[...])
    }
}
