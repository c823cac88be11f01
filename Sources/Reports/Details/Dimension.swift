import TipCore

/// What the people of an experiment can be told apart by: a field of the context or a parameter, as it was at
/// the exposure.
package enum Dimension: Hashable, Sendable {
    /// A field of the context, such as `context.os`.
    case context(String)
    /// A parameter, such as `param.platform`.
    case parameter(String)

    /// Reads `context.<field>`, `param.<name>`, or a field or parameter alone; nil where it is none.
    package init?(name: String) {
        if let field = name.removing(prefix: "context.") {
            guard EventContext.fields.contains(where: { $0.name == field }) else { return nil }
            self = .context(field)
        } else if let parameter = name.removing(prefix: "param."), !parameter.isEmpty {
            self = .parameter(parameter)
        } else {
            return nil
        }
    }

    /// The names of the context's fields, for hints.
    package static let contextNames = EventContext.fields.map { "context." + $0.name }

    /// The name as it is asked for.
    package var name: String {
        switch self {
        case .context(let field): "context." + field
        case .parameter(let name): "param." + name
        }
    }

    /// The value of a unit; nil where nothing was said.
    func value(of unit: CountedUnit) -> String? {
        switch self {
        case .context(let name):
            let field = EventContext.fields.first { $0.name == name }
            let text = field.map { unit.context[keyPath: $0.path] } ?? ""
            return text.isEmpty ? nil : text
        case .parameter(let name):
            switch unit.parameters[name] {
            case .string(let text)?: return text
            case .null?, nil: return nil
            case .boolean(let value)?: return value ? "true" : "false"
            case .number(let value)?: return JSON.number(value).text()
            }
        }
    }
}

extension String {
    /// The rest after a prefix; nil where it does not begin with it.
    fileprivate func removing(prefix: String) -> String? {
        hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil
    }
}
