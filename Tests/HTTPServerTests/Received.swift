/// What came from a server, taken apart into answers by their Content-Length.
struct Received: Sendable {
    /// One answer.
    struct Answer: Sendable {
        let status: Int
        /// The fields, names in lower case.
        let fields: [String: String]
        let body: [UInt8]

        var text: String { String(decoding: body, as: UTF8.self) }
    }

    /// The complete answers.
    private(set) var answers: [Answer] = []

    /// What came behind them.
    private(set) var rest: [UInt8] = []

    /// Whether the server has closed the connection.
    var isClosed = false

    /// Whether it was a reset that closed it.
    var isReset = false

    /// Whether the answers have no bodies, as they are to HEAD.
    private let headOnly: Bool

    init(headOnly: Bool = false) {
        self.headOnly = headOnly
    }

    /// The status codes in order.
    var statuses: [Int] { answers.map(\.status) }

    /// Takes the next bytes.
    mutating func take(_ bytes: ArraySlice<UInt8>) {
        rest += bytes
        while let (answer, size) = Self.first(rest, headOnly) {
            answers.append(answer)
            rest.removeFirst(size)
        }
    }

    /// The first answer of a text, if it is complete, and its size.
    private static func first(_ text: [UInt8], _ headOnly: Bool) -> (Answer, Int)? {
        let end = Array("\r\n\r\n".utf8)
        guard text.count >= end.count,
            let stop = (0...text.count - end.count).first(where: { text[$0..<$0 + 4].elementsEqual(end) })
        else { return nil }
        var lines = String(decoding: text[..<stop], as: UTF8.self).split(separator: "\r\n")
        let words = lines.removeFirst().split(separator: " ")
        guard words.count >= 2, words[0] == "HTTP/1.1", let status = Int(words[1]) else { return nil }
        var fields: [String: String] = [:]
        for line in lines {
            let parts = line.split(separator: ":", maxSplits: 1)
            guard parts.count == 2 else { continue }
            fields[parts[0].lowercased()] = String(parts[1].drop { $0 == " " })
        }
        let hasBody = !headOnly && status >= 200 && status != 204 && status != 304
        let length = hasBody ? Int(fields["content-length"] ?? "0") ?? 0 : 0
        guard text.count >= stop + 4 + length else { return nil }
        let body = Array(text[stop + 4..<stop + 4 + length])
        return (Answer(status: status, fields: fields, body: body), stop + 4 + length)
    }
}
