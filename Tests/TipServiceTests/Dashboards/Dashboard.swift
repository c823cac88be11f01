import Foundation
import TipCore

/// A dashboard of `dashboards/`, read for its tests.
struct Dashboard {
    /// The file's name.
    let name: String
    let json: JSON

    /// The folder of dashboards.
    static let folder: URL = {
        var folder = URL(filePath: #filePath)
        for _ in 0..<4 { folder.deleteLastPathComponent() }
        return folder.appending(path: "dashboards")
    }()

    /// All of them, by name.
    static let all: [Dashboard] = {
        let names =
            (try? FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false))) ?? []
        return names.filter { $0.hasSuffix(".json") }.sorted().compactMap { name in
            (try? String(contentsOf: folder.appending(path: name), encoding: .utf8))
                .flatMap { JSON(parsing: $0) }.map { Dashboard(name: name, json: $0) }
        }
    }()

    /// A panel.
    struct Panel {
        let json: JSON

        var title: String { json["title"]?.stringValue ?? "" }
        var queries: [JSON] { json["targets"]?.arrayValue ?? [] }

        /// The columns that its looks speak of by name.
        var namedColumns: [String] {
            (json["fieldConfig"]?["overrides"]?.arrayValue ?? []).flatMap { override -> [String] in
                let matcher = override["matcher"]
                let name = matcher?["id"] == "byName" ? matcher?["options"]?.stringValue : nil
                let filled = (override["properties"]?.arrayValue ?? []).filter {
                    $0["id"] == "custom.fillBelowTo"
                }
                return [name].compactMap { $0 } + filled.compactMap { $0["value"]?.stringValue }
            }
        }

        /// Its cells of the grid, as column and row.
        var cells: Set<[Int64]> {
            func number(_ key: String) -> Int64 { json["gridPos"]?[key]?.integerValue ?? -1 }
            let (x, y, w, h) = (number("x"), number("y"), number("w"), number("h"))
            guard x >= 0, y >= 0, w > 0, h > 0, x + w <= 24 else { return [] }
            return Set((x..<x + w).flatMap { column in (y..<y + h).map { [column, $0] } })
        }
    }

    var panels: [Panel] { (json["panels"]?.arrayValue ?? []).map { Panel(json: $0) } }

    /// Its notes on the time axis, each with a query.
    var annotations: [JSON] { json["annotations"]?["list"]?.arrayValue ?? [] }

    /// Its variables with their queries.
    var variables: [(name: String, query: String)] {
        (json["templating"]?["list"]?.arrayValue ?? []).map {
            ($0["name"]?.stringValue ?? "", $0["query"]?.stringValue ?? "")
        }
    }

    /// What Grafana makes of a query: macros and variables replaced, for a time that holds everything.
    static func expanded(_ sql: String, _ values: [String: String]) -> String {
        sql.replacing(/\$__timeFilter\(([a-z_.]+)\)/) {
            "\($0.1) between '2000-01-01T00:00:00Z' and '2100-01-01T00:00:00Z'"
        }
        .replacing(/\$__timeGroup\(([a-z_.]+), '([0-9]+)h'\)/) {
            "to_timestamp(floor(extract(epoch from \($0.1)) / \(3600 * (Int($0.2) ?? 1))) * \(3600 * (Int($0.2) ?? 1)))"
        }
        .replacing(/\$\{([a-z]+):sqlstring\}/) { match in
            "'" + (values[String(match.1)] ?? "").replacing("'", with: "''") + "'"
        }
    }
}
