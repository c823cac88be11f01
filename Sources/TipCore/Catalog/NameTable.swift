/// Small numbers for names, so that state and rules compare numbers and not text.
///
/// A number is the place of its name in the list. A server takes the numbers of its database's dictionary,
/// a client counts as names appear; both tell names apart by their bytes.
public struct NameTable: Sendable {
    /// The names by number; an empty one is a number that no name has.
    public private(set) var names: [String]
    private var numbers: [ExactText: UInt32]

    /// Creates a table in which each name has its place in a list as its number.
    public init(_ names: [String] = []) {
        self.names = names
        numbers = [:]
        for (number, name) in names.enumerated() where !name.isEmpty {
            numbers[ExactText(name)] = UInt32(number)
        }
    }

    /// The number of a name that has one.
    public func number(of name: String) -> UInt32? {
        numbers[ExactText(name)]
    }

    /// The number of a name, which gets the next one if it has none.
    public mutating func intern(_ name: String) -> UInt32 {
        let key = ExactText(name)
        if let number = numbers[key] { return number }
        let number = UInt32(names.count)
        names.append(name)
        numbers[key] = number
        return number
    }

    /// Gives a name the number it has elsewhere; gaps stay empty.
    public mutating func set(_ name: String, to number: UInt32) {
        while names.count <= Int(number) { names.append("") }
        names[Int(number)] = name
        numbers[ExactText(name)] = number
    }

    /// The name with a number; empty where there is none.
    public subscript(number: UInt32) -> String {
        Int(number) < names.count ? names[Int(number)] : ""
    }
}

/// The names that events and rules use, each kind numbered by itself.
public struct Vocabulary: Sendable {
    /// Tips, the items of reusable tips included.
    public var tips = NameTable()
    /// Donated events.
    public var events = NameTable()
    /// Parameters.
    public var parameters = NameTable()
    /// Fields of the information that donations carry.
    public var fields = NameTable()
    /// Buttons of tips.
    public var actions = NameTable()

    /// Creates a vocabulary without names.
    public init() {}
}
