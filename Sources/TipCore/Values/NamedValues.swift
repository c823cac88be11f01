/// Values by name, where names are told apart by their bytes, as a database does.
///
/// A `Dictionary` of strings would take a composed and a decomposed accent for one name. Going through it
/// meets the names in the order of their bytes, so that what is written from it is the same each time.
public struct NamedValues<Value> {
    private var stored: [ExactText: Value] = [:]

    /// Creates values of no name.
    public init() {}

    /// Creates values of some names; of a name that stands twice the first one.
    public init(_ pairs: some Sequence<(String, Value)>) {
        for (name, value) in pairs where stored[ExactText(name)] == nil { stored[ExactText(name)] = value }
    }

    /// The value of a name; nil where it has none.
    public subscript(name: String) -> Value? {
        get { stored[ExactText(name)] }
        set { stored[ExactText(name)] = newValue }
    }

    /// The value of a name, and another one where it has none.
    public subscript(name: String, default fallback: @autoclosure () -> Value) -> Value {
        get { stored[ExactText(name), default: fallback()] }
        set { stored[ExactText(name)] = newValue }
    }

    /// Gives a name a value, and returns the one it had.
    public mutating func updateValue(_ value: Value, forKey name: String) -> Value? {
        stored.updateValue(value, forKey: ExactText(name))
    }

    /// How many names there are.
    public var count: Int { stored.count }

    /// Whether there is no name.
    public var isEmpty: Bool { stored.isEmpty }

    /// The names, by their bytes.
    public var keys: [String] { stored.keys.sorted().map(\.text) }

    /// The values, in the order of their names.
    public var values: [Value] { map(\.value) }

    /// The same names with other values.
    public func mapValues<Other>(_ transform: (Value) throws -> Other) rethrows -> NamedValues<Other> {
        NamedValues<Other>(stored: try stored.mapValues(transform))
    }

    fileprivate init(stored: [ExactText: Value]) {
        self.stored = stored
    }
}

extension NamedValues: Sequence {
    /// Goes through names and values, by the bytes of the names.
    public func makeIterator() -> IndexingIterator<[(key: String, value: Value)]> {
        stored.sorted { $0.key < $1.key }.map { (key: $0.key.text, value: $0.value) }.makeIterator()
    }
}

extension NamedValues: ExpressibleByDictionaryLiteral {
    /// Creates values of the names of a literal; of a name that stands twice the last one.
    public init(dictionaryLiteral elements: (String, Value)...) {
        for (name, value) in elements { self[name] = value }
    }
}

extension NamedValues: Equatable where Value: Equatable {}
extension NamedValues: Hashable where Value: Hashable {}
extension NamedValues: Sendable where Value: Sendable {}
