/// The table of rooms in the README: which targets there are, and what each may import.
struct RoomTable {
    /// The imports of each room, by its name.
    let imports: [String: Set<String>]

    /// The table as it stands in the README.
    static let written = RoomTable(Repository.file("README.md")?.text ?? "")

    /// What `Package.swift` lets the targets under `Sources/` depend on.
    static let built = RoomTable(package: Repository.file("Package.swift")?.text ?? "")

    /// Modules of the toolchain, which every room may import.
    static let toolchain: Set = [
        "Dispatch", "Foundation", "FoundationEssentials", "FoundationNetworking", "Glibc", "Synchronization",
    ]

    /// Reads the rows of a document whose second cell is a name in code and whose last lists names in code:
    /// `| 3 | `TipWire` | The JSON contract. | `TipCore` |`.
    init(_ document: String) {
        var imports: [String: Set<String>] = [:]
        for line in document.split(separator: "\n") where line.hasPrefix("| ") {
            let cells = line.split(separator: "|").map { $0.trimmingPrefix(while: \.isWhitespace) }
            guard cells.count == 4, let room = cells[1].wholeMatch(of: /`([\w-]+)` */)?.1 else { continue }
            imports[String(room)] = Set(cells[3].matches(of: /`([\w-]+)`/).map { String($0.1) })
        }
        self.imports = imports
    }

    /// Reads the targets of a manifest that stand under `Sources/`.
    private init(package manifest: String) {
        let code = manifest.replacing(/\/\/[^\n]*/, with: "").replacing(/\s+/, with: " ")
        var imports: [String: Set<String>] = [:]
        for target in code.matches(of: /\.(?:target|executableTarget|systemLibrary)\( ?name: "([\w-]+)"/) {
            let name = String(target.1)
            guard Repository.has("Sources/\(name)") else { continue }
            // What stands before the next target is about this one.
            let rest = code[target.range.upperBound...]
            let end = rest.firstRange(of: /\.(?:target|executableTarget|systemLibrary|plugin|testTarget)\(/)?
                .lowerBound
            let list = rest[..<(end ?? rest.endIndex)].firstMatch(of: /dependencies: \[([^\]]*)\]/)?.1 ?? ""
            imports[name] = Set(list.matches(of: /"([\w-]+)"/).map { String($0.1) })
        }
        self.imports = imports
    }
}
