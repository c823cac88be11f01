public import TipCore

/// What changed from one catalog to another, for people to read before they apply it and as JSON.
public struct CatalogDiff: Hashable, Sendable {
    /// The changes: settings first, then parameters, events, tips, groups and experiments.
    public let changes: [Change]

    /// One difference.
    public struct Change: Hashable, Sendable {
        /// Whether something came, went or became different.
        public let kind: Kind
        /// What it is: `setting`, `parameter`, `event`, `tip`, `group`, `experiment`, or a plural such as
        /// `tips` for a change of their order.
        public let subject: String
        /// Its name.
        public let name: String
        /// What became different about it; empty for what came or went.
        public let fields: [Field]
    }

    /// How something differs.
    public enum Kind: String, Hashable, Sendable {
        /// Only the new catalog has it.
        case added
        /// Only the old catalog has it.
        case removed
        /// Both have it, and it is not the same.
        case changed
    }

    /// A field of something that changed.
    public struct Field: Hashable, Sendable {
        /// Where it is, such as `options.maxDisplayCount` or `variants.benefit.title.ja`.
        public let path: String
        /// What it was; nil where it was not there.
        public let before: JSON?
        /// What it is; nil where it is not there any more.
        public let after: JSON?
    }

    /// Compares two catalogs.
    public init(from old: Catalog, to new: Catalog) {
        let (before, after) = (CatalogWriter.json(old), CatalogWriter.json(new))
        var changes: [Change] = []
        for setting in ["displayFrequency", "timeZone"] where before[setting] != after[setting] {
            let field = Field(path: setting, before: before[setting], after: after[setting])
            changes.append(Change(kind: .changed, subject: "setting", name: setting, fields: [field]))
        }
        for (list, subject) in [
            ("parameters", "parameter"), ("events", "event"), ("tips", "tip"), ("groups", "group"),
            ("experiments", "experiment"),
        ] {
            changes += Self.changes(list, subject, Keyed(before[list]), Keyed(after[list]))
        }
        self.changes = changes
    }

    private static func changes(_ list: String, _ subject: String, _ old: Keyed, _ new: Keyed) -> [Change] {
        var changes: [Change] = []
        for name in old.keys where new[name] == nil {
            changes.append(Change(kind: .removed, subject: subject, name: name, fields: []))
        }
        for name in new.keys {
            guard let before = old[name] else {
                changes.append(Change(kind: .added, subject: subject, name: name, fields: []))
                continue
            }
            let fields = fields("", before, new[name])
            if !fields.isEmpty {
                changes.append(Change(kind: .changed, subject: subject, name: name, fields: fields))
            }
        }
        if let order = order("order", old, new) {
            changes.append(Change(kind: .changed, subject: list, name: "order", fields: [order]))
        }
        return changes
    }

    /// The fields that differ between two values at a path.
    private static func fields(_ path: String, _ before: JSON?, _ after: JSON?) -> [Field] {
        guard before != after else { return [] }
        guard let before, let after else { return [Field(path: path, before: before, after: after)] }
        guard let old = Keyed(comparable: before), let new = Keyed(comparable: after) else {
            return elements(path, before, after) ?? [Field(path: path, before: before, after: after)]
        }
        let inner: (String) -> String = { path.isEmpty ? $0 : path + "." + $0 }
        let keys = old.keys + new.keys.filter { old[$0] == nil }
        let order = order(inner("order"), old, new)
        return keys.flatMap { fields(inner($0), old[$0], new[$0]) } + (order.map { [$0] } ?? [])
    }

    /// The elements that came, went or changed between two lists, such as rules; nil for other values.
    private static func elements(_ path: String, _ before: JSON, _ after: JSON) -> [Field]? {
        guard let old = before.arrayValue, let new = after.arrayValue else { return nil }
        var (removed, inserted): ([Int: JSON], [Int: JSON]) = ([:], [:])
        for change in new.difference(from: old) {
            switch change {
            case .remove(let offset, let element, _): removed[offset] = element
            case .insert(let offset, let element, _): inserted[offset] = element
            }
        }
        return Set(removed.keys).union(inserted.keys).sorted()
            .map { Field(path: "\(path)[\($0)]", before: removed[$0], after: inserted[$0]) }
    }

    /// A change in the order of what both lists have, which for variants changes who gets which.
    private static func order(_ path: String, _ old: Keyed, _ new: Keyed) -> Field? {
        guard old.isList, new.isList else { return nil }
        let (before, after) = (old.keys.filter { new[$0] != nil }, new.keys.filter { old[$0] != nil })
        guard before.map(ExactText.init) != after.map(ExactText.init) else { return nil }
        return Field(
            path: path,
            before: .array(before.map(JSON.string)),
            after: .array(after.map(JSON.string))
        )
    }
}

/// Values by name: the members of an object, or a list of objects that each have an `id`.
private struct Keyed {
    let keys: [String]
    let isList: Bool
    private let values: NamedValues<JSON>

    /// The values of a list of a catalog, which may be absent.
    init(_ value: JSON?) {
        self = value.flatMap { Keyed(comparable: $0) } ?? Keyed(pairs: [], isList: false)
    }

    /// The values of an object or of a list whose elements have ids; nil for anything else.
    init?(comparable value: JSON) {
        switch value {
        case .object(let members): self.init(pairs: members.map { ($0.key, $0.value) }, isList: false)
        case .array(let elements):
            let ids = elements.compactMap { $0["id"]?.stringValue }
            guard ids.count == elements.count else { return nil }
            self.init(pairs: Array(zip(ids, elements)), isList: true)
        default: return nil
        }
    }

    private init(pairs: [(String, JSON)], isList: Bool) {
        keys = pairs.map(\.0)
        values = NamedValues(pairs)
        self.isList = isList
    }

    subscript(key: String) -> JSON? { values[key] }
}
