import Statistics
import TipCore

/// A number of a report, or the reason why there is none.
///
/// In JSON a figure under the key `lift` is its value, or null with the reason under `liftReason`
/// beside it: a report shows no wrong number, and no gap without a word.
package enum Figure<Value> {
    /// The figure.
    case value(Value)

    /// Why it cannot be had, as a clause for people: "baseline has no conversions".
    case missing(reason: String)

    /// Runs a formula and keeps either what it gives or why it cannot.
    init(_ formula: () throws(Undefined) -> Value) {
        do {
            self = .value(try formula())
        } catch {
            self = .missing(reason: error.description)
        }
    }

    /// What a further formula makes of the figure; the reason stays where there is none.
    func flatMap<Other>(_ formula: (Value) throws(Undefined) -> Other) -> Figure<Other> {
        switch self {
        case .value(let value): Figure<Other> { () throws(Undefined) in try formula(value) }
        case .missing(let reason): .missing(reason: reason)
        }
    }

    /// What another look-up makes of the figure; the reason stays where there is none.
    func then<Other>(_ next: (Value) -> Figure<Other>?) -> Figure<Other> {
        switch self {
        case .value(let value): next(value) ?? .missing(reason: Undefined.notComputable.description)
        case .missing(let reason): .missing(reason: reason)
        }
    }

    /// The figure, if there is one.
    package var value: Value? {
        if case .value(let value) = self { value } else { nil }
    }

    /// The reason, if there is no figure.
    package var reason: String? {
        if case .missing(let reason) = self { reason } else { nil }
    }

    /// The reason as a part of a sentence; it says nothing where there is a figure.
    var reasonInWords: Sentence { Sentence(stringLiteral: reason ?? "") }
}

extension Figure: Sendable where Value: Sendable {}
extension Figure: Equatable where Value: Equatable {}
extension Figure: Hashable where Value: Hashable {}

extension Figure where Value == Double {
    /// A part as a share of a whole, or the reason why there is no whole.
    static func share(_ part: Int64, of whole: Int64, orElse reason: String) -> Figure {
        whole > 0 ? .value(Double(part) / Double(whole)) : .missing(reason: reason)
    }
}

extension Adjustment {
    /// Adjusts the p-values that there are; those that are missing are no part of the family.
    func adjusted(_ pValues: [Figure<Double>]) -> [Figure<Double>] {
        guard let adjusted = try? adjusted(pValues.compactMap(\.value)) else { return pValues }
        var rest = adjusted[...]
        return pValues.map { $0.value == nil ? $0 : rest.popFirst().map { .value($0) } ?? $0 }
    }
}
