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

        /// Its cells of the grid, as column and row.
        var cells: Set<[Int64]> {
            func number(_ key: String) -> Int64 { json["gridPos"]?[key]?.integerValue ?? -1 }
            let (x, y, w, h) = (number("x"), number("y"), number("w"), number("h"))
            guard x >= 0, y >= 0, w > 0, h > 0, x + w <= 24 else { return [] }
            return Set((x..<x + w).flatMap { column in (y..<y + h).map { [column, $0] } })
        }
    }

    var panels: [Panel] { (json["panels"]?.arrayValue ?? []).map { Panel(json: $0) } }

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

extension Dashboard {
    /// What is against our rules; empty where nothing is.
    var problems: [String] {
        var found: [String] = []
        func expect(_ holds: Bool, _ sentence: String) { if !holds { found.append(sentence) } }
        expect(
            json["uid"]?.stringValue == "tipledger-" + name.replacing(".json", with: ""),
            "the uid is not the file's"
        )
        expect(json["id"] == .null, "an id belongs to one Grafana")
        expect(json["schemaVersion"] == 39, "the schema is another")
        expect(json["timezone"] == "utc", "days are UTC")
        expect(json["description"]?.stringValue?.isEmpty == false, "it says nothing of itself")
        let ids = panels.compactMap { $0.json["id"]?.integerValue }
        expect(Set(ids).count == panels.count && !panels.isEmpty, "panels share an id")
        var taken: Set<[Int64]> = []
        for panel in panels {
            let cells = panel.cells
            expect(
                !cells.isEmpty && taken.isDisjoint(with: cells),
                "\(panel.title): it is beside the grid or over another"
            )
            taken.formUnion(cells)
            let unit = panel.json["fieldConfig"]?["defaults"]?["unit"]?.stringValue
            expect(unit?.isEmpty == false, "\(panel.title): it has no unit")
            expect(
                !panel.title.isEmpty && panel.json["description"]?.stringValue?.isEmpty == false,
                "a panel has no words"
            )
            expect(!panel.queries.isEmpty, "\(panel.title): it asks nothing")
            for query in panel.queries + [panel.json] {
                expect(query["datasource"]?["uid"] == "tipledger", "\(panel.title): it asks another source")
            }
            for query in panel.queries {
                let sql = query["rawSql"]?.stringValue ?? ""
                expect(query["refId"]?.stringValue?.isEmpty == false, "\(panel.title): a query has no name")
                expect(query["rawQuery"] == true, "\(panel.title): a query is not of SQL")
                found += Self.problems(ofSQL: sql, in: panel.title, variables: Set(variables.map(\.name)))
            }
        }
        for variable in variables {
            found += Self.problems(
                ofSQL: variable.query,
                in: variable.name,
                variables: Set(variables.map(\.name))
            )
        }
        return found
    }

    private static func problems(ofSQL sql: String, in place: String, variables: Set<String>) -> [String] {
        var found: [String] = []
        for match in sql.matches(of: /(?:from|join)\s+([a-z_.]+)/) where !match.1.hasPrefix("report.") {
            // `extract(epoch from …)` is no table.
            if ["lateral", "now"].contains(match.1) { continue }
            found.append("\(place): it reads \(match.1)")
        }
        for match in sql.matches(of: /\$\{?([a-z]+)/) where !variables.contains(String(match.1)) {
            found.append("\(place): there is no variable \(match.1)")
        }
        for match in sql.matches(of: /\$\{[a-z]+\}|\$(?!__)[a-z]+|'[0-9]{4}-/) {
            found.append("\(place): \(match.0) is pasted or fixed")
        }
        return found
    }
}
