import TipCore

extension Timestamp {
    /// The instant as people read it on a page: to the second, in UTC.
    var onPage: String {
        let text = rfc3339
        guard let point = text.firstIndex(of: ".") else { return text }
        return text[..<point] + "Z"
    }
}
