import Statistics
import TipCore

/// A figure as the member of an object, its reason beside it.
///
/// Documents are built from TipCore's ``JSON``, whose objects keep the order in which they are built: the
/// order of keys is part of the contract, so that two reports can be compared line by line.
extension [JSON.Member] {
    /// Adds a member.
    mutating func add(_ key: String, _ value: JSON) {
        append(JSON.Member(key, value))
    }

    /// Adds a count.
    mutating func add(_ key: String, _ count: Int64) {
        add(key, .integer(count))
    }

    /// Adds a number in full precision, or null and the reason.
    mutating func add(_ key: String, _ figure: Figure<Double>) {
        add(key, figure) { .number($0) }
    }

    /// Adds an interval as an array of its two ends, or null and the reason.
    mutating func add(_ key: String, _ figure: Figure<Interval>) {
        add(key, figure) { [.number($0.lower), .number($0.upper)] }
    }

    /// Adds what a value looks like in JSON, or null and the reason under the key + `Reason`.
    mutating func add<Value>(_ key: String, _ figure: Figure<Value>, _ json: (Value) -> JSON) {
        switch figure {
        case .value(let value):
            add(key, json(value))
        case .missing(let reason):
            add(key, .null)
            add(key + "Reason", .string(reason))
        }
    }

    /// Adds text, or null and the reason where there is none.
    mutating func add(_ key: String, _ text: String?, orElse reason: String) {
        add(key, text.map { .value($0) } ?? .missing(reason: reason)) { .string($0) }
    }
}
