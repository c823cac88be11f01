public import TipCore

/// A difference in words and as JSON.
extension CatalogDiff {
    /// Whether the catalogs are the same.
    public var isEmpty: Bool { changes.isEmpty }

    /// One line for each difference: `+ tip "x"`, `- tip "x"`, or `~ tip "x" title: "a" → "b"` for a field.
    public var lines: [String] {
        changes.flatMap { change -> [String] in
            let thing = "\(change.subject) " + JSON.string(change.name).text()
            switch change.kind {
            case .added: return ["+ " + thing]
            case .removed: return ["- " + thing]
            case .changed:
                return change.fields.map { field in
                    let (before, after) = (Self.words(field.before), Self.words(field.after))
                    let isWhole = field.path == change.name
                    return "~ \(isWhole ? thing : thing + " " + field.path): \(before) → \(after)"
                }
            }
        }
    }

    private static func words(_ value: JSON?) -> String {
        value?.text() ?? "nothing"
    }

    /// The differences as `diff --format json` and `PUT /v1/catalog?dryRun=1` give them.
    public var json: JSON {
        .array(
            changes.map { change in
                var members = [
                    JSON.Member("change", .string(change.kind.rawValue)),
                    JSON.Member("subject", .string(change.subject)),
                    JSON.Member("name", .string(change.name)),
                ]
                if change.kind == .changed {
                    members.append(JSON.Member("fields", .array(change.fields.map(\.json))))
                }
                return .object(members)
            }
        )
    }
}

extension CatalogDiff.Field {
    /// The field as `{"path","before","after"}`, null for what was not there.
    fileprivate var json: JSON {
        ["path": .string(path), "before": before ?? .null, "after": after ?? .null]
    }
}
