import Foundation
import HTTPServer
import Postgres
import TipCore

/// The requests of a real SDK as they were recorded beside the repository, which a checkout may lack.
struct WireRecording: Sendable {
    /// The key that the requests carry.
    static let key = "wk_test_0001"

    /// The scenarios with the requests that were kept whole.
    let scenarios: [(name: String, requests: [HTTPRequest])]

    /// Reads a client's recording; nil where it is missing.
    init?(_ client: String) {
        var folder = URL(filePath: #filePath)
        for _ in 0..<4 { folder.deleteLastPathComponent() }
        let file = folder.deletingLastPathComponent().appending(path: "shared/wire/\(client).json")
        guard let data = try? Data(contentsOf: file),
            case .object(let scenarios) = JSON(parsing: String(decoding: data, as: UTF8.self))?["scenarios"]
        else { return nil }
        self.scenarios = scenarios.compactMap { scenario in
            let requests = (scenario.value["requests"]?.arrayValue ?? []).compactMap(
                HTTPRequest.init(recorded:)
            )
            return requests.isEmpty ? nil : (scenario.key, requests)
        }
    }

    /// Whether the recordings are there.
    static var areThere: Bool { WireRecording("segment") != nil }
}

extension HTTPRequest {
    /// A request of a recording, its body as it was before it was compressed; nil where only its outline was kept.
    fileprivate init?(recorded json: JSON) {
        guard let method = json["method"]?.stringValue, let path = json["path"]?.stringValue,
            let fields = json["headers"]?.arrayValue
        else { return nil }
        var target = path
        if case .object(let items) = json["query"], !items.isEmpty {
            target += "?" + items.map { "\($0.key)=\($0.value.stringValue ?? "")" }.joined(separator: "&")
        }
        var headers = HTTPHeaders()
        for field in fields {
            guard let name = field.arrayValue?.first?.stringValue,
                let value = field.arrayValue?.last?.stringValue,
                name != "Content-Encoding"
            else { continue }
            headers.add(name, value)
        }
        let body = json["body"]?["json"]?.bytes() ?? []
        guard let request = try? HTTPRequest(method: method, target: target, headers: headers, body: body)
        else {
            return nil
        }
        self = request
    }
}

extension ServiceBench {
    /// Makes the key of the recordings one that may send.
    func allowRecordedKey(scope: String = "write") async throws {
        _ = try await rows(
            """
            insert into api_key (id, scope, name, sha256, created_at)
            values ('key_recorded', \(scope), '', sha256(convert_to(\(WireRecording.key), 'UTF8')), now()) returning 1
            """
        )
    }
}
