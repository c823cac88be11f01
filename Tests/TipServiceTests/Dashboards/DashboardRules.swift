import TipCore

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
        found += problemsOfLinks
        for variable in variables {
            found += Self.problems(
                ofSQL: variable.query,
                in: variable.name,
                variables: Set(variables.map(\.name))
            )
        }
        return found
    }

    /// What is wrong where texts, links and notes speak of what the dashboard has.
    private var problemsOfLinks: [String] {
        var found: [String] = []
        let known = Set(variables.map(\.name))
        for panel in panels {
            let named = panel.title.matches(of: /\$([a-z]+)/).map { String($0.1) }
            for name in named + [panel.json["repeat"]?.stringValue].compactMap({ $0 })
            where !known.contains(name) {
                found.append("\(panel.title): there is no variable \(name)")
            }
        }
        for match in json.text().matches(of: /\$\{__data\.fields\.[a-z]+\}/) {
            found.append("\(match.0) is not encoded, and a name may hold an &")
        }
        for note in annotations {
            let name = note["name"]?.stringValue ?? ""
            if note["datasource"]?["uid"] != "tipledger"
                || note["target"]?["datasource"]?["uid"] != "tipledger"
            {
                found.append("\(name): it asks another source")
            }
            let sql = note["target"]?["rawSql"]?.stringValue ?? ""
            found += Self.problems(ofSQL: sql, in: name, variables: known)
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
        for match in sql.matches(of: /\$\{([a-z]+):sqlstring\}::/) {
            found.append("\(place): \(match.1) is cast, and is empty where there is nothing yet")
        }
        for match in sql.matches(of: /\$\{[a-z]+\}|\$(?!__)[a-z]+|'[0-9]{4}-/) {
            found.append("\(place): \(match.0) is pasted or fixed")
        }
        return found
    }
}
