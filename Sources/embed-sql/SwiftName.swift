/// Names of SQL files and columns as Swift writes them.
enum SwiftName {
    private static let keywords: Set<String> = [
        "as", "associatedtype", "break", "case", "catch", "class", "continue", "default", "defer", "deinit",
        "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard",
        "if",
        "import", "in", "init", "inout", "internal", "is", "let", "nil", "operator", "precedencegroup",
        "private", "protocol", "public", "repeat", "rethrows", "return", "self", "static", "struct",
        "subscript", "super", "switch", "throw", "throws", "true", "try", "typealias", "var", "where",
        "while",
    ]

    /// `take-places` and `take_places` become `takePlaces`.
    static func lower(_ name: some StringProtocol) -> String {
        let words = name.split { $0 == "-" || $0 == "_" }
        let first = words.first.map { String($0) } ?? ""
        return words.dropFirst().reduce(first) { $0 + $1.prefix(1).uppercased() + $1.dropFirst() }
    }

    /// `take-places` becomes `TakePlaces`.
    static func upper(_ name: some StringProtocol) -> String {
        let lower = lower(name)
        return lower.prefix(1).uppercased() + lower.dropFirst()
    }

    /// The name as it stands where it is declared or used: a keyword is put between backticks.
    static func escaped(_ name: String) -> String {
        keywords.contains(name) ? "`\(name)`" : name
    }

    /// Says whether a name is made of words that Swift can write: letters, digits, `-` and `_`.
    static func isWritable(_ name: some StringProtocol) -> Bool {
        guard let first = name.utf8.first, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first) else {
            return false
        }
        return name.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                UInt8(ascii: "-"),
                UInt8(ascii: "_"):
                true
            default: false
            }
        }
    }
}
