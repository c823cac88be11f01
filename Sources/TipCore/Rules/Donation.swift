/// A donation as rules see it: when, and what it carried.
struct Donation: Hashable, Sendable {
    /// When the person did it.
    let at: Timestamp
    /// The fields it carried, those that no rule reads left out.
    let info: [FieldValue]

    /// The value of a field; nil where the donation does not carry it.
    func value(of field: UInt32) -> Scalar? {
        for entry in info where entry.field == field { return entry.value }
        return nil
    }
}

/// A field of a donation's information.
public struct FieldValue: Hashable, Sendable {
    /// The field's number in the vocabulary.
    public let field: UInt32
    /// What it says.
    public let value: Scalar

    /// Creates a field.
    public init(field: UInt32, value: Scalar) {
        self.field = field
        self.value = value
    }
}

/// The donations of one event that rules can see, oldest first.
struct DonationList: Hashable, Sendable {
    /// The event's number in the vocabulary.
    let event: UInt32
    /// The donations in the order of the history; never fewer than the window that rules query.
    var items: [Donation]
}
